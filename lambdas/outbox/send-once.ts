import { setTimeout as wait } from "node:timers/promises";
import { periodOf } from "../../shared/billing/account.ts";
import type { Email } from "../../shared/emails/email.ts";
import { MAX_TRIES, pauseBefore } from "../platform/dynamo/database.ts";
import { UnreadableRow } from "../platform/dynamo/read-rows.ts";
import type { Attachment, Recipient } from "../platform/email/mime.ts";
import { recipientsOf, sendAtRate, TookTooLong, waitForTurn } from "../platform/email/send-rate.ts";
import { sesErrorOf } from "../platform/email/ses.ts";
import { variable } from "../platform/environment.ts";
import { logFailure } from "../platform/log.ts";
import type { Moment } from "../platform/moment.ts";
import { claimOf, type EmailKey, tagsOf } from "../stores/email-key.ts";
import type { Row } from "../stores/reminder-store.ts";
import { claimAll, prepare, record, type SendResult } from "./email-claims.ts";

/** An email, or the reason why none goes out. */
export type Draft = {
  client_id?: string;
  reader?: string | undefined;
  receipt_number?: string;
  /** The service of a key in the email. */
  serviceOf?: (key: EmailKey) => string | undefined;
  /** The keys that the email leaves out, with the reason. */
  skips?: ReadonlyMap<EmailKey, string>;
  /** The charges that a reminder names. */
  named?: Row["named"];
  /** Marks the charges as told to the client; false if they have changed since the draft. */
  tell?: () => Promise<boolean>;
  /** Takes that back, as no email went out. */
  withdraw?: () => Promise<void>;
} & (
  | {
      email: Email;
      to: string;
      replyTo?: string | undefined;
      name?: string;
      /** Who gets the same email. */
      cc?: readonly Recipient[];
      /** The debt that a reminder is about: its emails are one thread. */
      thread?: string;
      /** Makes what is attached, when the email's turn has come. If that fails, the email goes without. */
      attachments?: () => Promise<Attachment[]>;
    }
  | { skip: string }
);

/** `skipped`: nothing of it went out. */
export type Outcome =
  | { state: "sent" | "failed"; keys?: EmailKey[] }
  | { state: "skipped"; reason: string }
  | { state: "already-sent" }
  /**
   * Try again at `until` (epoch milliseconds), if known. `busy`: another function is sending all of it. `paused`: SES
   * has paused the account. `keys`: what waits for the next attempt.
   */
  | { state: "retry"; reason: string; until?: number; busy?: true; paused?: true; keys?: EmailKey[] };

/** A draft that waited longer for the sending rate is written again, because somebody may have paid. */
const STALE_DRAFT_MS = 1_000;

/** How long this function sends nothing after SES reports a pause. */
const pauseMs = () => 1_000 * Number(variable("PAUSE_SECONDS"));
let pausedUntil = 0;

/**
 * Sends an email once for its keys: claims them, writes the email, passes it to SES at the account's rate,
 * and records the outcome for each key.
 * @throws the database's error if the claim fails
 */
