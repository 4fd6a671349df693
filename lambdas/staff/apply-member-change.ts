import { nameOf, type Role, roleAmong } from "../../shared/staff/staff.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { updateCommand } from "../platform/dynamo/update-if.ts";
import { Conflict } from "../platform/http/refusals.ts";
import { changeRecords, eventRecord, staffSubject } from "../stores/activity-store.ts";
import {
  allRows,
  endedNow,
  isActive,
  keyOf,
  type Row,
  type Rows,
  removal,
  rowOf,
  rowUpdate,
  State,
  stateOf,
} from "../stores/staff-store.ts";
import {
  deleteUser,
  disable,
  enable,
  type Person,
  type Pool,
  rename,
  resetMfa,
  rolesOf,
  setRole,
} from "./pool.ts";

// Recorded changes of staff, for the back-office and the terminal (ops/staff). The user pool decides who can sign in, the
// row what they may do. Call these under `withStaffLock`.

export type Stores = Pool & { rows: Rows };

const about = ({ id, ...state }: Pick<Row, "id" | "name" | "email">) => ({
  subject: staffSubject,
  member_id: id,
  member: nameOf(state),
});

/** Somebody's row, their state in the user pool, and the state that counts. */
async function readState({ rows, ...pool }: Stores, person: Person) {
  const { id, name, email, enabled, second_factor } = person;
  const [roles, row] = await Promise.all([rolesOf(pool, id), rowOf(rows, id)]);
  const role = roleAmong(roles);
  const inPool: State = { name, email, ...(role && { role }), disabled: !enabled, second_factor };
  // People can write their name in the pool without a record, so the row's counts. Access stays ended until it is enabled
  // here. While a change is interrupted, the row has the lower role.
  const current: State = row
    ? {
        ...inPool,
        name: row.name,
        disabled: inPool.disabled || row.disabled === true,
        ...(row.before && { role: row.role }),
      }
    : inPool;
  return { row, inPool, current };
}

/**
 * Changes somebody's name, role, access or sign-in code. First it takes away in the row what the change takes away, and
 * saves the state before; then it updates the user pool; then one transaction completes the row and records the change.
 * After a failure nobody has more access than before and after, and the same call completes the change.
 * @throws Conflict when there would be no administrator left
 */
export async function applyMemberChange(
  stores: Stores,
  person: Person,
  change: Partial<State>,
  context: ChangeContext,
): Promise<void> {
  const { rows, ...pool } = stores;
  const { id } = person;
  const { row, inPool, current } = await readState(stores, person);
  const after = { ...current, ...change };
  const before = row?.before ?? (row && stateOf(row));
  const isInPool = isSame(inPool, { ...after, name: change.name ?? inPool.name });
  if (isInPool && before && !row?.before && isSame(before, after)) return;

  if (current.role === "admin" && !current.disabled && (after.role !== "admin" || after.disabled))
    await requireAnotherAdmin(rows, id, nameOf(current));
  if (row) {
    const role = row.role === "admin" ? after.role : row.role;
    const set = { before, role, ...(after.disabled && { disabled: true, ...endedNow() }) };
    await rows.database.send(updateCommand(keyOf(rows, id), { set }));
  }
  if (change.name !== undefined && change.name !== inPool.name) await rename(pool, id, change.name);
  if (after.role && after.role !== inPool.role) await setRole(pool, id, after.role);
  if (after.disabled) await disable(pool, id);
  else if (inPool.disabled) await enable(pool, id);
  if (!after.second_factor && inPool.second_factor) await resetMfa(pool, id);
  await saveState(stores, person, before, after, context);
}

