import { addDays } from "../shared/day.ts";
import { type AwsCall, intercept } from "../test/interception.ts";
import { type Product, startProduct, today } from "../test/product.ts";
import { referenceAt, seedAccounts, seedRows } from "../test/seed-rows.ts";
import { PAYMENTS_PER_SUBSCRIPTION, seedPayments } from "./company.ts";
import type { Figure } from "./figure.ts";

const DUE_SUBSCRIPTIONS = 20;

/** Reads of the dashboard and of a client's page, in a small and a large company with the same number due. */
export async function measure(): Promise<Figure[]> {
  const [small, smallPage] = await countReads(100);
  const [large, largePage] = await countReads(10_000);
  return [
    {
      name: "dashboard: items read with 10,000 subscriptions, relative to 100",
      unit: "×",
      value: large / small,
      budget: 1,
    },
    {
      name: "a client's page and timeline: read units with 10,000 clients, relative to 100",
      unit: "×",
      value: largePage / smallPage,
      budget: 1,
    },
    { name: "a client's page and timeline", unit: "read units", value: largePage, budget: 10 },
    { name: "dashboard: items read per item due", unit: "", value: large / DUE_SUBSCRIPTIONS, budget: 2.5 },
  ];
}

async function countReads(size: number): Promise<[dashboard: number, page: number]> {
  const product = await startProduct();
  try {
    const [id = ""] = await seed(product, size);
    const { access } = await product.signIn(await product.createStaff("staff"));
    // Enough through the API to reach every counter row. Without counters, the dashboard would read all rows.
    const real = { name: "Real", email: "real@client.example" };
    for (let index = 0; index < 80; index += 1)
      await product.call("POST /api/v1/clients", { body: real }, access);
    // The first call counts existing payments once.
    await product.call("GET /api/v1/dashboard/stats", {}, access);
    let items = 0;
    intercept(product, async (call: AwsCall, pass) => {
      const answer = await pass();
      if (!call.from?.startsWith("ApiDashboard")) return answer;
      const body = await answer.text();
      const { ScannedCount, Responses, Item } = JSON.parse(body);
      items += ScannedCount ?? (Responses ? Object.values(Responses).flat().length : Item ? 1 : 0);
      return new Response(body, { status: answer.status, headers: answer.headers });
    });
    const { body } = await product.call("GET /api/v1/dashboard/stats", {}, access);
    if (body.upcomingRenewals.length !== DUE_SUBSCRIPTIONS)
      throw new Error("The dashboard does not list the due subscriptions.");
    return [items, await readUnitsOfClientPage(product, access, id)];
  } finally {
    await product.stop();
  }
}

/** DynamoDB's read units for a client's page and timeline. */
async function readUnitsOfClientPage(product: Product, access: string, id: string): Promise<number> {
  let units = 0;
  intercept(product, async ({ body }, pass) => {
    const answer = await pass(JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: "TOTAL" }));
    const text = await answer.text();
    for (const { CapacityUnits = 0 } of [JSON.parse(text).ConsumedCapacity ?? []].flat())
      units += CapacityUnits;
    return new Response(text, { status: answer.status, headers: answer.headers });
  });
  const page = await product.call("GET /api/v1/clients/{id}", { params: { id } }, access);
  const timeline = await product.call("GET /api/v1/clients/{id}/timeline", { params: { id } }, access);
  if (page.body.subscriptions.length !== 1 || timeline.body.entries.length < PAYMENTS_PER_SUBSCRIPTION)
    throw new Error("The page is incomplete.");
  return units;
}

/** A subscription with payments for each client. The first ones are due within a week, the others much later. */
async function seed(product: Product, size: number): Promise<string[]> {
  const shared = { created_at: "2026-01-15T09:00:00.000Z", status: "active", version: 1 };
  const clients = await seedRows(product, "Clients", size, (id, index) => ({
    ...shared,
    id,
    name: `Client ${index}`,
    email: `client${index}@client.example`,
    phone: "",
    payment_reference: referenceAt(index),
    company: "",
    address: "",
  }));
  const subscriptions = await seedAccounts(product, clients, (index) => ({
    ...{ frequency: "quarterly", amount_cents: 100_00 },
    next_billing_date: addDays(today, index < DUE_SUBSCRIPTIONS ? index % 8 : 60 + (index % 200)),
  }));
  await seedPayments(product, subscriptions);
  return clients;
}
