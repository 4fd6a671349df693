import { randomUUID } from "node:crypto";
import { periodOf } from "../../shared/billing/account.ts";
import type { ReminderState } from "../../shared/reminders/reminder.ts";
import { expiresAt } from "../../shared/retention.ts";
import { getItem, queryAll, table } from "../platform/dynamo/database.ts";
import * as lease from "../platform/dynamo/lease.ts";
import { readable } from "../platform/dynamo/read-rows.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";
import type { Moment } from "../platform/moment.ts";
import { addressMark, claimOf, type EmailKey, type RowKey, rowKeyOf } from "../stores/email-key.ts";
import { Row } from "../stores/reminder-store.ts";

const place = (Key: RowKey) => ({ TableName: table("reminders"), Key });

type By = { owner: string; clock: number };

/** Claims a row for sending. A waiting, failed or skipped one can be claimed again, because the reason may be gone. */
const claim = (key: EmailKey, { now, today }: Moment, by: By): Promise<lease.Claim> =>
  lease.claim(
    place(rowKeyOf(key)),
    {
      open: "attribute_not_exists(#about) OR #state IN (:waiting, :failed, :skipped, :claimed)",
      values: { waiting: "waiting", failed: "failed", skipped: "skipped", claimed: "claimed" },
      set: {
        subscription_id: periodOf(key.about)?.subscription_id,
        period: key.period,
        kind: key.kind,
        state: "claimed",
        day: today,
        at: now,
        delivery_rank: 0,
        expires_at: expiresAt("reminders", now),
      },
      remove: ["reason", "others", "named"],
      stored: lease.asInstant,
    },
    by,
  );

export type Claims =
  | { claim: "mine"; owner: string; sendBy: number; until: number; keys: EmailKey[] }
  /** Another function has one of them. `released`: others were free, and are free again. */
  | { claim: "busy"; until: number; released: boolean }
  | { claim: "settled" };

/** Claims the rows of an email with one owner and one lease: all that are not settled, or none. */
export async function claimAll(keys: readonly EmailKey[], moment: Moment): Promise<Claims> {
  const claimant = { owner: randomUUID(), clock: Date.now() };
  const claimedKeys: EmailKey[] = [];
  const release = () =>
    Promise.all(claimedKeys.map((key) => lease.release(place(rowKeyOf(key)), claimant.owner)));
  let firstClaim: Omit<Claims & { claim: "mine" }, "keys"> | undefined;
  try {
    // In one order everywhere, so that two functions never hold what the other one needs.
    for (const key of keys.toSorted(compareKeys)) {
      const claimed = await claim(key, moment, claimant);
      if (claimed.claim === "busy") {
        await release();
        return { ...claimed, released: claimedKeys.length > 0 };
      }
      if (claimed.claim === "settled") continue;
      firstClaim ??= claimed;
      claimedKeys.push(key);
    }
  } catch (error) {
    await release().catch(() => {}); // The leases expire.
    throw error;
  }
  return firstClaim ? { ...firstClaim, keys: claimedKeys } : { claim: "settled" };
}

const compareKeys = (a: EmailKey, b: EmailKey): number => (textOf(a) < textOf(b) ? -1 : 1);
const textOf = (key: EmailKey) => `${key.period} ${key.about} ${claimOf(key)}`;

/** Saves in the first row of an email its other rows, for the events of SES, and what it names. False if the claim was lost. */
export const prepare = (
  first: EmailKey,
  owner: string,
  { others, named }: { others: readonly EmailKey[]; named: Row["named"] },
): Promise<boolean> =>
  updateIf(place(rowKeyOf(first)), {
    set: { others: others.map(rowKeyOf), named },
    onlyIf: lease.isOwner,
    values: { owner },
  });

/** The other rows of the email of a row. */
export async function othersOf(key: RowKey): Promise<RowKey[]> {
  return ((await getItem("reminders", key))?.others ?? []) as RowKey[];
}

/** Records a claimed row as sent with the email of another row of the same owner: its sender died between the two. */
export const settleWith = (
  row: Row,
  { message_id, claimed_by, state, day, at, client_id }: Row,
  same_email: true | undefined,
) =>
  updateIf(place({ about: row.about, claim: row.claim }), {
    set: { state, message_id, day, at, client_id, same_email, delivery_rank: deliveryRanks.sent },
    remove: ["lease_until", "reason", "failure"],
    onlyIf: `${lease.isOwner} AND #delivery_rank = :none`,
    values: { owner: claimed_by, none: 0 },
  });

