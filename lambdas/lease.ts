import { randomUUID } from "node:crypto";
import type { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { conditionFailed, database } from "./database.ts";
import { variable } from "./environment.ts";
import { type Change, type Place, updateCommand, updateIf } from "./update-if.ts";

// An email is claimed before it is sent: whoever has the claim has it alone until the lease runs out, and then whoever
// comes next takes it over, so that a crash loses nothing. Leases are measured by the machine's clock, whatever day the
// business has.

/** For how long one function has an email to itself, in milliseconds. */
const leaseTime = () => 1_000 * Number(variable("LEASE_SECONDS"));

export type Claim =
  /** `sendBy` is when it is too late to hand the email to SES, as the answer might come after the lease. */
  | { claim: "mine"; owner: string; sendBy: number; until: number }
  /** Somebody else has it; `until` is when their lease runs out, in epoch milliseconds. */
  | { claim: "busy"; until: number }
  /** There is nothing left to be done. */
  | { claim: "settled" };

/** How a table stores the end of a lease. */
export const asInstant = (epoch: number): string => new Date(epoch).toISOString();
export const asEpoch = (epoch: number): number => epoch;

type Claimable = Pick<Change, "set" | "remove"> & {
  /** The condition under which it may be claimed, where nobody else has it. */
  open: string;
  values: Record<string, unknown>;
  stored: typeof asInstant | typeof asEpoch;
};

export async function claim(
  place: Place,
  { open, values, stored, set, remove = [] }: Claimable,
  clock = Date.now(),
): Promise<Claim> {
  const until = clock + leaseTime();
  const owner = randomUUID();
  const claiming = updateCommand(
    { ...place, ReturnValuesOnConditionCheckFailure: "ALL_OLD" },
    {
      set: { ...set, claimed_by: owner, lease_until: stored(until) },
      remove,
      onlyIf: `(${open}) AND (attribute_not_exists(#lease_until) OR #lease_until < :clock)`,
      values: { ...values, clock: stored(clock) },
    },
  );
  try {
    await database.send(claiming);
    return { claim: "mine", owner, sendBy: until - leaseTime() / 4, until };
  } catch (error) {
    if (!conditionFailed(error)) throw error;
    const { S, N } = (error as ConditionalCheckFailedException).Item?.lease_until ?? {};
    const heldUntil = S === undefined ? Number(N ?? 0) : Date.parse(S);
    return heldUntil >= clock ? { claim: "busy", until: heldUntil } : { claim: "settled" };
  }
}

/** That the claim is still `:owner`'s. */
export const isOwners = "#claimed_by = :owner";

/** Gives a claim back, so that the next attempt need not wait for its lease to run out. */
export const release = (place: Place, owner: string): Promise<boolean> =>
  updateIf(place, { remove: ["lease_until"], onlyIf: isOwners, values: { owner } });
