import * as z from "zod/mini";
import { secondFactorLacking, shutOutSentence } from "../shared/admission.ts";
import type { Route } from "../shared/route.ts";
import { batchGet, byId } from "./batch-get.ts";
import type { Event } from "./caller.ts";
import { table } from "./database.ts";
import { Forbidden, NotSignedIn, notSignedIn, type Refusal, Unavailable } from "./errors.ts";
import { logFailure } from "./log.ts";
import { read } from "./rows.ts";
import { updateIf } from "./update-if.ts";

// The authorizer takes an access token for as long as it lives, half an hour, whatever has become of its owner. Here it
// is asked whether they were shut out or signed out since.

/** What is kept of a member of staff, by their Cognito `sub`. Times are Cognito's: seconds since 1970. */
const Standing = z.object({
  /** Tokens of before are over. */
  ended_at: z.optional(z.number()),
  /** Whether they are over because their owner was shut out. */
  shut_out: z.optional(z.boolean()),
  /** When they last signed in. */
  signed_in_at: z.optional(z.number()),
  /** When the server last saw that they have a second factor. */
  proven_at: z.optional(z.number()),
});
type Standing = z.output<typeof Standing>;

/** What is demanded of everybody, in a row of its own. */
export const everybody = "everybody";
const Demands = z.object({ second_factor: z.optional(z.boolean()) });

/** Milliseconds for which rows are not read again: so long somebody who was shut out may still come in. */
const believed = 5_000;
type Rows = { own: Record<string, unknown>; everybodys: Record<string, unknown> };
const known = new Map<string, Rows & { since: number }>();

async function rowsFor(id: string, anew: boolean): Promise<Rows> {
  const since = Date.now();
  for (const [other, found] of known) if (since - found.since > believed) known.delete(other);
  const found = known.get(id);
  if (found && !anew) return found;
  const rows = await batchGet("staff", byId([id, everybody]));
  const rowOf = (wanted: string) => rows.find((row) => row.id === wanted) ?? {};
  const read = { own: rowOf(id), everybodys: rowOf(everybody), since };
  known.set(id, read);
  return read;
}

/**
 * Lets in whoever has a token that was not ended, and the second factor where it is demanded. Gives what is still to be
 * waited for before the answer goes out: a sign-in is noted beside the work, and failing at that fails nothing.
 * @throws Refusal when they may not come in, or it cannot be found out
 */
export async function admit(route: Route, event: Event): Promise<{ noted: Promise<unknown> }> {
  if (route.access === "public") return { noted: Promise.resolve() };
  const claims = event.requestContext.authorizer?.jwt?.claims ?? {};
  const id = String(claims.sub ?? "");
  // HTTP APIs pass numbers on as text.
  const token = { issued: Number(claims.iat), signedIn: Number(claims.auth_time) };
  const standing = await standingOf(id, route, (row, demands) => refusal(route, token, row, demands));
  return {
    noted: token.signedIn > (standing.signed_in_at ?? 0) ? note(id, token.signedIn) : Promise.resolve(),
  };
}

type Token = { issued: number; signedIn: number };

function refusal({ unproven }: Route, token: Token, row: Standing, demanded: boolean): Refusal | undefined {
  if (row.ended_at !== undefined && !(token.issued >= row.ended_at))
    return row.shut_out ? new NotSignedIn(shutOutSentence) : notSignedIn();
  // Asked at each sign-in: whoever has one can remove it without our hearing of it.
  if (demanded && !unproven && !((row.proven_at ?? 0) >= token.signedIn))
    return new Forbidden(secondFactorLacking);
  return undefined;
}

/** Who was shut out is told so from what is known; that they may not come in is never said from that alone. */
async function standingOf(
  id: string,
  route: Route,
  refused: (row: Standing, demanded: boolean) => Refusal | undefined,
): Promise<Standing> {
  let reason: Refusal | undefined;
  try {
    for (const anew of route.anew ? [true] : [false, true]) {
      const { own, everybodys } = await rowsFor(id, anew);
      const standing = read(Standing, own);
      reason = refused(standing, read(Demands, everybodys).second_factor ?? false);
      if (!reason) return standing;
    }
  } catch (error) {
    logFailure("caller not let in", error);
    throw new Unavailable(
      "Whether you may come in could not be looked up just now. Nothing was changed; try again.",
    );
  }
  throw reason;
}

/** The first call with a token of a new sign-in tells of it; of several at once, one. */
async function note(id: string, signed_in_at: number): Promise<void> {
  try {
    await updateIf(
      { TableName: table("staff"), Key: { id } },
      {
        set: { signed_in_at },
        onlyIf: "attribute_not_exists(#signed_in_at) OR #signed_in_at < :new_signed_in_at",
      },
    );
    const found = known.get(id);
    if (found) found.own = { ...found.own, signed_in_at };
  } catch (error) {
    logFailure("sign-in not noted", error);
  }
}
