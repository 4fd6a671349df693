import { randomUUID } from "node:crypto";
import type { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import type { ReminderState } from "../../shared/reminders.ts";
import { conditionFailed, database, table } from "../database.ts";
import type { Moment } from "../http.ts";
import { made, update } from "../update-if.ts";
import { type Key, keyOf, type Subject } from "./store.ts";

const place = (Key: Key) => ({ TableName: table("reminders"), Key });

/**
 * For how long one sender has an email to itself, in milliseconds; whoever finds it claimed for longer takes it
 * over. Long enough for the mail service to tell of an email whose sender died after handing it over.
 */
const lease = () => 1_000 * Number(process.env.LEASE_SECONDS ?? 600);

export type Claim =
  /** `sendBy` is when it is too late to hand the email over, as the answer might come after the lease. */
  | { claim: "mine"; owner: string; sendBy: number; until: number }
  /** Somebody is sending it; `until` is when their lease runs out, in epoch milliseconds by the machine's clock. */
  | { claim: "busy"; until: number }
  /** It went out already. */
  | { claim: "settled" };

const claimable =
  "attribute_not_exists(subscription_id) OR #state IN (:waiting, :failed, :skipped) OR (#state = :claimed AND #lease_until < :clock)";

/**
 * Claims an email for sending. What waits, failed or was skipped may be claimed again: the reason may have passed.
 * Leases are measured by the machine's clock, whatever day the business has.
 */
export async function claim(subject: Subject, { now, today }: Moment): Promise<Claim> {
  const { period, kind } = subject;
  const clock = Date.now();
  const until = clock + lease();
  const owner = randomUUID();
  const lease_until = new Date(until).toISOString();
  try {
    await database.send(
      update(
        { ...place(keyOf(subject)), ReturnValuesOnConditionCheckFailure: "ALL_OLD" },
        {
          set: {
            ...{ period, kind, state: "claimed", day: today, at: now },
            ...{ fate_rank: 0, claimed_by: owner, lease_until },
          },
          remove: ["reason"],
          onlyIf: claimable,
          values: {
            ...{ waiting: "waiting", failed: "failed", skipped: "skipped", claimed: "claimed" },
            clock: new Date(clock).toISOString(),
          },
        },
      ),
    );
    return { claim: "mine", owner, sendBy: until - lease() / 4, until };
  } catch (error) {
    if (!conditionFailed(error)) throw error;
    const { Item } = error as ConditionalCheckFailedException;
    const heldUntil = Item?.lease_until?.S;
    if (Item?.state?.S === "claimed" && heldUntil) return { claim: "busy", until: Date.parse(heldUntil) };
    return { claim: "settled" };
  }
}

export type Recorded = { client_id?: string | undefined; reader?: string | undefined } & (
  | { state: "sent"; message_id: string }
  | { state: "waiting" | "skipped" | "failed"; reason: string }
);

/**
 * Writes down what became of a claimed email; false when an event of the mail service, or a new owner, was faster.
 * A failure is remembered through later attempts until one succeeds, for the digest to tell of.
 */
export function record(
  subject: Subject,
  owner: string,
  outcome: Recorded,
  { now, today }: Moment,
): Promise<boolean> {
  const { state } = outcome;
  const failure = state === "failed" ? outcome.reason : undefined;
  const healed = state === "sent" || state === "skipped";
  return made(
    update(place(keyOf(subject)), {
      set: { ...outcome, failure, fate_rank: state === "sent" ? ranks.sent : 0, day: today, at: now },
      remove: ["lease_until", ...(state === "sent" ? ["reason"] : []), ...(healed ? ["failure"] : [])],
      onlyIf: "#claimed_by = :owner AND #fate_rank = :none",
      values: { owner, none: 0 },
    }),
  );
}

/** What waited to be sent is given up for today. */
export const giveUp = (subject: Subject, reason: string): Promise<boolean> =>
  made(
    update(place(keyOf(subject)), {
      set: { state: "failed", reason, failure: reason },
      onlyIf: "#state = :waiting",
      values: { waiting: "waiting" },
    }),
  );

/**
 * How far each fate is along an email's way. Events come twice, late and out of order: only one that is further
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
  fate_rank: number;
  state: ReminderState;
  reason?: string | undefined;
  message_id: string;
  client_id?: string | undefined;
};

/** Moves an email forward to what the mail service says became of it. */
export const advance = (key: Key, fate: Fate, at: string): Promise<boolean> =>
  made(
    update(place(key), {
      set: { ...fate, settled_at: at },
      remove: ["lease_until", "failure", ...(fate.reason === undefined ? ["reason"] : [])],
      onlyIf: "attribute_exists(subscription_id) AND #fate_rank < :rank",
      values: { rank: fate.fate_rank },
    }),
  );
