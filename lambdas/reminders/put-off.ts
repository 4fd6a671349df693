import type { SQSRecord } from "aws-lambda";
import type { NoticeName } from "../../shared/emails/to-company.ts";
import type { Job } from "../email-jobs.ts";
import { enqueue, postpone } from "../email-queue.ts";
import { variable } from "../environment.ts";
import type { Moment } from "../moment.ts";
import { companyKeyOf } from "./company-emails.ts";
import { type EmailKey, receiptKeyOf } from "./email-key.ts";
import { giveUp } from "./ledger.ts";
import { notePaused } from "./runs.ts";
import type { Outcome } from "./send-once.ts";

const setting = (name: string) => Number(variable(name));

/** How long a message that was received so many times stays away, in seconds. */
const pauseAfter = (receives: number) =>
  Math.min(setting("RETRY_MOST_SECONDS"), setting("RETRY_FIRST_SECONDS") * 3 ** (receives - 1));

/** Leaves a job to a later attempt, or gives it up for the day after the last one. */
export async function putOff(
  { receiptHandle, attributes }: SQSRecord,
  job: Job,
  { now, today }: Moment,
  { reason, until, paused }: Outcome & { state: "later" },
): Promise<void> {
  // A notice that cannot be sent must not call for another.
  const notify = (name: NoticeName) =>
    job.email === "notice" ? undefined : notifyOnce(name, { now, today });
  if (paused) {
    await notePaused(now, reason);
    await notify("sending-paused");
  }
  const receives = Number(attributes.ApproximateReceiveCount);
  if (receives >= setting("MOST_RECEIVES")) {
    // This was the last attempt: the message becomes a dead letter, and the next daily run tries again.
    const gaveUp = await giveUp(keyOf(job), `given up after ${receives} attempts: ${reason}`);
    if (gaveUp) await notify("given-up");
  } else {
    const seconds = until === undefined ? pauseAfter(receives) : (until - Date.now()) / 1_000 + 1;
    await postpone(receiptHandle, seconds);
  }
}

function keyOf(job: Job): EmailKey {
  if (job.email === "reminder") return job;
  return job.email === "receipt" ? receiptKeyOf(job) : companyKeyOf(job);
}

/** The notices that this function asked for, by day: thousands of emails may meet the same trouble. */
const notified = new Set<string>();

async function notifyOnce(name: NoticeName, { now, today }: Moment): Promise<void> {
  const key = `${today}#${name}`;
  if (notified.has(key)) return;
  await enqueue([{ email: "notice", name, day: today, at: now }]);
  notified.add(key);
}
