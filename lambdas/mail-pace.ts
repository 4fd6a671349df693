import { setTimeout as wait } from "node:timers/promises";
import { GetSendQuotaCommand } from "@aws-sdk/client-ses";
import { ses } from "./mail.ts";

/** For how long the account's rate is believed before it is asked for again, in milliseconds. */
const believed = 5 * 60_000;

// One for each warm function: the account's rate, and when the next email may go.
let rate: { perSecond: number; askedAt: number } | undefined;
let asking: Promise<number> | undefined;
let nextSlot = 0;

/** Emails a second that the account may send, as the mail service says. @throws as the service does */
async function accountRate(): Promise<number> {
  if (rate && Date.now() - rate.askedAt < believed) return rate.perSecond;
  asking ??= ses
    .send(new GetSendQuotaCommand({}))
    .then(({ MaxSendRate = 0 }) => {
      if (MaxSendRate <= 0) throw new Error("The mail service allows no sending at all.");
      rate = { perSecond: MaxSendRate, askedAt: Date.now() };
      return MaxSendRate;
    })
    .finally(() => {
      asking = undefined;
    });
  return asking;
}

/** Clocks differ and emails bunch on their way: at exactly the rate, one in a hundred would be refused. */
const margin = 0.03;

/** How many functions send at the same time at most; each takes its share of the account's rate. */
const senders = () => Number(process.env.MAIL_SENDERS ?? 1);

/** Waits for this function's turn to send one email, and tells for how many milliseconds. */
export async function turn(): Promise<number> {
  const pause = (1_000 * senders() * (1 + margin)) / (await accountRate());
  const now = Date.now();
  const slot = Math.max(now, nextSlot);
  nextSlot = slot + pause;
  if (slot > now) await wait(slot - now);
  return slot - now;
}

/** Somebody else sends as well, and together it was too fast: nobody here sends for a second or so. */
export function slowDown(): void {
  nextSlot = Math.max(nextSlot, Date.now() + 1_000 + Math.random() * 500);
}
