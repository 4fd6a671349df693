import { setTimeout as wait } from "node:timers/promises";
import { GetSendQuotaCommand } from "@aws-sdk/client-ses";
import type { Email } from "../../../shared/emails/email.ts";
import { variable } from "../environment.ts";
import type { Envelope } from "./mime.ts";
import { sendEmail, ses, sesErrorOf } from "./ses.ts";

/** For how long the account's rate is cached. */
const CACHE_MS = 5 * 60_000;

// Each instance has its own.
let rate: { perSecond: number; readAt: number } | undefined;
let reading: Promise<number> | undefined;
/** When the next email may be sent. */
let nextSlot = 0;

/** The number of recipients a second that SES allows for this account. @throws errors of SES */
async function accountRate(): Promise<number> {
  if (rate && Date.now() - rate.readAt < CACHE_MS) return rate.perSecond;
  reading ??= ses
    .send(new GetSendQuotaCommand({}))
    .then(({ MaxSendRate = 0 }) => {
      if (MaxSendRate <= 0) throw new Error("SES does not allow this account to send.");
      rate = { perSecond: MaxSendRate, readAt: Date.now() };
      return MaxSendRate;
    })
    .finally(() => {
      reading = undefined;
    });
  return reading;
}

/** At exactly the rate, SES would refuse one email in a hundred, because network delays vary. */
const RATE_MARGIN = 0.03;

/** The maximum number of instances that send at the same time. Each takes its share of the account's rate. */
const senders = () => Number(variable("MAIL_SENDERS", "1"));

/**
 * Waits until this instance may send one email to some recipients: SES counts each. Returns for how many milliseconds it
 * waited.
 */
export async function waitForTurn(recipients: number): Promise<number> {
  const pause = (1_000 * senders() * (1 + RATE_MARGIN)) / (await accountRate());
  const now = Date.now();
  const slot = Math.max(now, nextSlot);
  nextSlot = slot + recipients * pause;
  if (slot > now) await wait(slot - now);
  return slot - now;
}

/** How many people get an email. */
export const recipientsOf = ({ cc = [] }: Pick<Envelope, "cc">): number => 1 + cc.length;

const FIRST_PAUSE_MS = 400;

/** Other instances send as well, and together they were too fast: this one pauses, longer after each try. */
function slowDown(tries: number): void {
  const pause = FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random());
  nextSlot = Math.max(nextSlot, Date.now() + pause);
}

/** The lease is about to expire: another instance could send the email as well. */
export class TookTooLong extends Error {
  override name = "it took too long";
}

const MAX_TRIES = 3;

/**
 * Sends an email after `waitForTurn`. When SES says that the rate is exceeded, it waits and tries again.
 * @throws TookTooLong after `sendBy` (epoch milliseconds), and errors of SES
 */
export async function sendAtRate(
  sendBy: number,
  email: Email,
  to: string,
  options: Parameters<typeof sendEmail>[2] = {},
): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    if (Date.now() > sendBy) throw new TookTooLong();
    try {
      return await sendEmail(email, to, options);
    } catch (error) {
      if (sesErrorOf(error) !== "rate" || tries === MAX_TRIES) throw error;
      slowDown(tries);
      await waitForTurn(recipientsOf(options));
    }
  }
}
