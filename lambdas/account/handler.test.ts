import { expect, test } from "vitest";
import { accountPath } from "../../shared/account-page-routes.ts";
import { ofPeriod } from "../../shared/billing/account.ts";
import { addDays } from "../../shared/day.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { today } from "../../test/product/product.ts";
import { seedRows } from "../../test/product/seed-rows.ts";
import { aClient, staffedProduct } from "../../test/product/staffed.ts";

const on = staffedProduct();

const addClient = async (more: object = {}) =>
  (await on.asStaff("POST /api/v1/clients", { body: { ...aClient, ...more } })).body.client;
const subscribe = (client_id: string, next_billing_date: string, more: object = {}) =>
  on.asStaff("POST /api/v1/subscriptions", {
    body: {
      client_id,
      next_billing_date,
      start_date: "2026-01-15",
      frequency: "monthly",
      amount: 100,
      ...more,
    },
  });
const linkOf = async (id: string): Promise<string> =>
  (await on.asStaff("GET /api/v1/clients/{id}/link", { params: { id } })).body.url;
const open = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const onPaper = (text: string) => text.replace(/<(a|p) class="[^"]*on-screen.*?<\/\1>/gs, "");
/** As a person reads it. */
const readable = (text: string) =>
  text
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

test("a client reads what is open, how to pay and what was paid, in their language, and nothing else", async () => {
  const { version, ...settings } = (await on.asAdmin("GET /api/v1/settings")).body.settings;
  const profile = {
    company_name: "Mwamba & Sons",
    mpesa_paybill: "522522",
    bank_account_number: "0123456789",
  };
  await on.asAdmin("POST /api/v1/settings", { body: { ...settings, version, ...profile } });
  const hidden = { phone: "+254 711 987654", address: "Secret Road 7" };
  const client = await addClient({ name: 'Amani <b>"Traders"</b>', language: "sw", ...hidden });
  await addClient({ name: "Baraka", email: "other@baraka.example" });
  await subscribe(client.id, "2026-11-15", {
    service: "Ledger & <i>loans</i>",
    amount: 4_500,
    currency: "KES",
  });
  await subscribe(client.id, "2027-03-24", { service: "Hosting", amount: 20 });
  const params = { id: client.id };
  await on.asStaff("POST /api/v1/clients/{id}/notes", { params, body: { text: "Owes a favour" } });
  const payment = { amount: 1_000, currency: "KES" as const, method: "mpesa" as const, reference: "SK12ABC" };
  await on.asStaff("POST /api/v1/clients/{id}/payments", {
    params,
    body: { id: crypto.randomUUID(), ...payment },
  });

  const url = await linkOf(client.id);
  const writes: string[] = [];
  intercept(on.product, async ({ operation, body }, pass) => {
    if (/Put|Update|Delete|Transact|Write/.test(operation) && !body.includes("GET /account"))
      writes.push(body);
    return pass();
  });
  const { status, headers, text } = await open(url);
  const statement = await open(`${url}?view=statement&utm_source=mail`);
  endInterception(on.product);
  expect([status, statement.status, writes]).toEqual([200, 200, []]);
  expect(text).toContain('<html lang="sw">');
  expect(text).toContain("Ledger &amp; &lt;i&gt;loans&lt;/i&gt;");
  const page = readable(text);
  for (const shown of [
    "Mwamba &amp; Sons",
    "Kiasi cha kulipa Ksh 8,000.00",
    "Kilicholipwa: Ksh 1,000.00 Ksh 3,500.00",
    "15 Nov 2026",
    "Imechelewa",
    "Malipo yajayo",
    "24 Mac 2027",
    "522522",
    "M-Pesa SK12ABC",
    "Ksh 1,000.00",
  ])
    expect(page.replaceAll("\u00a0", " ")).toContain(shown);
  expect(readable(statement.text).replaceAll("\u00a0", " ")).toContain("Salio la kulipwa: Ksh 8,000.00");
  for (const secret of [...Object.values(hidden), aClient.email, "favour", "Baraka", client.id])
    expect(text + statement.text).not.toContain(secret);
  // What is printed goes to other people.
  expect(onPaper(text + statement.text)).not.toContain(new URL(url).pathname);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "referrer-policy": "no-referrer",
    "content-security-policy": expect.stringMatching(
      /^default-src 'none'; script-src 'self'; style-src 'sha256-/,
    ),
  });
});

test("a wrong, renewed or erased address is a page that says so; an inactive client's page works", async () => {
  const client = await addClient();
  const params = { id: client.id };
  const first = await linkOf(client.id);
  const [, secret = ""] = first.split(accountPath(""));
  const otherSecret = Buffer.from(
    (await linkOf((await addClient({ email: "b@b.example" })).id)).slice(-43),
    "base64url",
  );
  const mixed = Buffer.concat([Buffer.from(secret, "base64url").subarray(0, 16), otherSecret.subarray(16)]);
  const isGone = async (url: string) => {
    const { status, text, headers } = await open(url);
    expect([status, headers.get("x-robots-tag")], url).toEqual([404, "noindex"]);
    expect(text).toContain("This link does not work");
    expect(text).toContain("Kiungo hiki hakifanyi kazi");
  };
  for (const wrong of [
    mixed.toString("base64url"),
    `${secret}A`,
    `${secret}=`,
    secret.slice(0, -1),
    secret.toUpperCase(),
    "x".repeat(2_000),
    "%00",
    Buffer.alloc(32).toString("base64url"),
  ])
    await isGone(on.product.site + accountPath(wrong));

  const renewed = await on.asStaff("POST /api/v1/clients/{id}/link", { params });
  expect((await open(renewed.body.url)).status).toBe(200);
  await isGone(first);
  expect(await linkOf(client.id)).toBe(renewed.body.url);
  const { entries } = (await on.asAdmin("GET /api/v1/activity")).body;
  expect(entries.find(({ kind }) => kind === "link-renewed")).toMatchObject({ client_id: client.id });

  const inactive = { ...aClient, status: "inactive" };
  const saved = await on.asStaff("PUT /api/v1/clients/{id}", { params, body: inactive });
  expect((await open(renewed.body.url)).status).toBe(200);
  const { version } = saved.body.client;
  await on.asAdmin("POST /api/v1/clients/{id}/erasure", { params, body: { version } });
  await isGone(renewed.body.url);
  expect((await on.asStaff("GET /api/v1/clients/{id}/link", { params })).status).toBe(409);
});

test("a very long account stays below 40 KB, and says how much it leaves out", async () => {
  const { id: client_id } = await addClient({ email: "long@long.example" });
  await seedRows(on.product, "Charges", 400, (id, index) => ({
    client_id,
    ...ofPeriod(id, addDays(today, -index)),
    currency: "KES",
    cents: 100_00,
    paid_cents: 0,
    state: "open",
    asked_for: "real",
    service: `Service ${"ж".repeat(190)}`,
  }));
  const { text } = await open(await linkOf(client_id));
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(40_000);
  expect(readable(text).replaceAll("\u00a0", " ")).toContain("KES 40,000.00");
  expect(readable(text)).toMatch(/And 3\d\d more\./);
});
