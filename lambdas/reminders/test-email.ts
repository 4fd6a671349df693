import { randomUUID } from "node:crypto";
import { testsAnHour } from "../../shared/reminders.ts";
import type { Job } from "../email-jobs.ts";
import { enqueue } from "../email-queue.ts";
import { BadGateway, Conflict, TooManyRequests } from "../errors.ts";
import type { Moment } from "../moment.ts";
import { withinLimit } from "../rate-limit.ts";
import { getUser } from "../user-pool.ts";
import { sendExample } from "./example-emails.ts";

type Caller = { caller: string; token: string };
type Wanted = Pick<
  Job & { email: "test" },
  "example" | "language" | "words" | "client_id" | "subscription_id"
>;

/**
 * Mails an example of an email to whoever asks, through the same ledger as every other email. What cannot be sent at
 * the moment is left to the unattended sender.
 */
export async function sendTest(wanted: Wanted, { caller, token }: Caller, moment: Moment) {
  const { called, email, verified } = await getUser(token);
  if (!verified)
    throw new Conflict(
      "A test goes to your own address, and yours was never confirmed. Ask an administrator to invite you again.",
    );
  const limit = { what: "test-emails", most: testsAnHour, seconds: 3_600 };
  const { within, retryAfter } = await withinLimit(limit, caller, moment.now);
  if (!within) throw new TooManyRequests(tooMany(retryAfter), retryAfter);
  const job: Job & { email: "test" } = {
    ...{ email: "test", ...wanted, id: randomUUID() },
    ...{ reader_id: caller, to: email, reader: called },
    ...{ day: moment.today, at: moment.now },
  };
  const outcome = await sendExample(job, moment);
  if (outcome.state === "failed")
    throw new BadGateway("The mail service refused the test. The send log says why.");
  if (outcome.state === "later") await enqueue([job]);
  return { sent: true as const, to: email };
}

function tooMany(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return `That was ${testsAnHour} tests within an hour. You can send the next one in ${wait}.`;
}
