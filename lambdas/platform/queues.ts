import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { variable } from "./environment.ts";
import { logFailure } from "./log.ts";

/** The queues of the stack, with the environment variables that hold their addresses. */
const variables = {
  emails: "EMAIL_QUEUE",
  billing: "BILLING_QUEUE",
  paybill: "PAYBILL_QUEUE",
  messages: "MESSAGE_QUEUE",
} as const;
export type QueueName = keyof typeof variables;

const sqs = new SQSClient({
  requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});

/** SQS's limit. */
const MAX_BATCH = 10;
const PARALLEL_BATCHES = 5;
const MAX_TRIES = 3;

type Options = {
  /** At most 900. */
  delaySeconds?: number;
  abortSignal?: AbortSignal;
};

/** Queues jobs. @throws when some were not queued; queuing all of them again does no harm */
export async function send(queue: QueueName, jobs: readonly unknown[], options: Options = {}): Promise<void> {
  const batches: (readonly unknown[])[] = [];
  for (let start = 0; start < jobs.length; start += MAX_BATCH)
    batches.push(jobs.slice(start, start + MAX_BATCH));
  while (batches.length > 0)
    await Promise.all(batches.splice(0, PARALLEL_BATCHES).map((batch) => sendBatch(queue, batch, options)));
}

async function sendBatch(
  queue: QueueName,
  jobs: readonly unknown[],
  { delaySeconds, abortSignal }: Options,
): Promise<void> {
  let remaining = jobs;
  for (let tries = 0; remaining.length > 0 && tries < MAX_TRIES; tries += 1) {
    const Entries = remaining.map((job, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify(job),
      DelaySeconds: delaySeconds,
    }));
    const { Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({ QueueUrl: variable(variables[queue]), Entries }),
      abortSignal && { abortSignal },
    );
    remaining = Failed.flatMap(({ Id }) => remaining[Number(Id)] ?? []);
  }
  if (remaining.length > 0) throw new Error(`The queue ${queue} did not take ${remaining.length} jobs.`);
}

/** SQS hides a message for at most 12 hours. */
const MAX_DELAY_SECONDS = 12 * 3_600;

/** Makes SQS deliver a received message again after `seconds`. */
export async function postpone(queue: QueueName, receiptHandle: string, seconds: number): Promise<void> {
  await sqs.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: variable(variables[queue]),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(seconds))),
    }),
  );
}

const WAKE_TIMEOUT_MS = 2_000;

/**
 * Wakes the function that numbers papers, after the transaction that wrote some. At most one message a second is stored: SQS
 * drops a second one with the same deduplication id. Its queue delays each by two seconds, so a paper of the same second is
 * there by then, in the index too, which lags by less. What is not found is left to the next message, or to the sweep of the
 * outbox.
 */
export async function queueNumberer(abortSignal?: AbortSignal): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: variable("NUMBERS_QUEUE"),
      MessageBody: "{}",
      MessageGroupId: "papers",
      MessageDeduplicationId: String(Math.floor(Date.now() / 1_000)),
    }),
    abortSignal && { abortSignal },
  );
}

/** Like `queueNumberer`, for a change that is stored already: the sweep finds what cannot be queued. */
export async function wakeNumberer(): Promise<void> {
  try {
    await queueNumberer(AbortSignal.timeout(WAKE_TIMEOUT_MS));
  } catch (error) {
    logFailure("numberer not woken", error);
  }
}
