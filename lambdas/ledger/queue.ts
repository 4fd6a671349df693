import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import { Id, Instant, Text } from "../../shared/text.ts";
import { variable } from "../platform/environment.ts";
import { logFailure } from "../platform/log.ts";

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

const sqs = new SQSClient({
  requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});

/** SQS's limit. */
const MAX_BATCH = 10;

/** @throws when some were not queued; queuing all of them again does no harm */
export async function enqueue(jobs: readonly BillingJob[]): Promise<void> {
  for (let start = 0; start < jobs.length; start += MAX_BATCH) {
    const Entries = jobs
      .slice(start, start + MAX_BATCH)
      .map((job, index) => ({ Id: String(index), MessageBody: JSON.stringify(job) }));
    const { Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({ QueueUrl: variable("BILLING_QUEUE"), Entries }),
    );
    if (Failed.length > 0) throw new Error(`The queue did not take ${Failed.length} jobs.`);
  }
}

/** Lets a job continue a change of an account. If it cannot be queued, the next change or the daily run continues. */
export async function continueLater(client_id: string, at: string): Promise<void> {
  try {
    await enqueue([{ work: "account", client_id, at }]);
  } catch (error) {
    logFailure("account not continued", error, { client: client_id });
  }
}
