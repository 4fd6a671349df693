import { randomUUID } from "node:crypto";
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { type Environment, startEnvironment } from "aws-local";
import { localSchedule } from "../infra/stack-names.ts";
import { addDays, type Day } from "../shared/day.ts";
import { type AwsCall, intercept } from "../test/product/interception.ts";
import type { Mail } from "../test/product/product.ts";
import { companyProfile } from "../test/product/reminder-product.ts";
import { databaseOf, seedAccounts, seededClient, seedRows, tableNamed } from "../test/product/seed-rows.ts";
import type { Figure } from "./figure.ts";

const OTHERS = 10_000;
const DUE = 800;
const today = "2026-12-24";
/** Due on the first of a month, when all clients are billed. */
const CHARGES = 10_000;
/** The number of emails that SES takes in a second from a new account in production. */
const RATE = 14;

export const measure = async (): Promise<Figure[]> => [
  ...(await largeCompany()),
  ...(await firstOfTheMonth()),
];

/** After the scheduled hour, so that there is only the measured run. */
const start = (more: { sendRate?: number } = {}) =>
  startEnvironment({ assembly: process.env.CLOUD_ASSEMBLY ?? "cdk.out", now: `${today}T08:00`, ...more });

async function runToday(environment: Environment): Promise<number> {
  const begin = performance.now();
  const at = Date.parse(`${today}T07:00:00+03:00`);
  const outcome = await environment.runSchedule(localSchedule("daily-run"), at);
  if ("error" in outcome) throw new Error(outcome.error);
  return (performance.now() - begin) / 1_000;
}

/** As the inbox lists it, without what is in its files. */
type Listed = Omit<Mail, "attachments"> & { attachments?: { bytes: number }[] };

/** The emails to these addresses. */
async function mailsTo(environment: Environment, addresses: ReadonlySet<string>) {
  const all: Listed[] = await (await fetch(`${environment.mail}/messages`)).json();
  const mails = all.filter(({ to }) => to.some((address) => addresses.has(address)));
  const files = mails.flatMap(({ attachments = [] }) => attachments);
  const readers = mails.flatMap(({ to }) => to);
  const instants = mails.map(({ sentAt }) => Date.parse(sentAt)).sort((a, b) => a - b);
  return {
    missing: addresses.size - new Set(readers).size,
    twice: readers.length - new Set(readers).size,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    seconds: ((instants.at(-1) ?? 0) - (instants[0] ?? 0)) / 1_000,
  };
}

/** A daily run in a large company, from the schedule to the last delivery status. Almost all of its time is SES's. */
async function largeCompany(): Promise<Figure[]> {
  const environment = await start();
  try {
    const recipients = await seed(environment, DUE, {
      dueDay: (index) => addDays(today, (index % 28) - 20),
      // The charges that fall due on this day are written already, so only reading is counted.
      storedOn: today,
    });
    await seedAccounts(
      environment,
      Array.from({ length: OTHERS }, () => randomUUID()),
      (index) => ({ next_billing_date: addDays(today, 8 + (index % 300)) }),
    );
    const reads = watchReads(environment);
    const swept = await runToday(environment);
    await environment.idle();
    const { missing, twice, seconds } = await mailsTo(environment, recipients);
    return [
      { name: "sweep: items read per item due", unit: "", value: reads.read() / DUE, budget: 1.05 },
      { name: "sweep: to the last message queued", unit: "s", value: swept, budget: 60 },
      { name: "sweep: items in memory at once", unit: "", value: reads.max(), budget: 500 },
      { name: "reminders due and not sent", unit: "", value: missing, budget: 0 },
      { name: "reminders sent twice", unit: "", value: twice, budget: 0 },
      {
        name: `sending ${DUE}: time relative to the account's rate of ${reads.rate()}/s`,
        unit: "×",
        value: seconds / (DUE / reads.rate()),
        budget: 1.15,
      },
    ];
  } finally {
    await environment.stop();
  }
}

/**
 * Very many charges that fall due on one day: the next ones and the invoices are written and numbered, and all clients are
 * told. SES takes the emails here as fast as they come; the time at its rate is counted.
 */
