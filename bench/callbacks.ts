import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { type EnvironmentOptions, startEnvironment } from "aws-local";
import pLimit from "p-limit";
import { localSchedule } from "../infra/stack-names.ts";
import { toCents } from "../shared/money.ts";
import { callbackPath } from "../shared/paybill/connection.ts";
import type { Payment } from "../shared/payments/payment.ts";
import {
  registerPull,
  secret,
  shortCode,
  startPaybillDaraja,
  withPaybillSecrets,
} from "../test/product/paybill-secrets.ts";
import { type Person, type Product, startProduct, today } from "../test/product/product.ts";
import type { Figure } from "./figure.ts";

/** `CALLBACKS=1000 npm run bench callbacks` sends fewer. */
const CALLBACKS = Number(process.env.CALLBACKS ?? 10_000);
const KILLS = 3;
/** Each owes this many charges, so that payments are matched with clients. */
const CHARGES = 50;
const CONCURRENCY = 8;
const MAX_PULLS = 50;

const now = `${today}T09:00`;
const assembly = process.env.CLOUD_ASSEMBLY ?? "cdk.out";

type Paid = { TransID: string; amount: number; account: string };

/**
 * M-Pesa announces payments to the running stack: most once, some twice, late, with another amount, or not at all. The
 * process with all functions is killed in between. Then M-Pesa's list is read until it has nothing new.
 */
