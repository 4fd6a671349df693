import { setTimeout as wait } from "node:timers/promises";
import type { Email } from "../../shared/emails/email.ts";
import { variable } from "../environment.ts";
import { logFailure } from "../log.ts";
import type { Moment } from "../moment.ts";
import { UnreadableRow } from "../rows.ts";
import { acquire, sendAtRate, TookTooLong } from "../send-rate.ts";
import { sesErrorOf } from "../ses.ts";
import { type EmailKey, periodKindOf, tagsOf } from "./email-key.ts";
import { claim, type Recorded, record } from "./ledger.ts";

/** An email as it is to go out, or the reason why none does. */
export type Draft = { client_id?: string; service?: string | undefined; reader?: string | undefined } & (
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
const pauseBelieved = () => 1_000 * Number(variable("PAUSE_SECONDS"));
let pausedUntil = 0;

/**
 * Sends an email that the ledger has not seen: claims it, has it drafted, hands it to SES at the account's rate, and
 * records the outcome.
 * @throws as the database does, when the claim can be neither made nor refused
 */
export async function sendOnce(key: EmailKey, moment: Moment, write: () => Promise<Draft>): Promise<Outcome> {
  const held = await claim(key, moment);
  if (held.claim === "settled") return { state: "settled" };
  if (held.claim === "busy")
    return { state: "later", reason: "somebody is sending it", until: held.until, busy: true };
  const note = (outcome: Recorded) => record(key, held.owner, outcome, moment);

  let draft: Draft;
  try {
    if (Date.now() < pausedUntil) throw new SendingPaused();
    draft = await write();
    // What was read a while ago is read again: while this waited for the account's rate somebody may have paid.
    if (!("skip" in draft) && (await acquire()) > stale) draft = await write();
  } catch (error) {
    if (!(error instanceof SendingPaused)) logFailure("email not written", error, named(key));
    if (error instanceof UnreadableRow) {
      // Asking again would not mend it: that is said, and the next daily run looks again.
      await note({ state: "failed", reason: error.name });
      return { state: "failed" };
    }
    return later(note, error);
  }
  const { client_id, reader } = draft;
  if ("skip" in draft) {
    await note({ state: "skipped", reason: draft.skip, client_id, reader });
    return { state: "skipped", reason: draft.skip };
  }

  let message_id: string;
  try {
    const { email, to, replyTo, name } = draft;
    const tags = { ...tagsOf(key), ...(client_id && { client: client_id }) };
    message_id = await sendAtRate(held.sendBy, email, to, { replyTo, ...(name && { name }), tags });
  } catch (error) {
    if (error instanceof TookTooLong) return later(note, error, draft);
    logFailure("email not sent", error, named(key));
    const kind = sesErrorOf(error);
    if (kind === "refused") {
      await note({ state: "failed", reason: nameOf(error), client_id, reader });
      return { state: "failed" };
    }
    // It may be on its way: the claim is kept until the events of SES have had time to tell.
    if (kind === "unknown") return { state: "later", reason: nameOf(error), until: held.until };
    if (kind === "paused") pausedUntil = Date.now() + pauseBelieved();
    return later(note, kind === "paused" ? new SendingPaused() : error, draft);
  }
  await surely(() => note({ state: "sent", message_id, client_id, service: draft.service, reader }));
  return { state: "sent" };
}

class SendingPaused extends Error {
  override name = "sending is paused";
}

/** Gives the claim back, to be tried again. */
async function later(
  note: (outcome: Recorded) => Promise<boolean>,
  error: unknown,
  { client_id, reader }: Pick<Draft, "client_id" | "reader"> = {},
): Promise<Outcome> {
  const reason = nameOf(error);
  await note({ state: "waiting", reason, client_id, reader });
  return { state: "later", reason, ...(error instanceof SendingPaused && { paused: true }) };
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

const named = (key: EmailKey) => ({ subscription: key.subscription_id, entry: periodKindOf(key) });
