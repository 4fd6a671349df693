import { randomUUID } from "node:crypto";
import type { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { variable } from "../environment.ts";
import { conditionFailed, database } from "./database.ts";
import { type Change, type Place, updateCommand, updateIf } from "./update-if.ts";

// A function claims an email before it sends it. Until the lease expires, no other function can claim it; then the next
// one can, so a crash loses nothing. Leases use the machine's clock, not the request's time.

const leaseMs = () => 1_000 * Number(variable("LEASE_SECONDS"));

export type Claim =
  /** After `sendBy` it is too late to send: the response of SES might come after the lease. */
  | { claim: "mine"; owner: string; sendBy: number; until: number }
  /** Another function has it; `until` is when its lease expires, in epoch milliseconds. */
  | { claim: "busy"; until: number }
  /** The email is sent already. */
  | { claim: "settled" };

/** The two ways in which tables store the end of a lease. */
export const asInstant = (epoch: number): string => new Date(epoch).toISOString();
export const asEpoch = (epoch: number): number => epoch;

type Claimable = Pick<Change, "set" | "remove"> & {
  /** The condition under which it may be claimed if no other function has it. */
  open: string;
  values: Record<string, unknown>;
  stored: typeof asInstant | typeof asEpoch;
};

export async function claim(
  place: Place,
  { open, values, stored, set, remove = [] }: Claimable,
  { clock = Date.now(), owner = randomUUID() }: { clock?: number | undefined; owner?: string } = {},
): Promise<Claim> {
  const until = clock + leaseMs();
  const claiming = updateCommand(
    { ...place, ReturnValuesOnConditionCheckFailure: "ALL_OLD" },
    {
      set: { ...set, claimed_by: owner, lease_until: stored(until) },
      remove,
      onlyIf: `(${open}) AND (attribute_not_exists(#lease_until) OR #lease_until < :clock)`,
      values: { ...values, clock: stored(clock) },
    },
  );
  const ownClaim: Claim = { claim: "mine", owner, sendBy: until - leaseMs() / 4, until };
  try {
    await database.send(claiming);
    return ownClaim;
  } catch (error) {
    if (!conditionFailed(error)) throw error;
    const { claimed_by, lease_until } = (error as ConditionalCheckFailedException).Item ?? {};
    const { S, N } = lease_until ?? {};
    // The claim was stored, but its answer was lost, so the SDK sent it again.
    if (claimed_by?.S === owner && (S ?? N) === String(stored(until))) return ownClaim;
    const heldUntil = S === undefined ? Number(N ?? 0) : Date.parse(S);
    return heldUntil >= clock ? { claim: "busy", until: heldUntil } : { claim: "settled" };
  }
}

/** The condition that `:owner` still has the claim. */
export const isOwner = "#claimed_by = :owner";

/** Returns a claim, so that the next attempt does not wait until the lease expires. */
export const release = (place: Place, owner: string): Promise<boolean> =>
  updateIf(place, { remove: ["lease_until"], onlyIf: isOwner, values: { owner } });
