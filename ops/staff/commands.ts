/** Staff commands. Each returns or throws a sentence. The rules are those of the back-office (lambdas/staff). */
import type { Actor, ChangeContext } from "../../lambdas/platform/change-context.ts";
import { momentAt } from "../../lambdas/platform/moment.ts";
import { applyMemberChange, recordInvitation, type Stores } from "../../lambdas/staff/apply-member-change.ts";
import { createUser, findPerson, type Person, resendInvitation, setRole } from "../../lambdas/staff/pool.ts";
import { syncStaff } from "../../lambdas/staff/sync.ts";
import { allRows, type State, stateOf, withStaffLock } from "../../lambdas/stores/staff-store.ts";
import { Role, StaffName } from "../../shared/staff/staff.ts";

/** The user pool, the staff, activity and messages tables, and who runs the command. */
export type StaffPool = Stores & { messages: string; actor: Actor };

export const contextNow = ({ actor }: StaffPool): ChangeContext => ({ ...momentAt(Date.now()), actor });

export interface Invitation {
  role?: string | undefined;
  name?: string | undefined;
}

/** Invites a person by email. An open invitation is sent again; an active person gets the new role. */
export async function invite(pool: StaffPool, email: string, { role, name }: Invitation): Promise<string> {
  const { data: newRole } = Role.safeParse(role);
  if (!newRole) {
    const problem = role === undefined ? "The role is missing" : `There is no role ${role}`;
    throw new Error(`${problem}. Use --role ${Role.options.join(" or --role ")}.`);
  }
  const newName = parseName(name);
  return withStaffLock(pool.rows, async () => {
    const context = contextNow(pool);
    const person = await findPerson(pool, email);
    if (!person) {
      await createUser(pool, email, newName);
      await setRole(pool, email, newRole);
      await recordInvitation(pool, await requirePerson(pool, email), context, newRole);
      return `${email} is invited as ${newRole}.`;
    }
    const change = { role: newRole, ...(newName !== undefined && { name: newName }) };
    await applyMemberChange(pool, person, change, context);
    // Removes other roles, which the AWS console can add.
    await setRole(pool, person.id, newRole);
    if (person.invited) {
      await resendInvitation(pool, email);
      await recordInvitation(pool, person, context);
      return `${email} is invited again as ${newRole}.`;
    }
    return `${email} is already on the staff, and now has the role ${newRole}. It applies within seconds.`;
  });
}

function parseName(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const { data } = StaffName.safeParse(name);
  if (!data) throw new Error('A name is one line of at most 200 characters: --name "First Last".');
  return data;
}

/** Everybody, after copying what was changed in the user pool itself. */
export async function list(pool: StaffPool): Promise<string> {
  await syncStaff(contextNow(pool), pool);
  const lines = (await allRows(pool.rows)).map((row) => {
    const { email, role = "no role", disabled, name } = stateOf(row);
    const state = disabled ? "disabled" : row.invited ? "invited" : "active";
    return `${email.padEnd(32)} ${role.padEnd(14)} ${state.padEnd(9)} ${name}`.trimEnd();
  });
  return lines.length > 0 ? lines.sort().join("\n") : "There is no staff yet.";
}

/** Signs the person out within seconds. */
export async function disable(pool: StaffPool, email: string): Promise<string> {
  await change(pool, email, { disabled: true });
  return `${email} can no longer sign in.`;
}

export async function enable(pool: StaffPool, email: string): Promise<string> {
  await change(pool, email, { disabled: false });
  return `${email} can sign in again.`;
}

/** For a person who lost their MFA device. */
export async function resetMfa(pool: StaffPool, email: string): Promise<string> {
  await change(pool, email, { second_factor: false });
  return `${email} can sign in without MFA until they set it up again.`;
}

/** Locked, so that the back-office changes nothing at the same time. */
const change = (pool: StaffPool, email: string, state: Partial<State>): Promise<void> =>
  withStaffLock(pool.rows, async () =>
    applyMemberChange(pool, await requirePerson(pool, email), state, contextNow(pool)),
  );

export async function requirePerson(pool: StaffPool, email: string): Promise<Person> {
  const person = await findPerson(pool, email);
  if (!person) throw new Error(`There is no staff with the address ${email}.`);
  return person;
}