export async function sendOnce(
  all: readonly EmailKey[],
  moment: Moment,
  write: (keys: readonly EmailKey[]) => Promise<Draft>,
): Promise<Outcome> {
  const claims = await claimAll(all, moment);
  if (claims.claim === "settled") return { state: "already-sent" };
  if (claims.claim === "busy") {
    // The job is repeated soon: most often the email is out within seconds, and only a crash leaves the whole lease.
    return {
      state: "retry",
      reason: "another function is sending it",
      ...(!claims.released && { busy: true }),
    };
  }
  const { owner } = claims;
  const saveEach: SaveEach = (keys, resultOf, named = namedBy(keys)) =>
    Promise.all(
      keys.map((key, index) =>
        record(key, owner, { ...resultOf(key), ...(index > 0 ? { same_email: true } : { named }) }, moment),
      ),
    );

  let draft: Draft;
  try {
    if (Date.now() < pausedUntil) throw new SendingPaused();
    draft = await write(claims.keys);
    if (!("skip" in draft) && (await waitForTurn(recipientsOf(draft))) > STALE_DRAFT_MS)
      draft = await write(claims.keys);
    for (let tries = 1; draft.tell && !(await draft.tell()); tries += 1) {
      if (tries === MAX_TRIES) throw new AccountBusy();
      await pauseBefore(tries);
      draft = await write(claims.keys);
    }
  } catch (error) {
    if (!(error instanceof SendingPaused)) logFailure("email not written", error, logFields(claims.keys));
    if (error instanceof UnreadableRow) {
      // A retry would fail too. The next daily run tries again.
      await saveEach(claims.keys, () => ({ state: "failed", reason: error.name }));
      return { state: "failed" };
    }
    return saveForRetry(claims.keys, saveEach, error);
  }
  const { client_id, reader, receipt_number, serviceOf, skips = new Map<EmailKey, string>() } = draft;
  const skip = "skip" in draft ? draft.skip : undefined;
  const reasonOf = (key: EmailKey) => skips.get(key) ?? skip;
  const [skipped, keys] = [
    claims.keys.filter((key) => reasonOf(key) !== undefined),
    claims.keys.filter((key) => reasonOf(key) === undefined),
  ];
  // Before the email, so that a row without a result is always one that the email names.
  await Promise.all(
    [...Map.groupBy(skipped, reasonOf)].map(([reason = "", keys]) =>
      saveEach(keys, () => ({ state: "skipped", reason, client_id, reader })),
    ),
  );
  const [first, ...otherKeys] = keys;
  if ("skip" in draft || !first) {
    return { state: "skipped", reason: reasonOf(skipped[0] as EmailKey) ?? "" };
  }

  let message_id: string;
  try {
    const { email, to, cc, replyTo, name, thread, named } = draft;
    const tags = { ...tagsOf(first, otherKeys), ...(client_id && { client: client_id }) };
    const isOfSeveral = otherKeys.length > 0 || (named?.charges ?? 1) > 1;
    if (isOfSeveral && !(await prepare(first, owner, { others: otherKeys, named }))) throw new TookTooLong();
    const attachments = await draft.attachments?.().catch((error) => {
      logFailure("email without its attachments", error, logFields(keys));
      return [];
    });
    message_id = await sendAtRate(claims.sendBy, email, to, { cc, replyTo, name, thread, attachments, tags });
  } catch (error) {
    if (error instanceof TookTooLong) return saveForRetry(keys, saveEach, error, draft);
    logFailure("email not sent", error, logFields(keys));
    const kind = sesErrorOf(error);
    if (kind === "refused") {
      await draft.withdraw?.();
      await saveEach(
        keys,
        () => ({ state: "failed", reason: nameOf(error), client_id, reader, receipt_number }),
        draft.named,
      );
      return { state: "failed" };
    }
    // SES may have sent the email: keep the claim until SES events have had time to arrive.
    if (kind === "unknown") return { state: "retry", reason: nameOf(error), until: claims.until, keys };
    if (kind === "paused") pausedUntil = Date.now() + pauseMs();
    return saveForRetry(keys, saveEach, kind === "paused" ? new SendingPaused() : error, draft);
  }
  await recordReliably(() =>
    saveEach(
      keys,
      (key) => ({ state: "sent", message_id, client_id, service: serviceOf?.(key), reader, receipt_number }),
      draft.named,
    ),
  );
  return { state: "sent", keys };
}

/** Records the result of an attempt for each row; the first has what the email names. */
type SaveEach = (
  keys: readonly EmailKey[],
  resultOf: (key: EmailKey) => SendResult,
  named?: Row["named"],
) => Promise<unknown>;

/** Describes the charges of an email that was not written. */
const namedBy = (keys: readonly EmailKey[]): Row["named"] => {
  const since = keys.map(({ period }) => period).sort()[0];
  if (since === undefined || keys.length === 1) return undefined;
  const subscriptions = new Set(keys.map(({ about }) => periodOf(about)?.subscription_id ?? about)).size;
  return { charges: keys.length, subscriptions, since };
};

class AccountBusy extends Error {
  override name = "others are changing the account";
}

class SendingPaused extends Error {
  override name = "sending is paused";
}

/** Releases the claim for another attempt. */
async function saveForRetry(
  keys: EmailKey[],
  saveEach: SaveEach,
  error: unknown,
  {
    client_id,
    reader,
    receipt_number,
    named,
    withdraw,
  }: Pick<Draft, "client_id" | "reader" | "receipt_number" | "named" | "withdraw"> = {},
): Promise<Outcome> {
  const reason = nameOf(error);
  await withdraw?.();
  await saveEach(keys, () => ({ state: "waiting", reason, client_id, reader, receipt_number }), named);
  return { state: "retry", reason, keys, ...(error instanceof SendingPaused && { paused: true }) };
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

const logFields = ([key, ...otherKeys]: readonly EmailKey[]) => ({
  ...(key && { about: key.about, entry: claimOf(key) }),
  ...(otherKeys.length > 0 && { others: otherKeys.length }),
});
