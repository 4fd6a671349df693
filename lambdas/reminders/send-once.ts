import { setTimeout as wait } from "node:timers/promises";
import type { Email } from "../../shared/emails/email.ts";
import { UnreadableRow } from "../platform/dynamo/rows.ts";
import { sendAtRate, TookTooLong, waitForTurn } from "../platform/email/send-rate.ts";
import { sesErrorOf } from "../platform/email/ses.ts";
import { variable } from "../platform/environment.ts";
import { logFailure } from "../platform/log.ts";
import type { Moment } from "../platform/moment.ts";
import { type EmailKey, periodKindOf, tagsOf } from "./email-key.ts";
import { claim, record, type SendResult } from "./ledger.ts";

/** An email, or the reason why none goes out. */
export type Draft = { client_id?: string; service?: string | undefined; reader?: string | undefined } & (
  | { email: Email; to: string; replyTo?: string | undefined; name?: string }
  | { skip: string }
);

export type Outcome =
  | { state: "sent" | "failed" }
  | { state: "skipped"; reason: string }
  | { state: "already-sent" }
  /**
   * Try again at `until` (epoch milliseconds), if known. `busy`: another function is sending it. `paused`: SES has
   * paused the account.
   */
  | { state: "retry"; reason: string; until?: number; busy?: true; paused?: true };

/** A draft that waited longer for the sending rate is written again, because somebody may have paid. */
const STALE_DRAFT_MS = 1_000;

/** How long this function sends nothing after SES reports a pause. */
const pauseMs = () => 1_000 * Number(variable("PAUSE_SECONDS"));
let pausedUntil = 0;

/**
 * Sends an email once for its key: claims it in the ledger, writes it, passes it to SES at the account's rate, and
 * records the outcome.
 * @throws the database's error if the claim fails
 */
export async function sendOnce(key: EmailKey, moment: Moment, write: () => Promise<Draft>): Promise<Outcome> {
  const held = await claim(key, moment);
  if (held.claim === "settled") return { state: "already-sent" };
  if (held.claim === "busy")
    return { state: "retry", reason: "another function is sending it", until: held.until, busy: true };
  const save = (outcome: SendResult) => record(key, held.owner, outcome, moment);

  let draft: Draft;
  try {
    if (Date.now() < pausedUntil) throw new SendingPaused();
    draft = await write();
    if (!("skip" in draft) && (await waitForTurn()) > STALE_DRAFT_MS) draft = await write();
  } catch (error) {
    if (!(error instanceof SendingPaused)) logFailure("email not written", error, logFields(key));
    if (error instanceof UnreadableRow) {
      // A retry would fail too. The next daily run tries again.
      await save({ state: "failed", reason: error.name });
      return { state: "failed" };
    }
    return saveForRetry(save, error);
  }
  const { client_id, reader } = draft;
  if ("skip" in draft) {
    await save({ state: "skipped", reason: draft.skip, client_id, reader });
    return { state: "skipped", reason: draft.skip };
  }

  let message_id: string;
  try {
    const { email, to, replyTo, name } = draft;
    const tags = { ...tagsOf(key), ...(client_id && { client: client_id }) };
    message_id = await sendAtRate(held.sendBy, email, to, { replyTo, ...(name && { name }), tags });
  } catch (error) {
    if (error instanceof TookTooLong) return saveForRetry(save, error, draft);
    logFailure("email not sent", error, logFields(key));
    const kind = sesErrorOf(error);
    if (kind === "refused") {
      await save({ state: "failed", reason: nameOf(error), client_id, reader });
      return { state: "failed" };
    }
    // It may have been sent: keep the claim until SES events have had time to arrive.
    if (kind === "unknown") return { state: "retry", reason: nameOf(error), until: held.until };
    if (kind === "paused") pausedUntil = Date.now() + pauseMs();
    return saveForRetry(save, kind === "paused" ? new SendingPaused() : error, draft);
  }
  await recordReliably(() => save({ state: "sent", message_id, client_id, service: draft.service, reader }));
  return { state: "sent" };
}

class SendingPaused extends Error {
  override name = "sending is paused";
}

/** Releases the claim for another attempt. */
async function saveForRetry(
  save: (outcome: SendResult) => Promise<boolean>,
  error: unknown,
  { client_id, reader }: Pick<Draft, "client_id" | "reader"> = {},
): Promise<Outcome> {
  const reason = nameOf(error);
  await save({ state: "waiting", reason, client_id, reader });
  return { state: "retry", reason, ...(error instanceof SendingPaused && { paused: true }) };
}

const MAX_RECORD_TRIES = 5;

/** Retries for about three seconds in total, because an unrecorded email would be sent again. */
async function recordReliably(write: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await write();
      return;
    } catch (error) {
      if (tries === MAX_RECORD_TRIES) throw error;
      await wait(100 * 2 ** tries);
    }
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : "unknown");

const logFields = (key: EmailKey) => ({ subscription: key.subscription_id, entry: periodKindOf(key) });