export async function measure(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), "callbacks-"));
  const daraja = await startPaybillDaraja(() => Date.parse(`${now}:00+03:00`));
  await registerPull(daraja.url);
  const open = () =>
    startProduct({ directory, now, template: (template) => withPaybillSecrets(template, daraja.url) });
  try {
    const office = await open();
    const person = await office.createStaff("admin");
    const accounts = await createClients(await signedIn(office, person), Math.ceil(CALLBACKS / CHARGES));
    await office.stop();
    const paid = Array.from({ length: CALLBACKS }, (_, index): Paid => {
      const client = accounts[index % accounts.length];
      const TransID = `TKB${String(index).padStart(7, "0")}`;
      // Some people type anything.
      const account = index % 50 === 0 ? "Rent" : (client?.reference ?? "");
      return { TransID, amount: client?.price ?? 0, account };
    });
    for (const payment of paid)
      daraja.transactions.set(payment.TransID, {
        ...payment,
        at: Date.parse(`${today}T08:00:00+03:00`),
        phone: "254711222333",
        name: "JANE",
        callback: "dropped",
        confirmations: [],
      });
    const sent = await sendWithKills(paid, [directory, daraja.url]);
    const after = await open();
    const pulls = await pullUntilQuiet(after);
    const figures = await compare(await signedIn(after, person), paid);
    await after.stop();
    return [
      { name: "processes killed", unit: "", value: sent.kills, budget: KILLS, atLeast: true },
      { name: "pulls until nothing was new", unit: "", value: pulls, budget: MAX_PULLS },
      ...figures,
    ];
  } finally {
    await daraja.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function createClients(call: Caller, clients: number) {
  const limit = pLimit(CONCURRENCY);
  return Promise.all(
    Array.from({ length: clients }, (_, index) =>
      limit(async () => {
        const price = 100 + index;
        const body = { name: `Client ${index}`, email: `client${index}@client.example` };
        const { client } = (await call("POST /api/v1/clients", { body })).body;
        const dates = { start_date: "2022-10-20", next_billing_date: "2022-11-20", frequency: "monthly" };
        const terms = { client_id: client.id, ...dates, amount: price, currency: "KES" };
        await call("POST /api/v1/subscriptions", { body: terms });
        return { price, reference: client.payment_reference ?? "" };
      }),
    ),
  );
}

type Caller = ReturnType<Product["callerFor"]>;
const signedIn = async (product: Product, person: Person): Promise<Caller> =>
  product.callerFor((await product.signIn(person)).access);

/** Each is a callback: those that come twice follow each other, the late ones come last. */
function callbacksOf(paid: readonly Paid[]): Paid[] {
  const kinds = paid.map((payment, index) => ({ payment, kind: index % 20 }));
  const early = kinds.filter(({ kind }) => kind > 1);
  return [
    ...early.flatMap(({ payment, kind }) =>
      kind === 2 ? [payment, payment] : [kind === 3 ? { ...payment, amount: 10 * payment.amount } : payment],
    ),
    ...kinds.filter(({ kind }) => kind === 1).map(({ payment }) => payment),
  ];
}

async function sendWithKills(paid: readonly Paid[], args: string[]) {
  const callbacks = callbacksOf(paid);
  const part = Math.ceil(callbacks.length / (KILLS + 1));
  const sent = { answered: 0, lost: 0, kills: 0 };
  for (let round = 0; round <= KILLS; round += 1) {
    const server = fork(import.meta.filename, args, { execArgv: process.execArgv });
    const [site] = (await once(server, "message")) as [string];
    const limit = pLimit(CONCURRENCY);
    const all = callbacks.slice(round * part, (round + 1) * part);
    let remaining = all.length;
    await Promise.all(
      all.map((callback) =>
        limit(async () => {
          remaining -= 1;
          // In the middle of the work of others.
          if (remaining === CONCURRENCY && round < KILLS) {
            sent.kills += 1;
            server.kill("SIGKILL");
          }
          const status = await send(site, callback).catch(() => 0);
          if (status === 200) sent.answered += 1;
          else sent.lost += 1;
        }),
      ),
    );
    if (round === KILLS) server.kill("SIGKILL");
    if (server.signalCode === null) await once(server, "exit");
    console.info(
      `  ${secondsNow()} s, ${round + 1} of ${KILLS + 1}: ${sent.answered} answered, ${sent.lost} not`,
    );
  }
  return sent;
}

const secondsNow = () => Math.round(performance.now() / 1_000);

const agent = new Agent({ keepAlive: true });

/** `fetch` takes four times the processor time. */
async function send(site: string, { TransID, amount, account }: Paid): Promise<number> {
  const said = { TransID, TransAmount: amount.toFixed(2), BillRefNumber: account, FirstName: "JANE" };
  const headers = { "content-type": "application/json" };
  const sent = request(site + callbackPath(secret, "confirmation"), { agent, method: "POST", headers });
  sent.end(JSON.stringify({ ...said, BusinessShortCode: shortCode, TransTime: "20261224080000" }));
  const [response] = await once(sent, "response");
  response.resume();
  await once(response, "end");
  return response.statusCode;
}

type Pulled = { added?: number };

async function pullUntilQuiet(product: Product): Promise<number> {
  const pull = async () => {
    const { outcome = {} } = (await product.runSchedule(localSchedule("paybill-pull"), product.now())) as {
      outcome?: Pulled;
    };
    return outcome;
  };
  for (let pulls = 1; pulls < MAX_PULLS; pulls += 1) {
    const { added } = await pull();
    console.info(`  ${secondsNow()} s, pull ${pulls}: ${added ?? "not finished, some"} new`);
    if (added !== 0) continue;
    // Work that callbacks started must change nothing any more.
    await untilQueueIsEmpty(product);
    if ((await pull()).added === 0) return pulls;
  }
  return Number.POSITIVE_INFINITY;
}

/** But for the few messages that a killed process had taken: they come back after 12 minutes. */
async function untilQueueIsEmpty({ region, awsEndpoint: endpoint, credentials }: Product): Promise<void> {
  const sqs = new SQSClient({ region, endpoint, credentials });
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
  const QueueUrl = QueueUrls.find((url) => url.includes("PaybillQueue"));
  const AttributeNames = ["ApproximateNumberOfMessages" as const];
  for (let queued = "1"; queued !== "0"; await wait(1_000)) {
    const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
    queued = Attributes?.ApproximateNumberOfMessages ?? "0";
  }
}

/** Compares the payments that the API lists with those that were paid. */
async function compare(call: Caller, paid: readonly Paid[]): Promise<Figure[]> {
  const list = async (query: Record<string, string>) => {
    const rows: Payment[] = [];
    let cursor: string | undefined = "";
    do {
      const page: { body: { payments: Payment[]; cursor?: string | undefined } } = await call(
        "GET /api/v1/payments",
        { query: { ...query, ...(cursor && { cursor }) } },
      );
      rows.push(...page.body.payments);
      cursor = page.body.cursor;
    } while (cursor);
    return rows;
  };
  const recorded = await list({ from: today, to: today });
  const unmatched = await list({ state: "unmatched" });
  const booked = Map.groupBy([...recorded, ...unmatched], ({ reference }) => reference);
  const { received } = (await call("GET /api/v1/dashboard/stats")).body;
  const announced = (await list({ state: "announced" })).length;
  const centsOf = (rows: readonly { amount: number }[]) =>
    rows.reduce((sum, { amount }) => sum + toCents(amount), 0);
  const wrong = paid.filter(({ TransID, amount }) => centsOf(booked.get(TransID) ?? []) !== toCents(amount));
  const doubled = [...booked.values()].filter((rows) => new Set(rows.map(({ id }) => id)).size > 1);
  const count = (name: string, value: number, budget = 0): Figure => ({ name, value, budget, unit: "" });
  return [
    { ...count("payments matched with a client", paid.length - unmatched.length, 1), atLeast: true },
    count("payments that wait to be assigned", unmatched.length, CALLBACKS),
    count("payments lost", paid.filter(({ TransID }) => !booked.has(TransID)).length),
    count("payments on record twice", doubled.length),
    count("payments with another sum", wrong.length),
    count("payments that nobody made", [...booked.keys()].length - paid.length),
    count("cents that differ in all", Math.abs(centsOf([...recorded, ...unmatched]) - centsOf(paid))),
    count("cents that differ from the dashboard", Math.abs(centsOf(recorded) - centsOf(received))),
    count("payments still announced", announced),
  ];
}

/** The process that is killed: the whole stack, which also reads M-Pesa's list all the time. */
async function serve(directory: string, daraja: string): Promise<void> {
  const template: EnvironmentOptions["template"] = (original) => withPaybillSecrets(original, daraja);
  const environment = await startEnvironment({ assembly, directory, now, template });
  process.send?.(environment.site);
  for (;;) {
    await wait(5_000);
    await environment.runSchedule(localSchedule("paybill-pull"), environment.now());
  }
}
const [directory, daraja] = process.argv.slice(2);
if (process.send && directory && daraja) await serve(directory, daraja);
