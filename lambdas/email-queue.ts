import { ChangeMessageVisibilityCommand, SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { Job } from "./email-jobs.ts";
import { variable } from "./environment.ts";

const sqs = new SQSClient({
  requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});

/** SQS's own limit. */
const mostOfABatch = 10;
const batchesAtOnce = 5;
const mostTries = 3;

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
      new SendMessageBatchCommand({ QueueUrl: variable("OUTBOX_QUEUE"), Entries: entries }),
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
      QueueUrl: variable("OUTBOX_QUEUE"),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: Math.min(longest, Math.max(0, Math.ceil(seconds))),
    }),
  );
}
