import { addDays } from "../shared/day.ts";
import { type AwsCall, intercept } from "../test/interception.ts";
import { type Product, startProduct, today } from "../test/product.ts";
import { referenceAt, seedRows } from "../test/seed-rows.ts";
import { paymentsEach, seedPayments } from "./company.ts";
import type { Figure } from "./figure.ts";

const due = 20;

/** What the dashboard, and a client's page, read of a small and of a large company with the same number due. */
export async function measure(): Promise<Figure[]> {
  const [small, small_page] = await itemsRead(100);
  const [large, large_page] = await itemsRead(10_000);
  return [
    {
      what: "dashboard: items read with 10,000 subscriptions, over 100",
      unit: "×",
      found: large / small,
      budget: 1,
    },
    {
      what: "a client's page and timeline: read units with 10,000 clients, over 100",
      unit: "×",
      found: large_page / small_page,
      budget: 1,
    },
    { what: "a client's page and timeline", unit: "read units", found: large_page, budget: 10 },
    { what: "dashboard: items read per item due", unit: "", found: large / due, budget: 2.5 },
  ];
}

async function itemsRead(size: number): Promise<[dashboard: number, page: number]> {
  const product = await startProduct();
  try {
    const [id = ""] = await seed(product, size);
    const { access } = await product.signIn(await product.employ("staff"));
    // Some by the API, so many that every row of the counters knows of one: of nobody real, all there is would be read.
    const real = { name: "Real", email: "real@client.example" };
    for (let made = 0; made < 80; made += 1)
      await product.call("POST /api/v1/clients", { body: real }, access);
    // The first look counts what came in past it, and leaves its mark.
    await product.call("GET /api/v1/dashboard/stats", {}, access);
    let read = 0;
    intercept(product, async (call: AwsCall, pass) => {
      const answer = await pass();
      if (!call.from?.startsWith("ApiDashboard")) return answer;
      const body = await answer.text();
      const { ScannedCount, Responses, Item } = JSON.parse(body);
      read += ScannedCount ?? (Responses ? Object.values(Responses).flat().length : Item ? 1 : 0);
      return new Response(body, { status: answer.status, headers: answer.headers });
    });
    const { body } = await product.call("GET /api/v1/dashboard/stats", {}, access);
    if (body.upcomingRenewals.length !== due) throw new Error("The dashboard does not list what is due.");
    return [read, await unitsOfAPage(product, access, id)];
  } finally {
    await product.stop();
  }
}

/** What DynamoDB says it read for a client's page. */
async function unitsOfAPage(product: Product, access: string, id: string): Promise<number> {
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
  if (page.body.subscriptions.length !== 1 || timeline.body.entries.length < paymentsEach)
    throw new Error("The page does not show what there is.");
  return units;
}

/** As many subscriptions as clients, each with its payments; the first `due` of them within the week, the others next year. */
async function seed(product: Product, size: number): Promise<string[]> {
  const shared = { created_at: "2026-01-15T09:00:00.000Z", status: "active", version: 1 };
  const clients = await seedRows(product, "Clients", size, (id, index) => ({
    ...shared,
    ...{
      id,
      name: `Client ${index}`,
      email: `client${index}@client.example`,
      phone: "",
      payment_reference: referenceAt(index),
      company: "",
      address: "",
    },
  }));
  const subscriptions = await seedRows(product, "Subscriptions", size, (id, index) => ({
    ...shared,
    ...{ id, client_id: clients[index], start_date: "2026-01-15", frequency: "quarterly" },
    ...{ amount_cents: 100_00, billing_anchor: "2026-01-15", renewals: paymentsEach },
    next_billing_date: addDays(today, index < due ? index % 8 : 60 + (index % 200)),
  }));
  await seedPayments(product, subscriptions);
  return clients;
}
