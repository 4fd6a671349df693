import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import { Instant } from "../../shared/text.ts";
import { variable } from "../platform/environment.ts";

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
  PromptJob,
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

/** When M-Pesa is asked about a prompt without a callback, in seconds after the time before. */
const CHECK_AFTER_SECONDS = [10, 10, 10, 15, 15, 30, 30, 60];

/** Queues the next check of a prompt; after the last one there is none. */
export async function checkLater(job: Omit<PromptJob, "work"> & { tries: number }): Promise<void> {
  const seconds = CHECK_AFTER_SECONDS[job.tries];
  if (seconds === undefined) return;
  const at = new Date(Date.parse(job.at) + 1_000 * seconds).toISOString();
  await enqueue({ work: "prompt", ...job, at }, seconds);
}
