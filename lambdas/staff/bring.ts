import { AdminUpdateUserAttributesCommand } from "@aws-sdk/client-cognito-identity-provider";
import { changed, happened, staffSubject } from "../activity/store.ts";
import { TransactionRefused, transact } from "../database.ts";
import type { Occasion } from "../occasion.ts";
import { updateCommand } from "../update-if.ts";
import {
  calledOf,
  dropSecondFactor,
  keepAnAdmin,
  letIn,
  type Person,
  type Pool,
  roleAmong,
  rolesOf,
  setRole,
  shutOut,
} from "./pool.ts";
import { changing, endedNow, endedWith, placeOf, type Rows, rowOf, type State } from "./rows.ts";

// What is done about people and leaves its record, by the back-office and the terminal (ops/staff) alike.

type Desk = Pool & { rows: Rows };

const about = (person: Person) => ({
  ...{ subject: staffSubject, member_id: person.id, member: calledOf(person) },
});

/**
 * How it was is noted before the user pool is told; the note goes in the transaction that records the change. Cut off
 * anywhere, it is brought to its end by asking again. Nobody else may change the staff meanwhile.
 * @throws Conflict when nobody would be left to administer
 */
export async function bring(
  { rows, ...pool }: Desk,
  person: Person,
  wanted: Partial<State>,
  occasion: Occasion,
): Promise<void> {
  const { id, enabled, second_factor } = person;
  const now: State = { role: roleAmong(await rolesOf(pool, id)), shut_out: !enabled, second_factor };
  const { before = now } = await rowOf(rows, id);
  const after = { ...now, ...wanted };
  if (isSame(before, after) && isSame(now, after)) return;

  const wasAdmin = before.role === "admin" || now.role === "admin";
  if (wasAdmin && (after.role !== "admin" || after.shut_out)) await keepAnAdmin(pool, id, calledOf(person));
  // Whom the pool refuses from here on is told why.
  const begun = { set: { before, ...(after.shut_out && endedNow(true)) } };
  await rows.database.send(updateCommand(placeOf(rows, id), begun));
  if (after.role && after.role !== now.role) await setRole(pool, id, after.role);
  if (after.shut_out) await shutOut(pool, id);
  else if (now.shut_out) await letIn(pool, id);
  if (!after.second_factor && now.second_factor) await dropSecondFactor(pool, id);

  // A new role takes a new token, which the browser fetches as soon as it hears that the old one is over.
  const ends = after.shut_out || before.role !== after.role;
  await transact(
    [
      changing(rows, id, {
        remove: ["before", ...endedWith(after.shut_out)],
        ...(ends && { set: endedNow(after.shut_out) }),
      }),
      ...changed("staff-changed", about(person), before, after, occasion, rows.activity),
    ],
    rows.database,
  );
}

const isSame = (one: State, other: State) =>
  one.role === other.role && one.shut_out === other.shut_out && one.second_factor === other.second_factor;

/** Notes that an invitation was mailed, and records who asked for it. */
export async function noteInvited(
  rows: Rows,
  person: Person,
  occasion: Occasion,
  after: Record<string, unknown>,
  onlyIf?: string,
): Promise<void> {
  const { id } = person;
  const invited_at = Math.floor(Date.now() / 1_000);
  try {
    await transact(
      [
        changing(rows, id, { set: { invited_at }, ...(onlyIf && { onlyIf }) }),
        happened("staff-invited", about(person), occasion, { after }, rows.activity),
      ],
      rows.database,
    );
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
  }
}

/** Gives somebody another name. The record comes after: cut off in between, the name is there without it. */
export async function rename(
  { rows, cognito, userPoolId: UserPoolId }: Desk,
  person: Person,
  name: string,
  occasion: Occasion,
): Promise<void> {
  const UserAttributes = [{ Name: "name", Value: name }];
  await cognito.send(
    new AdminUpdateUserAttributesCommand({ UserPoolId, Username: person.id, UserAttributes }),
  );
  const before = { name: person.name };
  const record = changed("staff-changed", about(person), before, { name }, occasion, rows.activity);
  if (record.length > 0) await transact(record, rows.database);
}
