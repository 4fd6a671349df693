import type { SQSRecord } from "aws-lambda";
import type { NoticeName } from "../../shared/emails/to-company.ts";
import { giveUp } from "../outbox/email-claims.ts";
import type { Outcome } from "../outbox/send-once.ts";
import { enqueue, type Job } from "../platform/email/jobs.ts";
import { variable } from "../platform/environment.ts";
import type { Moment } from "../platform/moment.ts";
import { postpone } from "../platform/queues.ts";
import {
  type EmailKey,
  priceKeyOf,
  receiptKeyOf,
  statementKeyOf,
  withdrawnPriceKeyOf,
} from "../stores/email-key.ts";
import { companyEmailKey } from "./company-emails.ts";
import { recordPause } from "./runs.ts";
import { monthKeyOf } from "./send-month.ts";

const numberOf = (name: string) => Number(variable(name));

const retryDelaySeconds = (receiveCount: number) =>
  Math.min(numberOf("RETRY_MOST_SECONDS"), numberOf("RETRY_FIRST_SECONDS") * 3 ** (receiveCount - 1));

/** Postpones a job, or gives it up for the day after the last attempt. */
export async function retryLater(
  { receiptHandle, attributes }: SQSRecord,
  job: Job,
  { now, today }: Moment,
  { reason, until, paused, keys }: Outcome & { state: "retry" },
): Promise<void> {
  // A notice that cannot be sent must not cause another notice.
  const notify = (name: NoticeName) =>
    job.email === "notice" ? undefined : notifyOnce(name, { now, today });
  if (paused) {
    await recordPause(now, reason);
    await notify("sending-paused");
  }
  const receiveCount = Number(attributes.ApproximateReceiveCount);
  if (receiveCount >= numberOf("MOST_RECEIVES")) {
    // After the last attempt the message becomes a dead letter, and the next daily run tries again.
    const why = `given up after ${receiveCount} attempts: ${reason}`;
    const gaveUp = await Promise.all(
      (keys ?? keysOf(job)).map((key, index) => giveUp(key, why, index > 0 || undefined)),
    );
    if (gaveUp.some(Boolean)) await notify("given-up");
  } else {
    const seconds = until === undefined ? retryDelaySeconds(receiveCount) : (until - Date.now()) / 1_000 + 1;
    await postpone("emails", receiptHandle, seconds);
  }
}

function keysOf(job: Job): EmailKey[] {
  if (job.email === "reminder" || job.email === "resend") return job.due;
  if (job.email === "receipt" || job.email === "correction") return [receiptKeyOf(job, job.email)];
  if (job.email === "price") return [priceKeyOf(job)];
  if (job.email === "price-withdrawn") return [withdrawnPriceKeyOf(job)];
  if (job.email === "month") return [monthKeyOf(job)];
  if (job.email === "statement") return [statementKeyOf(job)];
  return job.email === "settings-changed" ? [] : [companyEmailKey(job)];
}

/** Notices that this function has enqueued, by day: thousands of emails may meet the same problem. */
const notified = new Set<string>();

async function notifyOnce(name: NoticeName, { now, today }: Moment): Promise<void> {
  const key = `${today}#${name}`;
  if (notified.has(key)) return;
  await enqueue([{ email: "notice", name, day: today, at: now }]);
  notified.add(key);
}
