import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Day } from "../../shared/day.ts";
import { Reminder, type ReminderState } from "../../shared/reminders.ts";
import { expiryOf } from "../../shared/retention.ts";
import { database, table } from "../database.ts";
import * as lease from "../lease.ts";
import type { Moment } from "../moment.ts";
import { read, readable } from "../rows.ts";
import { updateIf } from "../update-if.ts";
import { company, type EmailKey, type RowKey, rowKeyOf } from "./email-key.ts";

// One row for each email: `claimed` → `sent` → the delivery status that SES tells, or `waiting`, `failed`, `skipped`.

/** As stored. `failure` is what the last attempt failed with, kept until one succeeds. */
export const Row = z.extend(Reminder, {
  subscription_id: z.string(),
  period_kind: z.string(),
  failure: z.optional(z.string()),
});
export type Row = z.output<typeof Row>;

export const fromRow = ({ subscription_id, period_kind, failure: _, ...rest }: Row): Reminder => ({
  ...rest,
  ...(subscription_id !== company && { subscription_id }),
  ...(period_kind.includes("#resend") && { resend: true as const }),
});

const place = (Key: RowKey) => ({ TableName: table("reminders"), Key });

export async function get(key: EmailKey): Promise<Reminder | undefined> {
  const { Item } = await database.send(new GetCommand({ ...place(rowKeyOf(key)), ConsistentRead: true }));
  return Item && fromRow(read(Row, Item));
}

/** The states of what did not go out, or not yet. */
const unsent: ReminderState[] = ["claimed", "waiting", "failed", "skipped"];

/** The day on which a period was last reminded of by itself, whatever the kind; undefined when it was not. */
export async function lastReminded({ subscription_id, period }: EmailKey): Promise<Day | undefined> {
  const { Items } = await database.send(
    new QueryCommand({
      TableName: table("reminders"),
      KeyConditionExpression: "subscription_id = :id AND begins_with(period_kind, :period)",
      ExpressionAttributeValues: { ":id": subscription_id, ":period": `${period}#` },
      ConsistentRead: true,
    }),
  );
  return readable(Row, Items)
    .rows.filter(({ state }) => !unsent.includes(state))
    .filter(({ kind, period_kind }) => kind !== "receipt" && !period_kind.includes("#resend"))
    .map(({ day }) => day)
    .sort()
    .at(-1);
}

/** Claims an email for sending. What waits, failed or was skipped may be claimed again: the reason may have passed. */
export const claim = (key: EmailKey, { now, today }: Moment): Promise<lease.Claim> =>
  lease.claim(place(rowKeyOf(key)), {
    open: "attribute_not_exists(#subscription_id) OR #state IN (:waiting, :failed, :skipped, :claimed)",
    values: { waiting: "waiting", failed: "failed", skipped: "skipped", claimed: "claimed" },
    set: {
      ...{ period: key.period, kind: key.kind, state: "claimed", day: today, at: now, fate_rank: 0 },
      expires_at: expiryOf("reminders", now),
    },
    remove: ["reason"],
    stored: lease.asInstant,
  });

export type Recorded = { client_id?: string | undefined; reader?: string | undefined } & (
  | { state: "sent"; message_id: string; service?: string | undefined }
  | { state: "waiting" | "skipped" | "failed"; reason: string }
);

/**
 * Records the outcome of an attempt to send a claimed email; false when an event of SES, or a new owner, was faster.
 * A failure is remembered through later attempts until one succeeds, for the digest to tell of.
 */
export async function record(
  key: EmailKey,
  owner: string,
  outcome: Recorded,
  { now, today }: Moment,
): Promise<boolean> {
  const { state, reader } = outcome;
  const service = state === "sent" ? outcome.service : undefined;
  const failure = state === "failed" ? outcome.reason : undefined;
  const healed = state === "sent" || state === "skipped";
  const recorded = await updateIf(place(rowKeyOf(key)), {
    set: { ...outcome, failure, fate_rank: state === "sent" ? ranks.sent : 0, day: today, at: now },
    remove: ["lease_until", ...(state === "sent" ? ["reason"] : []), ...(healed ? ["failure"] : [])],
    onlyIf: `${lease.isOwners} AND #fate_rank = :none`,
    values: { owner, none: 0 },
  });
  // To whom it went, and of what it told, is in no event of SES.
  if (!recorded && (reader !== undefined || service !== undefined))
    await updateIf(place(rowKeyOf(key)), {
      set: { reader, service },
      onlyIf: lease.isOwners,
      values: { owner },
    });
  return recorded;
}

/** What waited to be sent is given up for today. */
export const giveUp = (key: EmailKey, reason: string): Promise<boolean> =>
  updateIf(place(rowKeyOf(key)), {
    set: { state: "failed", reason, failure: reason },
    onlyIf: "#state = :waiting",
    values: { waiting: "waiting" },
  });

/**
 * How final each delivery status is; stored as `fate_rank`. Events come twice, late and out of order: only one of a
 * higher rank than what is known changes anything, so every order ends the same. A bounce that may pass (a full
 * mailbox, an absence note) weighs less than a delivery, one for good weighs more.
 */
export const ranks = {
  sent: 1,
  delayed: 2,
  "bounced for now": 3,
  delivered: 4,
  bounced: 5,
  rejected: 5,
  complained: 6,
} as const;

export type DeliveryStatus = { rank: number; state: ReminderState; reason?: string | undefined };

/** Records the delivery status of an email, by an event of SES. */
export const setDeliveryStatus = (
  key: RowKey,
  { rank, state, reason }: DeliveryStatus,
  email: { message_id: string; client_id?: string | undefined },
  at: string,
): Promise<boolean> =>
  updateIf(place(key), {
    set: { state, reason, ...email, fate_rank: rank, settled_at: at },
    remove: ["lease_until", "failure", ...(reason === undefined ? ["reason"] : [])],
    onlyIf: "attribute_exists(#subscription_id) AND #fate_rank < :rank",
    values: { rank },
  });
