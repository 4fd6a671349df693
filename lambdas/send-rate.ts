import { setTimeout as wait } from "node:timers/promises";
import { GetSendQuotaCommand } from "@aws-sdk/client-ses";
import { variable } from "./environment.ts";
import { sendEmail, ses, sesErrorOf } from "./ses.ts";

/** For how long the account's rate is believed before it is asked for again, in milliseconds. */
const believed = 5 * 60_000;

// One for each warm function: the account's rate, and when the next email may go.
let rate: { perSecond: number; askedAt: number } | undefined;
let asking: Promise<number> | undefined;
let nextSlot = 0;

/** Emails a second that the account may send, as SES says. @throws as SES does */
async function accountRate(): Promise<number> {
  if (rate && Date.now() - rate.askedAt < believed) return rate.perSecond;
  asking ??= ses
    .send(new GetSendQuotaCommand({}))
    .then(({ MaxSendRate = 0 }) => {
      if (MaxSendRate <= 0) throw new Error("SES allows no sending at all.");
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
const senders = () => Number(variable("MAIL_SENDERS", "1"));

/** Waits until this function may send one email, and tells for how many milliseconds it waited. */
export async function acquire(): Promise<number> {
  const pause = (1_000 * senders() * (1 + margin)) / (await accountRate());
  const now = Date.now();
  const slot = Math.max(now, nextSlot);
  nextSlot = slot + pause;
  if (slot > now) await wait(slot - now);
  return slot - now;
}

/** Somebody else sends as well, and together it was too fast: nobody here sends for a second or so. */
function slowDown(): void {
  nextSlot = Math.max(nextSlot, Date.now() + 1_000 + Math.random() * 500);
}

/** The lease is nearly over: whoever took the email over would send it as well. */
export class TookTooLong extends Error {
  override name = "it took too long";
}

const mostTries = 3;

/**
 * Sends an email whose turn has come; when others send at the same time and it is too fast together, a little later.
 * @throws TookTooLong after `sendBy` (epoch milliseconds), and as SES does
 */
export async function sendAtRate(sendBy: number, ...email: Parameters<typeof sendEmail>): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    if (Date.now() > sendBy) throw new TookTooLong();
    try {
      return await sendEmail(...email);
    } catch (error) {
      if (sesErrorOf(error) !== "rate" || tries === mostTries) throw error;
      slowDown();
      await acquire();
    }
  }
}
