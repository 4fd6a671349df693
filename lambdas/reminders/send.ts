import { BatchProcessor, EventType } from "@aws-lambda-powertools/batch";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type { Day } from "../../shared/day.ts";
import { type Job, jobOf } from "../email-jobs.ts";
import { logFailure } from "../log.ts";
import { type Moment, momentAt } from "../moment.ts";
import { sendToCompany } from "./company-emails.ts";
import { putOff } from "./put-off.ts";
import * as runs from "./runs.ts";
import type { Outcome } from "./send-once.ts";
import { sendReceipt } from "./send-receipt.ts";
import { sendReminder } from "./send-reminder.ts";

const processor = new BatchProcessor(EventType.SQS);

/** Sends the emails that were asked for; those that could not be sent come back to the queue, later each time. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  processor.register(Records, attempt, { throwOnFullBatchFailure: false });
  const done = await processor.process();
  const sent = done.flatMap(([status, result]) => (status === "success" ? [result as Done] : []));
  await tally(sent).catch((error) => logFailure("not counted", error));
  return processor.response();
}

type Done = { job: Job; moment: Moment; outcome: Exclude<Outcome, { state: "later" }> };

/** Of a job that could not be done, for the queue to keep. */
class NotNow extends Error {}

async function attempt(record: SQSRecord): Promise<Done> {
  try {
    const job = jobOf(record.body);
    const moment = momentOf(job, record);
    const outcome = await carryOut(job, moment).catch((error): Outcome => {
      logFailure("email not attempted", error, { message_id: record.messageId });
      return { state: "later", reason: "the database could not be used" };
    });
    if (outcome.state !== "later") return { job, moment, outcome };
    await putOff(record, job, moment, outcome);
  } catch (error) {
    logFailure("message not handled", error, { message_id: record.messageId });
  }
  throw new NotNow();
}

/** The clock of whoever asked, as far on as the message has waited since. */
const momentOf = ({ at }: Job, { attributes }: SQSRecord): Moment =>
  momentAt(Date.parse(at) + Math.max(0, Date.now() - Number(attributes.SentTimestamp)));

function carryOut(job: Job, moment: Moment): Promise<Outcome> {
  if (job.email === "receipt") return sendReceipt(job, moment);
  if (job.email !== "reminder") return sendToCompany(job, moment);
  const { subscription_id, period, kind, more } = job;
  return sendReminder({ subscription_id, period, kind, more }, moment);
}

/** Adds the outcomes up for each daily run, for its heartbeat. */
async function tally(done: Done[]): Promise<void> {
  const counted = new Map<Day, runs.Outcomes>();
  for (const { job, outcome } of done) {
    if (job.email !== "reminder" || !job.run || outcome.state === "settled") continue;
    const counts = counted.get(job.run) ?? { sent: 0, skipped: 0, failed: 0 };
    counts[outcome.state] += 1;
    counted.set(job.run, counts);
  }
  for (const [day, counts] of counted) await runs.count(day, counts);
  const sent = done.find(({ outcome }) => outcome.state === "sent");
  if (sent) await runs.noteSent(sent.moment.now);
}