async function firstOfTheMonth(): Promise<Figure[]> {
  const environment = await start({ sendRate: 100_000 });
  try {
    const recipients = await seed(environment, CHARGES, {
      dueDay: () => today,
      storedOn: addDays(today, -1),
      settings: { remind_before: [0], invoices_from: today, vat_registered: true },
    });
    const units = watchUnits(environment);
    const swept = await runToday(environment);
    await environment.idle();
    const { missing, twice, seconds, files, bytes } = await mailsTo(environment, recipients);
    const charges = await rowsIn(environment, "Charges");
    const papers = (await rowsIn(environment, "Papers")).filter(({ kind }) => kind === "invoice");
    const serials = papers.map(({ serial }) => Number(serial)).sort((a, b) => a - b);
    const numbered = serials.filter((serial, at) => serial === at + 1).length;
    const told = charges.filter(({ due, told_on }) => due === today && told_on === today).length;
    const written = charges.filter(({ due }) => String(due) > today).length;
    const perCharge = (from: string) => units(from) / CHARGES;
    const each = `each of ${CHARGES} charges that fall due on one day`;
    return [
      { name: `${each}: next ones not written`, unit: "", value: CHARGES - written, budget: 0 },
      { name: `${each}: not told`, unit: "", value: CHARGES - told, budget: 0 },
      { name: `${each}: emails not sent`, unit: "", value: missing, budget: 0 },
      { name: `${each}: emails sent twice`, unit: "", value: twice, budget: 0 },
      {
        name: `${each}: invoices too few or too many`,
        unit: "",
        value: Math.abs(CHARGES - papers.length),
        budget: 0,
      },
      { name: `${each}: numbers that are not 1 to n`, unit: "", value: papers.length - numbered, budget: 0 },
      { name: `${each}: emails without their PDF`, unit: "", value: CHARGES - files, budget: 0 },
      {
        name: `${each}: what its PDF adds to its email`,
        unit: "KB",
        value: bytes / files / 1_000,
        budget: 150,
      },
      {
        name: `${each}, to write its invoice and the next charge`,
        unit: "units",
        value: perCharge("RemindersSweep"),
        budget: 40,
      },
      {
        name: `${each}, to tell and to note its delivery`,
        unit: "units",
        value: perCharge("RemindersSend") + perCharge("RemindersDelivery"),
        budget: 32,
      },
      {
        name: `${each}: written and told at SES's rate of ${RATE}/s`,
        unit: "min",
        value: (swept + Math.max(seconds, CHARGES / RATE)) / 60,
        budget: 15,
      },
    ];
  } finally {
    await environment.stop();
  }
}

type Seeded = { dueDay: (index: number) => Day; storedOn: Day; settings?: object };

/** Clients with an address and a subscription each, and the day of its oldest unpaid charge. Returns the addresses. */
async function seed(
  environment: Environment,
  count: number,
  { dueDay, storedOn, settings = {} }: Seeded,
): Promise<Set<string>> {
  const clients = await seedRows(environment, "Clients", count, seededClient);
  await seedAccounts(environment, clients, (index) => ({ next_billing_date: dueDay(index) }), 1, storedOn);
  await seedRows(environment, "Settings", 1, () => ({
    name: "company",
    ...companyProfile,
    notify_renewals: true,
    notify_overdue: true,
    notify_new_clients: true,
    notify_system: true,
    version: 1,
    ...settings,
  }));
  return new Set(clients.map((id, index) => seededClient(id, index).email));
}

async function rowsIn(environment: Environment, table: string): Promise<Record<string, unknown>[]> {
  const database = databaseOf(environment);
  const pages = paginateScan({ client: database }, { TableName: await tableNamed(database, table) });
  return (await Array.fromAsync(pages, ({ Items = [] }) => Items)).flat();
}

/** Adds up the units of each function's calls. */
function watchUnits(environment: Environment): (from: string) => number {
  const spent = new Map<string, number>();
  intercept(environment, async ({ from, operation, body }: AwsCall, pass) => {
    const [name] = /^Reminders(Sweep|Send|Delivery)/.exec(from ?? "") ?? [];
    if (!name || !/Get|Put|Update|Delete|Query|Scan|Transact/.test(operation) || !body.startsWith("{"))
      return pass();
    const answer = await pass(JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: "TOTAL" }));
    const text = await answer.text();
    for (const { CapacityUnits = 0 } of [JSON.parse(text).ConsumedCapacity ?? []].flat())
      spent.set(name, (spent.get(name) ?? 0) + CapacityUnits);
    return new Response(text, { status: answer.status, headers: answer.headers });
  });
  return (from) => spent.get(from) ?? 0;
}

/** Counts the items that the sweep reads at the AWS endpoint, and notes the account's sending rate. */
function watchReads(environment: Environment) {
  let read = 0;
  let rate = Number.NaN;
  let max = 0;
  intercept(environment, async (call: AwsCall, pass) => {
    const answer = await pass();
    const isSweep = call.from?.startsWith("RemindersSweep") && /Query|Scan|Get/.test(call.operation);
    if (!isSweep && call.operation !== "GetSendQuota") return answer;
    const body = await answer.text();
    if (call.operation === "GetSendQuota") rate = Number(/<MaxSendRate>([\d.]+)/.exec(body)?.[1]);
    else {
      const { ScannedCount, Responses, Item } = JSON.parse(body);
      read += ScannedCount ?? (Responses ? Object.values(Responses).flat().length : Item ? 1 : 0);
      max = Math.max(max, ScannedCount ?? 0);
    }
    return new Response(body, { status: answer.status, headers: answer.headers });
  });
  return { read: () => read, rate: () => rate, max: () => max };
}
