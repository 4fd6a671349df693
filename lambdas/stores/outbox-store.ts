import { randomUUID } from "node:crypto";
import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { Id, Instant, Text } from "../../shared/text.ts";
import { database, scanPages, type TransactItem, table, tryTransact } from "../platform/dynamo/database.ts";
import { readable } from "../platform/dynamo/read-rows.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";
import type { Job as EmailJob } from "../platform/email/jobs.ts";
import { logFailure } from "../platform/log.ts";
import { type Moment, momentAt } from "../platform/moment.ts";
import { type QueueName, send } from "../platform/queues.ts";

// The work that follows a change is stored as a row, in the transaction of the change. A message of a queue wakes the
// function that does the work, and then the row goes. The sweep finds the rows that no message woke.

/** Work that goes on after a request. Each can be repeated and interrupted. */
export const BillingJob = z.discriminatedUnion("work", [
  /** Brings an account up to date in several transactions. */
  z.object({ work: z.literal("account"), client_id: Id, at: Instant }),
  /** Records unmatched payments for the clients that somebody chose. */
  z.object({
    work: z.literal("payments"),
    ids: z.array(Id),
    by: z.object({ id: z.string(), name: Text, email: Text }),
    screen: z.optional(z.string()),
    at: Instant,
  }),
  /** Imports the rows of a file, or undoes that. */
  z.object({ work: z.literal("import"), id: Id, at: Instant }),
]);
export type BillingJob = z.output<typeof BillingJob>;

/** Asks M-Pesa what became of a prompt on a phone. */
const PromptJob = z.object({
  work: z.literal("prompt"),
  reference: z.string(),
  checkout: z.string(),
  /** How often it was asked without a callback. */
  tries: z.optional(z.int()),
  at: Instant,
});
export type PromptJob = z.output<typeof PromptJob>;

/** Work that follows a callback of M-Pesa. Each can be repeated. */
export const PaybillJob = z.discriminatedUnion("work", [
  /** Asks M-Pesa whether an announced payment is true. */
  z.object({ work: z.literal("ask"), code: z.string(), at: Instant }),
  /** Books what M-Pesa has confirmed. */
  z.object({ work: z.literal("book"), code: z.string(), at: Instant }),
  PromptJob,
]);
export type PaybillJob = z.output<typeof PaybillJob>;

/** Work that follows a change, at once or some seconds after its `at`, at most 900. A repetition does no harm. */
export type Entry = { delaySeconds?: number } & (
  | { queue: "emails"; job: EmailJob }
  | { queue: "billing"; job: BillingJob }
  | { queue: "paybill"; job: PaybillJob }
);

const Row = z.object({
  id: Id,
  queue: z.enum(["emails", "billing", "paybill"] satisfies QueueName[]),
  job: z.looseObject({ at: Instant }),
  not_before: Instant,
  expires_at: z.number(),
});
export type Row = z.output<typeof Row>;

/** A receipt that is later would surprise the client more than it helps. Charges are continued by the daily run as well. */
const KEPT_DAYS = 7;

const place = (id: string) => ({ TableName: table("outbox"), Key: { id } });

export const rowOf = ({ queue, job, delaySeconds = 0 }: Entry): Row => ({
  id: randomUUID(),
  queue,
  job,
  not_before: new Date(Date.parse(job.at) + 1_000 * delaySeconds).toISOString(),
  expires_at: Math.floor(Date.parse(job.at) / 1_000) + KEPT_DAYS * 86_400,
});

export const insert = (Item: Row): TransactItem => ({ Put: { TableName: table("outbox"), Item } });

/** Writes items with what follows, or none because a condition did not hold: then it returns false. */
export async function tryTransactWith(items: TransactItem[], following: readonly Entry[]): Promise<boolean> {
  const rows = following.map(rowOf);
  if (!(await tryTransact([...items, ...rows.map(insert)]))) return false;
  await wake(rows);
  return true;
}

/** Stores entries that are in no transaction, and wakes who does them. */
export async function add(...entries: readonly Entry[]): Promise<void> {
  const rows = entries.map(rowOf);
  for (const Item of rows) await database.send(new PutCommand({ TableName: table("outbox"), Item }));
  await wake(rows);
}

const WAKE_TIMEOUT_MS = 2_000;

/** Wakes who does some entries. The sweep finds what cannot be queued. */
export async function wake(rows: readonly Row[]): Promise<void> {
  const groups = Map.groupBy(rows, (row) => `${row.queue} ${delayOf(row)}`);
  for (const group of groups.values()) {
    const [first] = group as [Row];
    try {
      const messages = group.map((row) => messageOf(row));
      const abortSignal = AbortSignal.timeout(WAKE_TIMEOUT_MS);
      await send(first.queue, messages, { delaySeconds: delayOf(first), abortSignal });
    } catch (error) {
      logFailure("outbox not woken", error, { queue: first.queue });
    }
  }
}

/** The fields of a message beside its job. */
const About = z.object({
  /** The id of the entry. */
  outbox: z.optional(Id),
  /** When the sweep queued it, if that is later than its job says. */
  woken_at: z.optional(Instant),
});
type About = z.output<typeof About>;
type Message = Pick<SQSRecord, "body">;

const messageOf = ({ id, job }: Row, woken_at?: string) => ({ ...job, outbox: id, woken_at }) satisfies About;
const aboutOf = ({ body }: Message): About => About.parse(JSON.parse(body));

/** The time of the request by the requester's clock, plus the time that the message has waited. */
export const momentOf = (record: SQSRecord, { at }: { at: string }): Moment =>
  momentAt(
    Date.parse(aboutOf(record).woken_at ?? at) +
      Math.max(0, Date.now() - Number(record.attributes.SentTimestamp)),
  );

const delayOf = ({ not_before, job }: Row): number =>
  Math.round((Date.parse(not_before) - Date.parse(job.at)) / 1_000);

/** Removes the entry whose message was done. If that fails, it is done again later, which changes nothing. */
export async function settle(message: Message): Promise<void> {
  const { outbox } = aboutOf(message);
  if (outbox === undefined) return;
  try {
    await database.send(new DeleteCommand(place(outbox)));
  } catch (error) {
    logFailure("outbox not settled", error, { id: outbox });
  }
}

/** The entries that nobody has done by an instant, a page at a time. */
export async function* waiting(before: string): AsyncGenerator<Row[]> {
  const pages = scanPages("outbox", {
    FilterExpression: "not_before < :before",
    ExpressionAttributeValues: { ":before": before },
  });
  for await (const items of pages) yield readable(Row, items).rows;
}

/** Queues an entry that nobody has done. It is not queued again before `next`. */
export async function wakeAgain(row: Row, now: string, next: string): Promise<void> {
  await send(row.queue, [messageOf(row, now)]);
  await updateIf(place(row.id), { set: { not_before: next }, onlyIf: "attribute_exists(id)" });
}
