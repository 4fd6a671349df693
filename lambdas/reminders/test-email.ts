import { randomUUID } from "node:crypto";
import { MAX_TESTS_PER_HOUR } from "../../shared/reminders/reminder.ts";
import { enqueue, type Job } from "../platform/email/jobs.ts";
import type { Caller } from "../platform/http/caller.ts";
import { withinLimit } from "../platform/http/rate-limit.ts";
import { BadGateway, TooManyRequests } from "../platform/http/refusals.ts";
import type { Moment } from "../platform/moment.ts";
import { sendExample } from "./example-emails.ts";

type TestOptions = Pick<
  Job & { email: "test" },
  "example" | "language" | "words" | "client_id" | "subscription_id"
>;

/** Sends an example of an email to the person who requests it. If it cannot be sent now, it is queued. */
export async function sendTest(options: TestOptions, request: Caller & Moment) {
  const { caller, session, ...moment } = request;
  const { name, email } = await session();
  const limit = { what: "test-emails", maxCalls: MAX_TESTS_PER_HOUR, seconds: 3_600 };
  const { within, retryAfter } = await withinLimit(limit, caller, moment.now);
  if (!within) throw new TooManyRequests(tooMany(retryAfter), retryAfter);
  const job: Job & { email: "test" } = {
    ...options,
    email: "test",
    id: randomUUID(),
    reader_id: caller,
    to: email,
    reader: name,
    day: moment.today,
    at: moment.now,
  };
  const outcome = await sendExample(job, moment);
  if (outcome.state === "failed")
    throw new BadGateway("The mail service refused the test. The send log says why.");
  if (outcome.state === "retry") await enqueue([job]);
  return { sent: true as const, to: email };
}

function tooMany(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return `You have sent ${MAX_TESTS_PER_HOUR} tests within an hour. You can send the next one in ${wait}.`;
}
