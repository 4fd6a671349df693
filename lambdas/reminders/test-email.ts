import { randomUUID } from "node:crypto";
import { type EmailName, testsAnHour } from "../../shared/reminders.ts";
import { HttpError, type Moment } from "../http.ts";
import { enqueue, type Job } from "../outbox.ts";
import { withinLimit } from "../rate-limit.ts";
import { personOf } from "../staff.ts";
import { tellCompany } from "./company-mail.ts";

type Caller = { caller: string; token: string };

/**
 * Mails an example of an email to whoever asks, through the same ledger as every other email. What cannot be sent at
 * the moment is left to the unattended sender.
 */
export async function sendTest(example: EmailName, { caller, token }: Caller, moment: Moment) {
  const { called, email, verified } = await personOf(token);
  if (!verified)
    throw new HttpError(
      409,
      "A test goes to your own address, and yours was never confirmed. Ask an administrator to invite you again.",
    );
  const limit = { what: "test-emails", most: testsAnHour, seconds: 3_600 };
  const { within, until } = await withinLimit(limit, caller, moment.now);
  if (!within) throw new HttpError(429, tooMany(Date.parse(until) - Date.parse(moment.now)));
  const job: Job = {
    ...{ email: "test", example, id: randomUUID() },
    ...{ reader_id: caller, to: email, reader: called },
    ...{ day: moment.today, at: moment.now },
  };
  const outcome = await tellCompany(job, moment);
  if (outcome.state === "failed")
    throw new HttpError(502, "The mail service refused the test. The send log says why.");
  if (outcome.state === "later") await enqueue([job]);
  return { sent: true as const, to: email };
}

function tooMany(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  const wait = minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return `That was ${testsAnHour} tests within an hour. You can send the next one in ${wait}.`;
}