/** Completes the row, and records what differs from the state before. */
async function saveState(
  { rows }: Stores,
  { id, invited }: Person,
  before: State | undefined,
  after: State,
  context: ChangeContext,
): Promise<void> {
  const { role, ...fields } = after;
  // A new role needs a new token. The browser fetches one when the API refuses the old one.
  const endsSessions = after.disabled || (before && before.role !== role);
  const set = { ...fields, role, invited: invited || undefined, ...(endsSessions && endedNow()) };
  const remove = [
    "before",
    ...(role ? [] : ["role"]),
    ...(invited ? [] : ["invited"]),
    // Others may know the address of the calendar.
    ...(after.disabled ? ["calendar"] : []),
  ];
  // Of somebody who was created in the pool itself, the record has the role.
  const records = changeRecords(
    "staff-changed",
    about({ id, ...after }),
    before ?? { ...after, role: undefined },
    after,
    context,
    rows.activity,
  );
  await transact([rowUpdate(rows, id, { set, remove }), ...records], rows.database);
}

/**
 * Copies what was changed in the user pool itself, as in AWS's console. Only changes here give access back to somebody who
 * is disabled. An interrupted change waits for its repetition.
 */
export async function syncMember(
  stores: Stores,
  id: string,
  person: Person | undefined,
  context: ChangeContext,
): Promise<void> {
  if (!person) return forget(stores, id, context);
  const { row, current } = await readState(stores, person);
  const before = row && stateOf(row);
  const hasAccepted = row?.invited && !person.invited;
  if (row?.before || (before && isSame(before, current) && !hasAccepted)) return;
  await saveState(stores, person, before, current, context);
}

/** Removes the row of somebody who is deleted in the user pool. The activity keeps the name. */
async function forget({ rows }: Stores, id: string, context: ChangeContext): Promise<void> {
  const row = await rowOf(rows, id);
  if (!row) return;
  const before = {
    email: row.email,
    role: row.before?.role ?? row.role,
    ...(row.invited && { invited: true }),
  };
  const record = eventRecord("staff-removed", about(row), context, { before }, rows.activity);
  await transact([removal(rows, id, context.now), record], rows.database);
}

/**
 * Removes somebody for good, or withdraws an invitation: access ends first, then the account, then the row. An interrupted call
 * is completed by its repetition, or by the daily run.
 * @throws Conflict when there would be no administrator left
 */
export async function removeMember(
  stores: Stores,
  id: string,
  person: Person | undefined,
  context: ChangeContext,
): Promise<void> {
  const { rows, ...pool } = stores;
  const row = await rowOf(rows, id);
  if (row?.role === "admin" && !row.disabled) await requireAnotherAdmin(rows, id, nameOf(row));
  if (row) {
    const set = { before: row.before ?? stateOf(row), disabled: true, ...endedNow() };
    await rows.database.send(updateCommand(keyOf(rows, id), { set }));
  }
  if (person) {
    await disable(pool, id);
    await deleteUser(pool, id);
  }
  await forget(stores, id, context);
}

const isSame = (a: State, b: State) =>
  (Object.keys(State.shape) as (keyof State)[]).every((name) => a[name] === b[name]);

/** Invited administrators do not count: they may never accept. @throws Conflict when there is no other administrator */
async function requireAnotherAdmin(rows: Rows, id: string, name: string): Promise<void> {
  const otherAdmins = (await allRows(rows)).filter((row) => row.id !== id && row.role === "admin");
  if (!otherAdmins.some(isActive))
    throw new Conflict(`${name} is the last admin. Give that role to somebody else first.`);
}

/** Records that an invitation was sent. The first one, with a role, creates the row. Repeated, it changes nothing. */
export async function recordInvitation(
  { rows }: Stores,
  person: Person,
  context: ChangeContext,
  role?: Role,
): Promise<void> {
  const { id, name, email, enabled, second_factor, invited } = person;
  const invited_at = Math.floor(Date.now() / 1_000);
  const profile = { name, email, role, disabled: !enabled, second_factor, invited: invited || undefined };
  const change = role
    ? { set: { ...profile, invited_at }, onlyIf: "attribute_not_exists(#invited_at)" }
    : { set: { invited_at } };
  const after = { email, ...(role && { role, ...(name && { name }) }) };
  const record = eventRecord("staff-invited", about(person), context, { after }, rows.activity);
  try {
    await transact([rowUpdate(rows, id, change), record], rows.database);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
  }
}
