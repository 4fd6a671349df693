import { afterAll, beforeAll, expect, test } from "vitest";
import { type Interceptor, intercept } from "../../test/product/interception.ts";
import { payPeriods } from "../../test/product/pay-periods.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
let interceptor: Interceptor = (_, pass) => pass();

beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings({ send_receipts: true });
  intercept(on.product, (call, pass) => interceptor(call, pass));
});
afterAll(() => on?.product.stop());

const sent = async (email: string) =>
  (await on.product.inbox()).filter(({ to }) => to[0] === email).map(({ subject }) => subject);
const change = (client: { id: string; name: string; email: string }, more: object) =>
  on.call("PUT /api/v1/clients/{id}", {
    params: { id: client.id },
    body: { name: client.name, email: client.email, ...more },
  });

test("a client gets reminders in their language, by default English; an update without a language keeps it", async () => {
  const refused = await on.call("POST /api/v1/clients", {
    body: { name: "Nobody", email: "nobody@client.example", language: "fr" as "en" },
  });
  expect([refused.status, refused.body.error]).toEqual([
    400,
    "The language must be English (en) or Swahili (sw).",
  ]);
  const swahili = await on.newClient({ email: "sw@client.example", language: "sw" });
  const english = await on.newClient({ email: "en@client.example" });
  expect((await change(swahili, { phone: "0712 345678" })).body.client.language).toBe("sw");
  for (const { id } of [swahili, english]) await on.subscribe(id, "2026-12-31", { service: "Ledger" });
  const words = { subject: "Bill: {service}", opening: "Dear {client},", request: "", closing: "" };
  await on.asSettingsAdmin("PUT /api/v1/settings/emails/{email}", {
    params: { email: "upcoming" },
    body: { language: "en", words },
  });
  const { upcomingRenewals } = (await on.call("GET /api/v1/dashboard/stats")).body;
  expect(upcomingRenewals.map(({ client_language }) => client_language).sort()).toEqual(["sw", undefined]);
  await on.sweep();
  expect(await sent("sw@client.example")).toEqual(["Malipo yanatarajiwa 31 Des 2026: Ledger"]);
  expect(await sent("en@client.example")).toEqual(["Bill: Ledger"]);
});

test("a receipt is in the client's language", async () => {
  const client = await on.newClient({ email: "paid@client.example", language: "sw" });
  const { id } = await on.subscribe(client.id, "2027-01-31");
  await payPeriods(on.call, id, { period: "2027-01-31", method: "cash" });
  await on.product.idle();
  const [mail] = (await on.product.inbox()).filter(({ to }) => to[0] === "paid@client.example");
  expect(mail?.subject).toBe("Malipo yamepokelewa 24 Des 2026: Mwamba Software (risiti 2026-000001)");
  expect(mail?.text).toContain("Njia ya malipo: Pesa taslimu");
});

test("a change of language between claim and sending takes effect", async () => {
  const client = await on.newClient({ email: "late@client.example" });
  const { id } = await on.subscribe(client.id, "2026-12-31");
  let changed = false;
  interceptor = async ({ operation, body }, pass) => {
    const answer = await pass();
    if (!changed && operation === "UpdateItem" && body.includes(id) && body.includes("claimed")) {
      changed = true;
      expect((await change(client, { language: "sw" })).status).toBe(200);
    }
    return answer;
  };
  await on.sweep();
  interceptor = (_, pass) => pass();
  expect([changed, ...(await sent("late@client.example"))]).toEqual([
    true,
    "Malipo yanatarajiwa 31 Des 2026: Mwamba Software",
  ]);
});
