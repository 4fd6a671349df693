import { expect, test } from "vitest";
import { payPeriods } from "../../test/product/pay-periods.ts";
import { seedRows } from "../../test/product/seed-rows.ts";
import { staffedProduct } from "../../test/product/staffed.ts";

const on = staffedProduct();
type Page = Awaited<ReturnType<typeof page>>["body"];

const page = (id: string, cursor?: string, as = on.asAdmin) =>
  as("GET /api/v1/clients/{id}/everything", { params: { id }, query: cursor ? { cursor } : {} });
async function pages(id: string): Promise<Page[]> {
  const all: Page[] = [];
  do all.push((await page(id, all.at(-1)?.cursor)).body);
  while (all.at(-1)?.cursor);
  return all;
}
const newClient = async (name: string) => {
  const body = { name, email: `${name.toLowerCase()}@everything.example`, phone: "0711 222 333" };
  return (await on.asStaff("POST /api/v1/clients", { body })).body.client;
};

test("the export has everything about a client, in pages, and is recorded", async () => {
  const client = await newClient("Njeri");
  const otherClient = await newClient("Baraka");
  const price = { start_date: "2026-11-20", frequency: "monthly" as const, amount: 100 };
  const { subscription } = (
    await on.asStaff("POST /api/v1/subscriptions", { body: { client_id: client.id, ...price } })
  ).body;
  await payPeriods(on.asStaff, subscription.id, {
    period: subscription.next_billing_date,
    reference: "SFT6QX1Z9K",
  });
  await on.asStaff("POST /api/v1/clients/{id}/notes", {
    params: { id: client.id },
    body: { text: "Called" },
  });
  for (const email of ["Njeri@everything.example", "baraka@everything.example"])
    await on.product.call("POST /api/send-email", {
      body: { name: "N", email, message: "Hi", elapsed: 9_000 },
    });
  const lines = [client, otherClient].map(({ payment_reference: account = "" }, index) => ({
    code: `SJK4H7L2M${index}`,
    method: "mpesa" as const,
    paid_on: "2026-12-01",
    amount: 5,
    currency: "KES" as const,
    payer: "SOMEBODY",
    account: `acc ${account.slice(0, 3)} ${account.slice(3)}`,
  }));
  await on.asStaff("POST /api/v1/payments", { body: { lines } });
  const day = { day: "2026-12-20", at: "2026-12-20T04:00:00.000Z" };
  await seedRows(on.product, "Reminders", 1_203, (_, index) => ({
    about: `${subscription.id}#2026-12-20`,
    claim: `upcoming#${index}`,
    subscription_id: subscription.id,
    client_id: client.id,
    period: "2026-12-20",
    ...day,
    kind: "upcoming",
    state: "delivered",
    delivery_rank: 4,
    at: new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString(),
  }));

  const all = await pages(client.id);
  const listOf = <K extends keyof Page>(name: K) =>
    all.flatMap((part) => (part[name] as unknown[] | undefined) ?? []) as Exclude<Page[K], undefined>;
  expect(all[0]).toMatchObject({ client: { id: client.id }, subscriptions: [{ id: subscription.id }] });
  expect(listOf("charges")).toMatchObject([
    { subscription_id: subscription.id, amount: 100, paid: 100, state: "paid" },
    { amount: 100, paid: 0, state: "open" },
  ]);
  expect(listOf("statement_lines")).toMatchObject([{ reference: "SJK4H7L2M0", payer: "SOMEBODY" }]);
  expect(listOf("payments")).toMatchObject([{ amount: 100, reference: "SFT6QX1Z9K" }]);
  expect(new Set(listOf("emails").map(({ at }) => at)).size).toBe(1_203);
  expect(Math.max(...all.map(({ emails = [] }) => emails.length))).toBeLessThan(600);
  expect(listOf("messages")).toMatchObject([{ email: "Njeri@everything.example", message: "Hi" }]);
  const changes = listOf("activity").map((entry) => (entry.kind === "change" ? entry.what : entry.kind));
  expect(changes.sort()).toEqual(
    ["client-added", "client-exported", "note", "payment-recorded", "subscription-added"].sort(),
  );
  const { entries } = (await on.asAdmin("GET /api/v1/activity")).body;
  expect(entries[0]).toMatchObject({ kind: "client-exported", client_id: client.id, name: "Person 2" });
});

test("it needs an administrator, and every page needs the record", async () => {
  const client = await newClient("Amina");
  const otherClient = await newClient("Hassan");
  expect((await page(client.id, undefined, on.asStaff)).status).toBe(403);
  expect((await page(crypto.randomUUID())).status).toBe(404);
  const { cursor } = (await page(otherClient.id)).body;
  const refused = await page(client.id, cursor);
  expect([refused.status, refused.body.error]).toEqual([400, "There is no such page of this list."]);
  expect((await page(client.id, "nonsense")).status).toBe(400);
});
