import { AdminUpdateUserAttributesCommand } from "@aws-sdk/client-cognito-identity-provider";
import { changeRecords, eventRecord, staffSubject } from "../activity/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { updateCommand } from "../platform/dynamo/update-if.ts";
import {
  disable,
  displayNameOf,
  enable,
  type Person,
  type Pool,
  requireAnotherAdmin,
  resetMfa,
  roleAmong,
  rolesOf,
  setRole,
} from "./pool.ts";
import { attributesToRemove, keyOf, type Rows, rowOf, rowUpdate, type State, sessionsEnded } from "./rows.ts";

// Recorded changes of staff, for the back-office and the terminal (ops/staff).

type Stores = Pool & { rows: Rows };

const about = (person: Person) => ({
  subject: staffSubject,
  member_id: person.id,
  member: displayNameOf(person),
});

/**
 * Changes somebody's role, access or second factor. First it saves the state before; then it updates the user pool; then
 * one transaction records the change and removes the saved state. After a failure, the same call completes the change.
 * Call it under `withStaffLock`.
 * @throws Conflict when there would be no administrator left
 */
export async function applyMemberChange(
  { rows, ...pool }: Stores,
  person: Person,
  change: Partial<State>,
  context: ChangeContext,
): Promise<void> {
  const { id, enabled, second_factor } = person;
  const now: State = { role: roleAmong(await rolesOf(pool, id)), disabled: !enabled, second_factor };
  const { before = now } = await rowOf(rows, id);
  const after = { ...now, ...change };
  if (isSame(before, after) && isSame(now, after)) return;

  const wasAdmin = before.role === "admin" || now.role === "admin";
  if (wasAdmin && (after.role !== "admin" || after.disabled))
    await requireAnotherAdmin(pool, id, displayNameOf(person));
  // Saved before the pool refuses them, so that the refusal can say why.
  const set = { before, ...(after.disabled && sessionsEnded(true)) };
  await rows.database.send(updateCommand(keyOf(rows, id), { set }));
  if (after.role && after.role !== now.role) await setRole(pool, id, after.role);
  if (after.disabled) await disable(pool, id);
  else if (now.disabled) await enable(pool, id);
  if (!after.second_factor && now.second_factor) await resetMfa(pool, id);

  // A new role needs a new token. The browser fetches one when the API refuses the old one.
  const endsSessions = after.disabled || before.role !== after.role;
  await transact(
    [
      rowUpdate(rows, id, {
        remove: ["before", ...attributesToRemove(after.disabled)],
        ...(endsSessions && { set: sessionsEnded(after.disabled) }),
      }),
      ...changeRecords("staff-changed", about(person), before, after, context, rows.activity),
    ],
    rows.database,
  );
}

const isSame = (one: State, other: State) =>
  one.role === other.role && one.disabled === other.disabled && one.second_factor === other.second_factor;

/** Saves that an invitation was sent, and records who requested it. Does nothing when `onlyIf` does not hold. */
export async function recordInvitation(
  rows: Rows,
  person: Person,
  context: ChangeContext,
  after: Record<string, unknown>,
  onlyIf?: string,
): Promise<void> {
  const { id } = person;
  const invited_at = Math.floor(Date.now() / 1_000);
  try {
    await transact(
      [
        rowUpdate(rows, id, { set: { invited_at }, ...(onlyIf && { onlyIf }) }),
        eventRecord("staff-invited", about(person), context, { after }, rows.activity),
      ],
      rows.database,
    );
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
  }
}

/** Changes somebody's name, then records it. A failure in between leaves the name without a record. */
export async function renameMember(
  { rows, cognito, userPoolId: UserPoolId }: Stores,
  person: Person,
  name: string,
  context: ChangeContext,
): Promise<void> {
  const UserAttributes = [{ Name: "name", Value: name }];
  await cognito.send(
    new AdminUpdateUserAttributesCommand({ UserPoolId, Username: person.id, UserAttributes }),
  );
  const before = { name: person.name };
  const records = changeRecords("staff-changed", about(person), before, { name }, context, rows.activity);
  if (records.length > 0) await transact(records, rows.database);
}
