import { BatchProcessor, EventType } from "@aws-lambda-powertools/batch";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type { Day } from "../../shared/day.ts";
import type { Outcome } from "../outbox/send-once.ts";
import { Job } from "../platform/email/jobs.ts";
import { logFailure } from "../platform/log.ts";
import type { Moment } from "../platform/moment.ts";
import { sendToCompany, tellOfChange } from "../reminders/company-emails.ts";
import { retryLater } from "../reminders/retry.ts";
import * as runs from "../reminders/runs.ts";
import { sendMonth } from "../reminders/send-month.ts";
import { sendPrice, sendPriceWithdrawn } from "../reminders/send-price.ts";
import { sendCorrection, sendReceipt } from "../reminders/send-receipt.ts";
import { sendByHand, sendReminder } from "../reminders/send-reminder.ts";
import { sendStatement } from "../reminders/send-statement.ts";
import { momentOf, settle } from "../stores/outbox-store.ts";

const processor = new BatchProcessor(EventType.SQS);

/** Sends queued emails. Those that fail go back to the queue, with a longer delay each time. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  processor.register(Records, attempt, { throwOnFullBatchFailure: false });
  const results = await processor.process();
  const sent = results.flatMap(([status, result]) => (status === "success" ? [result as Done] : []));
  await countOutcomes(sent).catch((error) => logFailure("outcomes not counted", error));
  return processor.response();
}

type Done = { job: Job; moment: Moment; outcome: Exclude<Outcome, { state: "retry" }> };

/** Tells the batch processor to leave the message in the queue. */
class RetryError extends Error {}

async function attempt(record: SQSRecord): Promise<Done> {
  try {
    const job = Job.parse(JSON.parse(record.body));
    const moment = momentOf(record, job);
    const outcome = await sendJob(job, moment).catch((error): Outcome => {
      logFailure("email not attempted", error, { message_id: record.messageId });
      return { state: "retry", reason: "the database could not be used" };
    });
    if (outcome.state !== "retry") {
      // An email that SES refused stays in the outbox, and is tried again for a week: its cause may go.
      if (outcome.state !== "failed") await settle(record);
      return { job, moment, outcome };
    }
    await retryLater(record, job, moment, outcome);
  } catch (error) {
    logFailure("message not handled", error, { message_id: record.messageId });
  }
  throw new RetryError();
}

async function sendJob(job: Job, moment: Moment): Promise<Outcome> {
  if (job.email === "settings-changed") {
    await tellOfChange(job);
    return { state: "skipped", reason: "each reader gets an email" };
  }
  if (job.email === "receipt") return sendReceipt(job, moment);
  if (job.email === "correction") return sendCorrection(job, moment);
  if (job.email === "price") return sendPrice(job, moment);
  if (job.email === "price-withdrawn") return sendPriceWithdrawn(job, moment);
  if (job.email === "statement") return sendStatement(job, moment);
  if (job.email === "reminder") return sendReminder(job, moment);
  if (job.email === "resend") return sendByHand(job, moment);
  if (job.email === "month") return sendMonth(job, moment);
  return sendToCompany(job, moment);
}

/** Adds the outcomes to the counts of each daily run. */
async function countOutcomes(deliveries: Done[]): Promise<void> {
  const countsByRun = new Map<Day, runs.Outcomes>();
  for (const { job, outcome } of deliveries) {
    if (job.email !== "reminder" || !job.run) continue;
    const counts = countsByRun.get(job.run) ?? { sent: 0, skipped: 0, failed: 0 };
    runs.addOutcome(counts, outcome);
    countsByRun.set(job.run, counts);
  }
  for (const [day, counts] of countsByRun) await runs.addOutcomes(day, counts);
  const sent = deliveries.find(({ outcome }) => outcome.state === "sent");
  if (sent) await runs.recordSent(sent.moment.now);
}
