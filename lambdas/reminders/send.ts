import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type { Day } from "../../shared/day.ts";
import type { NoticeName } from "../../shared/emails/to-company.ts";
import { type Moment, momentAt } from "../http.ts";
import { logFailure } from "../log.ts";
import { enqueue, Job, postpone } from "../outbox.ts";
import { count, notePaused, noteSent } from "../sweep-run.ts";
import { companySubject, tellCompany } from "./company-mail.ts";
import type { Outcome } from "./deliver.ts";
import { giveUp } from "./ledger.ts";
import { remind } from "./remind.ts";

/** Sends the emails that were asked for; those that could not be sent come back to the queue, later each time. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const done = await Promise.all(Records.map(attempt));
  await tally(done).catch((error) => logFailure("not counted", error));
  return {
    batchItemFailures: done
      .filter(({ outcome }) => outcome.state === "later")
      .map(({ id }) => ({ itemIdentifier: id })),
  };
}

type Done = { id: string; job?: Job; moment?: Moment; outcome: Outcome };

async function attempt(record: SQSRecord): Promise<Done> {
  const id = record.messageId;
  try {
    const job = Job.parse(JSON.parse(record.body));
    const moment = momentOf(job, record);
    const outcome = await carryOut(job, moment).catch((error): Outcome => {
      logFailure("email not attempted", error, { message_id: id });
      return { state: "later", reason: "the database could not be used" };
    });
    if (outcome.state === "later") await putOff(record, job, moment, outcome);
    return { id, job, moment, outcome };
  } catch (error) {
    logFailure("message not handled", error, { message_id: id });
    return { id, outcome: { state: "later", reason: "not handled" } };
  }
}

/** The clock of whoever asked, as far on as the message has waited since. */
const momentOf = ({ at }: Job, { attributes }: SQSRecord): Moment =>
  momentAt(Date.parse(at) + Math.max(0, Date.now() - Number(attributes.SentTimestamp)));

const carryOut = (job: Job, moment: Moment): Promise<Outcome> =>
  job.email === "reminder"
    ? remind(
        { subscription_id: job.subscription_id, period: job.period, kind: job.kind, more: job.more },
        moment,
      )
    : tellCompany(job, moment);

const setting = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const mostReceives = () => setting("MOST_RECEIVES", 8);

/** How long a message that was received so many times stays away, in seconds. */
const pauseAfter = (receives: number) =>
  Math.min(setting("RETRY_MOST_SECONDS", 7_200), setting("RETRY_FIRST_SECONDS", 10) * 3 ** (receives - 1));

async function putOff(
  { receiptHandle, attributes }: SQSRecord,
  job: Job,
  { now, today }: Moment,
  { reason, until, paused }: Outcome & { state: "later" },
): Promise<void> {
  // A notice that cannot be sent must not call for another.
  const tell = (name: NoticeName) => (job.email === "notice" ? undefined : notifyOnce(name, { now, today }));
  if (paused) {
    await notePaused(now, reason);
    await tell("sending-paused");
  }
  const receives = Number(attributes.ApproximateReceiveCount);
  if (receives >= mostReceives()) {
    // This was the last attempt: the message becomes a dead letter, and the next daily run tries again.
    const gaveUp = await giveUp(
      job.email === "reminder" ? job : companySubject(job),
      `given up after ${receives} attempts: ${reason}`,
    );
    if (gaveUp) await tell("given-up");
  } else {
    const seconds = until === undefined ? pauseAfter(receives) : (until - Date.now()) / 1_000 + 1;
    await postpone(receiptHandle, seconds);
  }
}

/** What this function asked to be told of, and of which day: thousands of emails may meet the same trouble. */
const told = new Set<string>();

async function notifyOnce(name: NoticeName, { now, today }: Moment): Promise<void> {
  const key = `${today}#${name}`;
  if (told.has(key)) return;
  await enqueue([{ email: "notice", name, day: today, at: now }]);
  told.add(key);
}

/** Adds up what became of each run's reminders, for the run's heartbeat. */
async function tally(done: Done[]): Promise<void> {
  const runs = new Map<Day, { sent: number; skipped: number; failed: number }>();
  for (const { job, outcome } of done) {
    if (job?.email !== "reminder" || !job.run) continue;
    if (outcome.state === "settled" || outcome.state === "later") continue;
    const counts = runs.get(job.run) ?? { sent: 0, skipped: 0, failed: 0 };
    counts[outcome.state] += 1;
    runs.set(job.run, counts);
  }
  for (const [day, counts] of runs) await count(day, counts);
  const sent = done.find(({ outcome }) => outcome.state === "sent");
  if (sent?.moment) await noteSent(sent.moment.now);
}
