import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Day } from "../../shared/day.ts";
import { Reminder, type ReminderState } from "../../shared/reminders/reminder.ts";
import { expiresAt } from "../../shared/retention.ts";
import { database, table } from "../platform/dynamo/database.ts";
import * as lease from "../platform/dynamo/lease.ts";
import { read, readable } from "../platform/dynamo/rows.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";
import type { Moment } from "../platform/moment.ts";
import { COMPANY, type EmailKey, type RowKey, rowKeyOf } from "./email-key.ts";

// One row for each email: `claimed` → `sent` → the delivery status from SES, or `waiting`, `failed`, `skipped`.

/** As stored. `failure` is the reason of the last failed attempt, until one succeeds. */
export const Row = z.extend(Reminder, {
  subscription_id: z.string(),
  period_kind: z.string(),
  failure: z.optional(z.string()),
});
export type Row = z.output<typeof Row>;

export const fromRow = ({ subscription_id, period_kind, failure: _, ...rest }: Row): Reminder => ({
  ...rest,
  ...(subscription_id !== COMPANY && { subscription_id }),
  ...(period_kind.includes("#resend") && { resend: true as const }),
});

const place = (Key: RowKey) => ({ TableName: table("reminders"), Key });

export async function get(key: EmailKey): Promise<Reminder | undefined> {
  const { Item } = await database.send(new GetCommand({ ...place(rowKeyOf(key)), ConsistentRead: true }));
  return Item && fromRow(read(Row, Item));
}

/** The states of emails that were not sent. */
const unsentStates: ReminderState[] = ["claimed", "waiting", "failed", "skipped"];

/** The day of the last automatic reminder of a period, of any kind; undefined if none was sent. */
export async function lastReminderDay({ subscription_id, period }: EmailKey): Promise<Day | undefined> {
  const { Items } = await database.send(
    new QueryCommand({
      TableName: table("reminders"),
      KeyConditionExpression: "subscription_id = :id AND begins_with(period_kind, :period)",
      ExpressionAttributeValues: { ":id": subscription_id, ":period": `${period}#` },
      ConsistentRead: true,
    }),
  );
  return readable(Row, Items)
    .rows.filter(({ state }) => !unsentStates.includes(state))
    .filter(({ kind, period_kind }) => kind !== "receipt" && !period_kind.includes("#resend"))
    .map(({ day }) => day)
    .sort()
    .at(-1);
}

/** Claims an email for sending. A waiting, failed or skipped email can be claimed again, because the reason may be gone. */
export const claim = (key: EmailKey, { now, today }: Moment): Promise<lease.Claim> =>
  lease.claim(place(rowKeyOf(key)), {
    open: "attribute_not_exists(#subscription_id) OR #state IN (:waiting, :failed, :skipped, :claimed)",
    values: { waiting: "waiting", failed: "failed", skipped: "skipped", claimed: "claimed" },
    set: {
      period: key.period,
      kind: key.kind,
      state: "claimed",
      day: today,
      at: now,
      delivery_rank: 0,
      expires_at: expiresAt("reminders", now),
    },
    remove: ["reason"],
    stored: lease.asInstant,
  });

export type SendResult = { client_id?: string | undefined; reader?: string | undefined } & (
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
  const { state, reader } = outcome;
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
    remove: ["lease_until", ...(state === "sent" ? ["reason"] : []), ...(clearsFailure ? ["failure"] : [])],
    onlyIf: `${lease.isOwner} AND #delivery_rank = :none`,
    values: { owner, none: 0 },
  });
  // SES events carry neither the reader nor the service.
  if (!recorded && (reader !== undefined || service !== undefined))
    await updateIf(place(rowKeyOf(key)), {
      set: { reader, service },
      onlyIf: lease.isOwner,
      values: { owner },
    });
  return recorded;
}

/** Gives up a waiting email for today. */
export const giveUp = (key: EmailKey, reason: string): Promise<boolean> =>
  updateIf(place(rowKeyOf(key)), {
    set: { state: "failed", reason, failure: reason },
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

export type DeliveryStatus = { rank: number; state: ReminderState; reason?: string | undefined };

/** Records the delivery status of an email from an SES event. */
export const setDeliveryStatus = (
  key: RowKey,
  { rank, state, reason }: DeliveryStatus,
  email: { message_id: string; client_id?: string | undefined },
  at: string,
): Promise<boolean> =>
  updateIf(place(key), {
    set: { state, reason, ...email, delivery_rank: rank, settled_at: at },
    remove: ["lease_until", "failure", ...(reason === undefined ? ["reason"] : [])],
    onlyIf: "attribute_exists(#subscription_id) AND #delivery_rank < :rank",
    values: { rank },
  });
