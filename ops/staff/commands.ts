/** Staff commands. Each returns or throws a sentence. The rules are those of the back-office (lambdas/staff). */
import {
  type CognitoIdentityProviderClient,
  paginateListGroups,
  paginateListUsers,
  paginateListUsersInGroup,
} from "@aws-sdk/client-cognito-identity-provider";
import type { Actor, ChangeContext } from "../../lambdas/platform/change-context.ts";
import { momentAt } from "../../lambdas/platform/moment.ts";
import {
  applyMemberChange,
  recordInvitation,
  renameMember,
} from "../../lambdas/staff/apply-member-change.ts";
import {
  attributeOf,
  createUser,
  findPerson,
  INVITED_STATUS,
  type Person,
  resendInvitation,
  setRole,
} from "../../lambdas/staff/pool.ts";
import { type Rows, type State, withStaffLock } from "../../lambdas/staff/rows.ts";
import { Role } from "../../shared/staff/staff.ts";

export interface StaffPool {
  cognito: CognitoIdentityProviderClient;
  userPoolId: string;
  /** The staff and activity tables. */
  rows: Rows;
  /** Who runs the command, for the activity. */
  actor: Actor;
}

const contextNow = ({ actor }: StaffPool): ChangeContext => ({ ...momentAt(Date.now()), actor });

export interface Invitation {
  role?: string | undefined;
  name?: string | undefined;
}

/** Invites a person by email. An open invitation is sent again; an active person gets the new role. */
export async function invite(pool: StaffPool, email: string, { role, name }: Invitation): Promise<string> {
  const roles = await allRoles(pool);
  if (role === undefined || !roles.includes(role)) {
    const problem = role === undefined ? "The role is missing" : `There is no role ${role}`;
    throw new Error(`${problem}. Use --role ${roles.join(" or --role ")}.`);
  }
  const newName = parseName(name);
  return withStaffLock(pool.rows, async () => {
    const context = contextNow(pool);
    const person = await findPerson(pool, email);
    if (!person) {
      await createUser(pool, email, newName);
      await setRole(pool, email, role);
      await recordInvitation(pool.rows, await requirePerson(pool, email), context, {
        ...(newName !== undefined && { name: newName }),
        email,
        role,
      });
      return `${email} is invited as ${role}.`;
    }
    await applyMemberChange(pool, person, { role: Role.parse(role) }, context);
    // Removes other roles, which the AWS console can add.
    await setRole(pool, person.id, role);
    if (newName !== undefined) await renameMember(pool, person, newName, context);
    if (person.status === INVITED_STATUS) {
      await resendInvitation(pool, email);
      await recordInvitation(pool.rows, person, context, { email });
      return `${email} is invited again as ${role}.`;
    }
    return `${email} is already on the staff, and now has the role ${role}. It applies within seconds.`;
  });
}

const MAX_NAME_LENGTH = 200;

function parseName(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const value = name.trim().normalize("NFC");
  if (value === "" || value.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(value) || !value.isWellFormed())
    throw new Error(`A name is one line of at most ${MAX_NAME_LENGTH} characters: --name "First Last".`);
  return value;
}

export async function list(pool: StaffPool): Promise<string> {
  const { cognito: client, userPoolId: UserPoolId } = pool;
  const roles = new Map<string, string[]>();
  for (const GroupName of await allRoles(pool))
    for await (const { Users = [] } of paginateListUsersInGroup({ client }, { UserPoolId, GroupName }))
      for (const { Username = "" } of Users) roles.set(Username, [...(roles.get(Username) ?? []), GroupName]);
  const lines: string[] = [];
  for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId }))
    for (const { Username = "", Attributes = [], Enabled, UserStatus } of Users) {
      const email = attributeOf(Attributes, "email") ?? Username;
      const name = attributeOf(Attributes, "name");
      const state = Enabled === false ? "disabled" : UserStatus === INVITED_STATUS ? "invited" : "active";
      const role = roles.get(Username)?.join(", ") ?? "no role";
      lines.push(`${email.padEnd(32)} ${role.padEnd(14)} ${state.padEnd(9)} ${name ?? ""}`.trimEnd());
    }
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

async function allRoles({ cognito: client, userPoolId: UserPoolId }: StaffPool): Promise<string[]> {
  const groups: { GroupName?: string; Precedence?: number }[] = [];
  for await (const { Groups = [] } of paginateListGroups({ client }, { UserPoolId })) groups.push(...Groups);
  return groups
    .sort((a, b) => (a.Precedence ?? Number.MAX_VALUE) - (b.Precedence ?? Number.MAX_VALUE))
    .flatMap(({ GroupName }) => GroupName ?? []);
}

async function requirePerson(pool: StaffPool, email: string): Promise<Person> {
  const person = await findPerson(pool, email);
  if (!person) throw new Error(`There is no staff with the address ${email}.`);
  return person;
}
