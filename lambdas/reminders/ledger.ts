import { randomUUID } from "node:crypto";
import type { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { ReminderState } from "../../shared/notifications.ts";
import { conditionFailed, database, table } from "../database.ts";
import type { Moment } from "../http.ts";
import { type Key, keyOf, type Subject } from "./store.ts";

/**
 * For how long one sender has a letter to itself, in milliseconds; whoever finds it claimed for longer takes it
 * over. Long enough for the mail service to tell of a letter whose sender died after handing it over.
 */
const lease = () => 1_000 * Number(process.env.LEASE_SECONDS ?? 600);

export type Claim =
  | { claim: "mine"; owner: string; until: number }
  /** Somebody is sending it; `until` is when their lease runs out, in epoch milliseconds by the machine's clock. */
  | { claim: "busy"; until: number }
  /** It went out already. */
  | { claim: "settled" };

/**
 * Claims a letter for sending. What waits, failed or was skipped may be claimed again: the reason may have passed.
 * Leases are measured by the machine's clock, whatever day the business has.
 */
export async function claim(subject: Subject, { now, today }: Moment): Promise<Claim> {
  const clock = Date.now();
  const until = clock + lease();
  const { subscription_id, period, kind } = subject;
  const owner = randomUUID();
  try {
    await database.send(
      new PutCommand({
        TableName: table("reminders"),
        Item: {
          ...keyOf(subject),
          ...{ subscription_id, period, kind, state: "claimed", rank: 0, day: today, at: now },
          claimed_by: owner,
          lease_until: new Date(until).toISOString(),
        },
        ConditionExpression:
          "attribute_not_exists(subscription_id) OR #state IN (:waiting, :failed, :skipped) OR (#state = :claimed AND lease_until < :clock)",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: {
          ":waiting": "waiting",
          ":failed": "failed",
          ":skipped": "skipped",
          ":claimed": "claimed",
          ":clock": new Date(clock).toISOString(),
        },
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return { claim: "mine", owner, until };
  } catch (error) {
    if (!conditionFailed(error)) throw error;
    const { Item } = error as ConditionalCheckFailedException;
    const heldUntil = Item?.lease_until?.S;
    if (Item?.state?.S === "claimed" && heldUntil) return { claim: "busy", until: Date.parse(heldUntil) };
    return { claim: "settled" };
  }
}

export type Recorded = { client_id?: string | undefined } & (
  | { state: "sent"; message_id: string }
  | { state: "waiting" | "skipped" | "failed"; reason: string }
);

/** Writes down what became of a claimed letter; false when an event of the mail service, or a new owner, was faster. */
export async function record(
  subject: Subject,
  owner: string,
  outcome: Recorded,
  { now, today }: Moment,
): Promise<boolean> {
  const rank = outcome.state === "sent" ? ranks.sent : 0;
  return update(
    keyOf(subject),
    { ...outcome, rank, day: today, at: now },
    "claimed_by = :owner AND rank = :none",
    {
      ":owner": owner,
      ":none": 0,
    },
  );
}

/** What waited to be sent is given up for today. */
export const giveUp = (subject: Subject, reason: string): Promise<boolean> =>
  update(keyOf(subject), { state: "failed", reason }, "#state = :waiting", { ":waiting": "waiting" });

/**
 * How far each fate is along a letter's way. Events come twice, late and out of order: only one that is further
 * along than what is known changes anything, so every order ends the same. A bounce that may pass (a full mailbox,
 * an absence note) weighs less than a delivery, one for good weighs more.
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

export type Fate = {
  rank: number;
  state: ReminderState;
  reason?: string | undefined;
  message_id: string;
  client_id?: string | undefined;
};

/** Moves a letter forward to what the mail service says became of it. */
export const advance = (key: Key, fate: Fate, at: string): Promise<boolean> =>
  update(key, { ...fate, settled_at: at }, "attribute_exists(subscription_id) AND rank < :rank", {
    ":rank": fate.rank,
  });

/** Sets what is given, if the condition (which may name the state as `#state`) holds, and ends the lease. */
async function update(
  Key: Key,
  changes: Record<string, unknown>,
  condition: string,
  conditionValues: Record<string, unknown>,
): Promise<boolean> {
  const facts = Object.entries(changes).filter(([, value]) => value !== undefined);
  const gone = ["lease_until", ...(changes.reason === undefined ? ["reason"] : [])];
  try {
    await database.send(
      new UpdateCommand({
        TableName: table("reminders"),
        Key,
        UpdateExpression: `SET ${facts.map((_, index) => `#f${index} = :f${index}`).join(", ")} REMOVE ${gone.map((_, index) => `#g${index}`).join(", ")}`,
        ConditionExpression: condition,
        ExpressionAttributeNames: {
          ...(condition.includes("#state") && { "#state": "state" }),
          ...Object.fromEntries(facts.map(([name], index) => [`#f${index}`, name])),
          ...Object.fromEntries(gone.map((name, index) => [`#g${index}`, name])),
        },
        ExpressionAttributeValues: {
          ...conditionValues,
          ...Object.fromEntries(facts.map(([, value], index) => [`:f${index}`, value])),
        },
      }),
    );
    return true;
  } catch (error) {
    if (conditionFailed(error)) return false;
    throw error;
  }
}