/** `same_email`: another row has the email already, so that emails are counted once. */
export type SendResult = {
  client_id?: string | undefined;
  reader?: string | undefined;
  receipt_number?: string | undefined;
  same_email?: true | undefined;
  named?: Row["named"];
} & (
  | { state: "sent"; message_id: string; service?: string | undefined }
  | { state: "waiting" | "skipped" | "failed"; reason: string }
);

/**
 * Records the outcome of an attempt to send a claimed email; false if an SES event or a new owner was faster.
 * The digest reports `failure`, so later attempts keep it until one succeeds.
 */
export async function record(
  key: EmailKey,
  owner: string,
  outcome: SendResult,
  { now, today }: Moment,
): Promise<boolean> {
  const { state, reader, named, receipt_number } = outcome;
  const service = state === "sent" ? outcome.service : undefined;
  const failure = state === "failed" ? outcome.reason : undefined;
  const clearsFailure = state === "sent" || state === "skipped";
  const recorded = await updateIf(place(rowKeyOf(key)), {
    set: {
      ...outcome,
      failure,
      delivery_rank: state === "sent" ? deliveryRanks.sent : 0,
      day: today,
      at: now,
    },
    remove: [
      "lease_until",
      ...(state === "sent" ? ["reason"] : []),
      ...(clearsFailure ? ["failure"] : []),
      ...(outcome.same_email ? [] : ["same_email"]),
    ],
    onlyIf: `${lease.isOwner} AND #delivery_rank = :none`,
    values: { owner, none: 0 },
  });
  // SES events carry neither the reader, the service, the number nor what the email names.
  if (!recorded && [reader, service, named, receipt_number].some((value) => value !== undefined))
    await updateIf(place(rowKeyOf(key)), {
      set: { reader, service, named, receipt_number },
      onlyIf: lease.isOwner,
      values: { owner },
    });
  return recorded;
}

/** Gives up a waiting email for today. */
export const giveUp = (key: EmailKey, reason: string, same_email: true | undefined): Promise<boolean> =>
  updateIf(place(rowKeyOf(key)), {
    set: { state: "failed", reason, failure: reason, same_email },
    onlyIf: "#state = :waiting",
    values: { waiting: "waiting" },
  });

/**
 * How final each delivery status is; stored as `delivery_rank`. SES events come twice, late and out of order, so only
 * an event with a higher rank changes the status. A temporary bounce (a full mailbox, an absence note) ranks below a
 * delivery, a permanent one above.
 */
export const deliveryRanks = {
  sent: 1,
  delayed: 2,
  temporarilyBounced: 3,
  delivered: 4,
  bounced: 5,
  rejected: 5,
  complained: 6,
} as const;

/** The attribute with the rank of the delivery to one address of an email. */
const rankOf = (address: string): string => `rank_${addressMark(address)}`;

/** The emails to an address of a client, since an instant, that came back for the time being. */
export async function returnedEmails(client_id: string, address: string, from: string) {
  const items = await queryAll("reminders", {
    IndexName: "by-client",
    KeyConditionExpression: "client_id = :client AND #at >= :from",
    FilterExpression: "#rank = :rank",
    ExpressionAttributeNames: { "#at": "at", "#rank": rankOf(address) },
    ExpressionAttributeValues: {
      ":client": client_id,
      ":from": from,
      ":rank": deliveryRanks.temporarilyBounced,
    },
  });
  return readable(Row, items).rows;
}

export type DeliveryStatus = { rank: number; state: ReminderState; reason?: string | undefined };

/** Records the delivery status of an email from an SES event about its recipient `to`; of Send and Reject, about the email. */
export const setDeliveryStatus = (
  key: RowKey,
  { rank, state, reason }: DeliveryStatus,
  email: { message_id: string; client_id?: string | undefined; same_email?: true },
  { at, to }: { at: string; to?: string | undefined },
): Promise<boolean> =>
  updateIf(place(key), {
    set: {
      state,
      reason,
      ...email,
      delivery_rank: rank,
      settled_at: at,
      ...(to !== undefined && { [rankOf(to)]: rank }),
    },
    remove: [
      "lease_until",
      "failure",
      ...(reason === undefined ? ["reason"] : []),
      ...(email.same_email ? [] : ["same_email"]),
    ],
    onlyIf: "attribute_exists(#about) AND #delivery_rank < :rank",
    values: { rank },
  });

/** Records the delivery to a copy, which is no status of the email. */
export const setCopyStatus = (key: RowKey, address: string, rank: number): Promise<boolean> => {
  const name = rankOf(address);
  return updateIf(place(key), {
    set: { [name]: rank },
    onlyIf: `attribute_exists(#about) AND (attribute_not_exists(#${name}) OR #${name} < :rank)`,
    values: { rank },
  });
};
