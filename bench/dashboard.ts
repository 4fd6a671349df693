import { localSchedule } from "../infra/stack-names.ts";
import { addDays } from "../shared/day.ts";
import { LIST_PARTS } from "../shared/list-page.ts";
import { meterOf } from "../test/product/meter.ts";
import { today } from "../test/product/product.ts";
import { companyProfile } from "../test/product/reminder-product.ts";
import type { Subscribed } from "../test/product/seed-rows.ts";
import { type Caller, PAYMENTS_PER_SUBSCRIPTION, SIZES, startLargeCompany } from "./company.ts";
import { type Figure, median } from "./figure.ts";

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
  /** Units of clients, subscriptions and the payments of the month in a tab that is looked at 40 times in a day, relative to one load of them. */
  tab: number;
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
    ...all.flatMap(({ size, units, rounds, payment, tab, run }): Figure[] => [
      { name: `dashboard ${named(size)}`, unit: "read units", value: units, budget: 100 },
      { name: `dashboard ${named(size)}`, unit: "sequential calls", value: rounds, budget: 10 },
      { name: `lists of a tab looked at 40 times ${named(size)}`, unit: "× a load", value: tab, budget: 2 },
      { name: `a payment ${named(size)}`, unit: "units", value: payment, budget: 60 },
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
  // No reminders: a daily run writes charges, and nothing else.
  const profile = { ...companyProfile, remind_before: [], remind_after: [], repeat_overdue_days: 0 };
  const { product, call: asAdmin, subscriptions, falling } = await startLargeCompany(size, profile);
  try {
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
    const pay = async (reference: string) => {
      const body = { amount: 100, reference };
      const { status } = await asAdmin("POST /api/v1/clients/{id}/payments", {
        params: { id: late.client_id },
        body: { id: crypto.randomUUID(), ...body },
      });
      if (status !== 200 && status !== 201) throw new Error(`The payment was answered with ${status}.`);
    };
    const payment = await meter(() => pay(`BENCH${size}`));
    const loaded = await meter(() => loadLists(asAdmin));
    let looks = 0;
    for (let look = 1; look < LOOKS_IN_A_DAY; look += 1) {
      const since = new Date().toISOString();
      await pay(`BENCH${size}L${look}`);
      looks += (await meter(() => askForChanges(asAdmin, since))).units;
    }
    const run = await meter(async () => {
      await product.runSchedule(
        localSchedule("daily-run"),
        Date.parse(`${addDays(today, 1)}T07:00:00+03:00`),
      );
    });
    return {
      size,
      units,
      rounds,
      processor,
      payment: payment.units,
      tab: 1 + looks / loaded.units,
      page: page.units,
      run: run.units / falling,
    };
  } finally {
    await product.stop();
  }
}

const LOOKS_IN_A_DAY = 40;
const lists = ["GET /api/v1/clients", "GET /api/v1/subscriptions"] as const;
const payments = "GET /api/v1/payments";

/** As a browser does: a first page, and the parts if there is more. */
async function loadLists(call: Caller): Promise<void> {
  for (const list of lists) {
    const { cursor: more } = (await call(list)).body;
    for (const part of more ? LIST_PARTS : []) {
      let cursor: string | undefined;
      do ({ cursor } = (await call(list, { query: { part, ...(cursor && { cursor }) } })).body);
      while (cursor);
    }
  }
  let cursor: string | undefined;
  do ({ cursor } = (await call(payments, { query: { ...(cursor && { cursor }) } })).body);
  while (cursor);
}

async function askForChanges(call: Caller, since: string): Promise<void> {
  for (const list of [...lists, payments] as const) {
    const { status, body } = await call(list, { query: { since } });
    if (status !== 200 || body.cursor || body.reload) throw new Error("The changes are incomplete.");
  }
}

async function openPage(call: Caller, { client_id: id }: Subscribed): Promise<void> {
  const page = await call("GET /api/v1/clients/{id}", { params: { id } });
  const timeline = await call("GET /api/v1/clients/{id}/timeline", { params: { id } });
  if (page.body.subscriptions.length !== 1 || timeline.body.entries.length < PAYMENTS_PER_SUBSCRIPTION)
    throw new Error("The page is incomplete.");
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
