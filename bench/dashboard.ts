import { addDays } from "../shared/day.ts";
import { type AwsCall, intercept } from "../test/interception.ts";
import { type Product, startProduct, today } from "../test/product.ts";
import { companyProfile } from "../test/reminder-product.ts";
import { referenceAt, type Subscribed, seedAccounts, seedRows } from "../test/seed-rows.ts";
import { PAYMENTS_PER_SUBSCRIPTION, seedPayments } from "./company.ts";
import { type Figure, median } from "./figure.ts";

const SIZES = [1_000, 10_000, 100_000];
const LOOKS = 15;

type Measured = {
  size: number;
  /** DynamoDB's read units of one look at the dashboard, and its calls one after the other. */
  units: number;
  rounds: number;
  /** Milliseconds of the processor for one look, with the emulated tables. */
  processor: number;
  payment: number;
  page: number;
  /** Units of a daily run for each charge that falls due. */
  run: number;
};

/** The dashboard, a payment and a daily run of companies in which the number of due charges grows with the clients. */
export async function measure(): Promise<Figure[]> {
  const all: Measured[] = [];
  for (const size of SIZES) all.push(await measureCompany(size));
  const [small, large] = [all[0] as Measured, all.at(-1) as Measured];
  const named = (size: number) => `with ${size.toLocaleString("en")} clients`;
  return [
    ...all.flatMap(({ size, units, rounds, payment, run }): Figure[] => [
      { name: `dashboard ${named(size)}`, unit: "read units", value: units, budget: 100 },
      { name: `dashboard ${named(size)}`, unit: "sequential calls", value: rounds, budget: 10 },
      { name: `a payment ${named(size)}`, unit: "units", value: payment, budget: 55 },
      {
        name: `a daily run ${named(size)}, for each charge that falls due`,
        unit: "units",
        value: run,
        budget: 32,
      },
    ]),
    {
      name: `dashboard: processor time ${named(large.size)}, relative to ${small.size}`,
      unit: "×",
      value: large.processor / small.processor,
      budget: 1.5,
    },
    {
      name: `a client's page and timeline: read units ${named(large.size)}, relative to ${small.size}`,
      unit: "×",
      value: large.page / small.page,
      budget: 1,
    },
    { name: "a client's page and timeline", unit: "read units", value: large.page, budget: 20 },
  ];
}

async function measureCompany(size: number): Promise<Measured> {
  const product = await startProduct();
  try {
    const asAdmin = product.callerFor((await product.signIn(await product.createStaff("admin"))).access);
    // No reminders: a daily run writes charges, and nothing else.
    const profile = { ...companyProfile, remind_before: [], remind_after: [], repeat_overdue_days: 0 };
    const saved = await asAdmin("POST /api/v1/settings", { body: profile });
    if (saved.status >= 300) throw new Error(`The settings were not saved: ${saved.body.error}`);
    // Enough through the API to reach every counter row.
    const real = { name: "Real", email: "real@client.example" };
    for (let index = 0; index < 80; index += 1) await asAdmin("POST /api/v1/clients", { body: real });
    const { subscriptions, falling } = await seed(product, size);
    const meter = meterOf(product);
    const look = async () => {
      const [{ status }, sender] = await Promise.all([
        asAdmin("GET /api/v1/dashboard/stats", { query: { rows: "50" } }),
        asAdmin("GET /api/v1/reminders/status"),
      ]);
      if (status !== 200 || sender.status !== 200) throw new Error(`The dashboard answered ${status}.`);
    };
    // The first look counts existing payments once.
    await look();
    const { units, rounds } = await meter(look);
    const processor = await processorOf(look);
    const [late] = subscriptions;
    if (!late) throw new Error("There is no client.");
    const page = await meter(() => openPage(asAdmin, late));
    const payment = await meter(async () => {
      const body = { amount: 100, reference: `BENCH${size}` };
      const { status } = await asAdmin("POST /api/v1/clients/{id}/payments", {
        ...{ params: { id: late.client_id }, body },
      });
      if (status !== 200 && status !== 201) throw new Error(`The payment was answered with ${status}.`);
    });
    const run = await meter(async () => {
      const daily = product.schedules().find(({ expression }) => expression.startsWith("cron"));
      await product.runSchedule(daily?.name ?? "", Date.parse(`${addDays(today, 1)}T07:00:00+03:00`));
    });
    return {
      size,
      units,
      rounds,
      processor,
      payment: payment.units,
      page: page.units,
      run: run.units / falling,
    };
  } finally {
    await product.stop();
  }
}

type Call = ReturnType<Product["callerFor"]>;

async function openPage(call: Call, { client_id: id }: Subscribed): Promise<void> {
  const page = await call("GET /api/v1/clients/{id}", { params: { id } });
  const timeline = await call("GET /api/v1/clients/{id}/timeline", { params: { id } });
  if (page.body.subscriptions.length !== 1 || timeline.body.entries.length < PAYMENTS_PER_SUBSCRIPTION)
    throw new Error("The page is incomplete.");
}

/** Measures DynamoDB's units, and how many calls follow one after the other. */
function meterOf(product: Product) {
  let units = 0;
  let rounds = 0;
  intercept(product, async ({ operation, body }: AwsCall, pass) => {
    // Not counted: the access check reads two units once in five seconds, not for each call.
    if (!/Item|Query|Scan/.test(operation) || /"(TableName|RequestItems)":(\{)?"DataStaff/.test(body))
      return pass();
    const round = rounds + 1;
    const answer = await pass(JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: "TOTAL" }));
    const text = await answer.text();
    for (const { CapacityUnits = 0 } of [JSON.parse(text).ConsumedCapacity ?? []].flat())
      units += CapacityUnits;
    rounds = Math.max(rounds, round);
    return new Response(text, { status: answer.status, headers: answer.headers });
  });
  return async (work: () => Promise<void>) => {
    units = 0;
    rounds = 0;
    await work();
    return { units, rounds };
  };
}

async function processorOf(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < LOOKS; index += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return median(times);
}

/**
 * A subscription with payments for each client: 60% monthly, 4% overdue, the others due evenly over their period. Returns
 * also how many charges fall due tomorrow.
 */
async function seed(product: Product, size: number) {
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
  let falling = 0;
  const subscriptions = await seedAccounts(product, clients, (index) => {
    const isMonthly = index % 10 < 6;
    const isOverdue = index % 25 === 0;
    // Days until the next one is due, spread over the period.
    const spread = Math.floor(index / 25) % (isMonthly ? 30 : 365);
    const days = isOverdue ? -1 - (spread % 20) : 1 + spread;
    if (days === 1) falling += 1;
    return {
      ...{ frequency: isMonthly ? "monthly" : "yearly", amount_cents: 100_00 + index },
      next_billing_date: addDays(today, days),
    };
  });
  await seedPayments(product, subscriptions);
  return { subscriptions, falling };
}
