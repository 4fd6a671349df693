import { ChangeMessageVisibilityCommand, SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import { Day } from "../shared/day.ts";
import { type NoticeName, notices } from "../shared/emails/to-company.ts";
import { EmailName, ReminderKind } from "../shared/reminders.ts";
import { SettingsNews } from "../shared/settings.ts";
import { Id, Instant, Version } from "../shared/text.ts";

const sqs = new SQSClient({
  requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});

/** What a run found due, and the first of it by name. */
export const DueTotals = z.object({
  count: z._default(z.int(), 0),
  cents: z._default(z.int(), 0),
  first: z._default(
    z.array(z.object({ client_id: Id, period: Day, cents: z.int(), muted: z.optional(z.boolean()) })),
    [],
  ),
});
export type DueTotals = z.output<typeof DueTotals>;

/** Whom an email goes to where that is not the company: what sets them apart, their address, what they are called. */
const reader = { reader_id: z.string(), to: z.string(), reader: z.string() };

/** An email to be sent unattended. `at` is the instant it was asked for, by the clock of whoever asked. */
export const Job = z.discriminatedUnion("email", [
  z.object({
    email: z.literal("reminder"),
    subscription_id: Id,
    period: Day,
    kind: ReminderKind,
    /** Sets apart a reminder that a person sends once more. */
    more: z.optional(z.string()),
    at: Instant,
    /** The daily run it belongs to. */
    run: z.optional(Day),
  }),
  z.object({
    email: z.literal("digest"),
    day: Day,
    upcoming: DueTotals,
    overdue: DueTotals,
    /** Subscriptions that could not be looked at. */
    unreadable: z._default(z.int(), 0),
    at: Instant,
  }),
  z.object({ email: z.literal("new-client"), client_id: Id, day: Day, at: Instant }),
  z.object({
    email: z.literal("notice"),
    name: z.enum(Object.keys(notices) as [NoticeName, ...NoticeName[]]),
    client_id: z.optional(Id),
    day: Day,
    at: Instant,
  }),
  z.object({
    email: z.literal("test"),
    example: EmailName,
    /** No two presses of the button are the same test. */
    id: Id,
    ...reader,
    day: Day,
    at: Instant,
  }),
  z.object({
    email: z.literal("settings-change"),
    /** Of the settings, once changed. */
    version: Version,
    changes: z.array(SettingsNews),
    by: z.string(),
    ...reader,
    day: Day,
    at: Instant,
  }),
]);
export type Job = z.output<typeof Job>;

/** SQS's own limit. */
const mostOfABatch = 10;
const batchesAtOnce = 5;
const mostTries = 3;

const queueUrl = () => {
  const url = process.env.OUTBOX_QUEUE;
  if (!url) throw new Error("This function was not given OUTBOX_QUEUE.");
  return url;
};

/** Asks for emails to be sent. @throws when some could not be asked for; asking again does no harm */
export async function enqueue(jobs: Job[], abortSignal?: AbortSignal): Promise<void> {
  const batches: Job[][] = [];
  for (let start = 0; start < jobs.length; start += mostOfABatch)
    batches.push(jobs.slice(start, start + mostOfABatch));
  while (batches.length > 0)
    await Promise.all(batches.splice(0, batchesAtOnce).map((batch) => put(batch, abortSignal)));
}

async function put(jobs: Job[], abortSignal: AbortSignal | undefined): Promise<void> {
  let left = jobs;
  for (let tries = 0; left.length > 0 && tries < mostTries; tries += 1) {
    const entries = left.map((job, index) => ({ Id: String(index), MessageBody: JSON.stringify(job) }));
    const { Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({ QueueUrl: queueUrl(), Entries: entries }),
      abortSignal && { abortSignal },
    );
    left = Failed.flatMap(({ Id }) => left[Number(Id)] ?? []);
  }
  if (left.length > 0) throw new Error(`The queue did not take ${left.length} emails.`);
}

/** SQS hides a message for no longer. */
const longest = 12 * 3_600;

/** Lets a message that was received come back after so many seconds. */
export async function postpone(receiptHandle: string, seconds: number): Promise<void> {
  await sqs.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: queueUrl(),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: Math.min(longest, Math.max(0, Math.ceil(seconds))),
    }),
  );
}
