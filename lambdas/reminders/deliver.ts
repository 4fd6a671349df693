import { setTimeout as wait } from "node:timers/promises";
import type { Email } from "../../shared/emails/email.ts";
import type { Moment } from "../http.ts";
import { logFailure } from "../log.ts";
import { send, troubleOf } from "../mail.ts";
import { slowDown, turn } from "../mail-pace.ts";
import { UnreadableRow } from "../rows.ts";
import { claim, type Recorded, record } from "./ledger.ts";
import { entryOf, type Subject, tagsOf } from "./store.ts";

/** An email ready to go, or the reason why none does. */
export type Written = { client_id?: string; reader?: string | undefined } & (
  | { email: Email; to: string; replyTo?: string | undefined; name?: string }
  | { skip: string }
);

export type Outcome =
  | { state: "sent" | "failed" }
  | { state: "skipped"; reason: string }
  /** It went out before. */
  | { state: "settled" }
  /**
   * Not now; `until` (epoch milliseconds) is when it is worth another look, where that is known. `busy`: somebody
   * else is sending it. `paused`: the account may send nothing.
   */
  | { state: "later"; reason: string; until?: number; busy?: true; paused?: true };

/** Milliseconds after which what was read is no longer relied on. */
const stale = 1_000;

/** For how long a paused account is not asked again by this function, in milliseconds. */
const pauseBelieved = () => 1_000 * Number(process.env.PAUSE_SECONDS ?? 300);
let pausedUntil = 0;

/**
 * Sends an email that the ledger has not seen: claims it, lets it be written, hands it to the mail service at the
 * account's pace, and records what became of it.
 * @throws as the database does, when the claim can be neither made nor refused
 */
export async function deliver(
  subject: Subject,
  moment: Moment,
  write: () => Promise<Written>,
): Promise<Outcome> {
  const held = await claim(subject, moment);
  if (held.claim === "settled") return { state: "settled" };
  if (held.claim === "busy")
    return { state: "later", reason: "somebody is sending it", until: held.until, busy: true };
  const note = (outcome: Recorded) => record(subject, held.owner, outcome, moment);

  let written: Written;
  try {
    if (Date.now() < pausedUntil) throw new SendingPaused();
    written = await write();
    // What was read a while ago is read again: in the queue for the mail service somebody may have paid.
    if (!("skip" in written) && (await turn()) > stale) written = await write();
  } catch (error) {
    if (!(error instanceof SendingPaused)) logFailure("email not written", error, named(subject));
    if (error instanceof UnreadableRow) {
      // Asking again would not mend it: that is said, and the next daily run looks again.
      await note({ state: "failed", reason: error.name });
      return { state: "failed" };
    }
    return later(note, error);
  }
  const { client_id, reader } = written;
  if ("skip" in written) {
    await note({ state: "skipped", reason: written.skip, client_id, reader });
    return { state: "skipped", reason: written.skip };
  }

  let message_id: string;
  try {
    message_id = await hand(written, subject, held.sendBy);
  } catch (error) {
    if (error instanceof TookTooLong) return later(note, error, written);
    logFailure("email not sent", error, named(subject));
    const trouble = troubleOf(error);
    if (trouble === "refused") {
      await note({ state: "failed", reason: nameOf(error), client_id, reader });
      return { state: "failed" };
    }
    // It may be on its way: the claim is kept until the mail service's events have had time to tell.
    if (trouble === "unknown") return { state: "later", reason: nameOf(error), until: held.until };
    if (trouble === "paused") pausedUntil = Date.now() + pauseBelieved();
    return later(note, trouble === "paused" ? new SendingPaused() : error, written);
  }
  await surely(() => note({ state: "sent", message_id, client_id, reader }));
  return { state: "sent" };
}

class SendingPaused extends Error {
  override name = "sending is paused";
}

/** The lease is nearly over: whoever took the email over would send it as well. */
class TookTooLong extends Error {
  override name = "it took too long";
}

/** Gives the claim back, to be tried again. */
async function later(
  note: (outcome: Recorded) => Promise<boolean>,
  error: unknown,
  { client_id, reader }: Pick<Written, "client_id" | "reader"> = {},
): Promise<Outcome> {
  const reason = nameOf(error);
  await note({ state: "waiting", reason, client_id, reader });
  return { state: "later", reason, ...(error instanceof SendingPaused && { paused: true }) };
}

const mostTriesAtRate = 3;

/** Hands an email over; when others send at the same time and it is too fast together, a little later. */
async function hand(
  written: Exclude<Written, { skip: string }>,
  subject: Subject,
  sendBy: number,
): Promise<string> {
  const { email, to, replyTo, name, client_id } = written;
  const tags = { ...tagsOf(subject), ...(client_id && { client: client_id }) };
  for (let tries = 1; ; tries += 1) {
    if (Date.now() > sendBy) throw new TookTooLong();
    try {
      return await send(email, to, { replyTo, ...(name && { name }), tags });
    } catch (error) {
      if (troubleOf(error) !== "rate" || tries === mostTriesAtRate) throw error;
      slowDown();
      await turn();
    }
  }
}

const mostTriesToRecord = 5;

/** What was sent must not be forgotten: the database is asked again, for some three seconds in all. */
async function surely(write: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await write();
      return;
    } catch (error) {
      if (tries === mostTriesToRecord) throw error;
      await wait(100 * 2 ** tries);
    }
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : "unknown");

const named = (subject: Subject) => ({ subscription: subject.subscription_id, entry: entryOf(subject) });
