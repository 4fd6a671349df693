import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import { Instant } from "../../shared/text.ts";
import { variable } from "../platform/environment.ts";

/** What follows a callback. Each can be repeated. */
export const PaybillJob = z.discriminatedUnion("work", [
  /** Asks M-Pesa whether an announced payment is true. */
  z.object({ work: z.literal("ask"), code: z.string(), at: Instant }),
  /** Books what M-Pesa has confirmed. */
  z.object({
    work: z.literal("book"),
    code: z.string(),
    at: Instant,
  }),
]);
export type PaybillJob = z.output<typeof PaybillJob>;

const sqs = new SQSClient({
  requestHandler: { requestTimeout: 2_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});

/** @throws when it was not queued */
export async function enqueue(job: PaybillJob, DelaySeconds = 0): Promise<void> {
  const QueueUrl = variable("PAYBILL_QUEUE");
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(job), DelaySeconds }));
}
