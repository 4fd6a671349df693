/**
 * What can be done about staff. Each answers a sentence, or throws one. The steps and their rules are those of the
 * back-office (lambdas/staff).
 */
import {
  type CognitoIdentityProviderClient,
  paginateListGroups,
  paginateListUsers,
  paginateListUsersInGroup,
} from "@aws-sdk/client-cognito-identity-provider";
import { momentAt } from "../../lambdas/moment.ts";
import type { Author, Occasion } from "../../lambdas/occasion.ts";
import { bring, noteInvited, rename } from "../../lambdas/staff/bring.ts";
import {
  attributeOf,
  create,
  createAgain,
  invited,
  type Person,
  personOf,
  setRole,
} from "../../lambdas/staff/pool.ts";
import { alone, type Rows, type State } from "../../lambdas/staff/rows.ts";
import { Role } from "../../shared/staff.ts";

export interface StaffPool {
  cognito: CognitoIdentityProviderClient;
  userPoolId: string;
  /** Where it is written down that somebody's tokens are over, and who did what. */
  rows: Rows;
  /** Whose terminal it is, as the records of the activity say. */
  author: Author;
}

const occasionNow = ({ author }: StaffPool): Occasion => ({ ...momentAt(Date.now()), author });

export interface Invitation {
  role?: string | undefined;
  name?: string | undefined;
}

/** Invites by e-mail; somebody whose invitation is still open gets a new one, and somebody who came their new role. */
export async function invite(pool: StaffPool, email: string, { role, name }: Invitation): Promise<string> {
  const roles = await allRoles(pool);
  if (role === undefined || !roles.includes(role)) {
    const asked = role === undefined ? "Say which role" : `There is no role ${role}`;
    throw new Error(`${asked}: --role ${roles.join(" or --role ")}.`);
  }
  const called = nameOf(name);
  return alone(pool.rows, async () => {
    const occasion = occasionNow(pool);
    const person = await personOf(pool, email);
    if (!person) {
      await create(pool, email, called);
      await setRole(pool, email, role);
      await noteInvited(pool.rows, await known(pool, email), occasion, {
        ...(called !== undefined && { name: called }),
        ...{ email, role },
      });
      return `${email} is invited as ${role}.`;
    }
    await bring(pool, person, { role: Role.parse(role) }, occasion);
    // Nobody has two, whatever was done past us.
    await setRole(pool, person.id, role);
    if (called !== undefined) await rename(pool, person, called, occasion);
    if (person.status === invited) {
      await createAgain(pool, email);
      await noteInvited(pool.rows, person, occasion, { email });
      return `${email} is invited again as ${role}.`;
    }
    return `${email} is on the staff already, now as ${role}; where they are signed in, within seconds.`;
  });
}

const longestName = 200;

function nameOf(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const value = name.trim().normalize("NFC");
  if (value === "" || value.length > longestName || /\p{Cc}/u.test(value) || !value.isWellFormed())
    throw new Error(`A name is one line of at most ${longestName} characters: --name "First Last".`);
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
      const state = Enabled === false ? "disabled" : UserStatus === invited ? "invited" : "active";
      const role = roles.get(Username)?.join(", ") ?? "no role";
      lines.push(`${email.padEnd(32)} ${role.padEnd(14)} ${state.padEnd(9)} ${name ?? ""}`.trimEnd());
    }
  return lines.length > 0 ? lines.sort().join("\n") : "There is nobody yet.";
}

/** Takes effect at once: whoever is signed in is signed out. */
export async function disable(pool: StaffPool, email: string): Promise<string> {
  await change(pool, email, { shut_out: true });
  return `${email} can no longer sign in.`;
}

export async function enable(pool: StaffPool, email: string): Promise<string> {
  await change(pool, email, { shut_out: false });
  return `${email} can sign in again.`;
}

/** For somebody who lost the device with their codes: the password alone is enough until they set up another. */
export async function resetMfa(pool: StaffPool, email: string): Promise<string> {
  await change(pool, email, { second_factor: false });
  return `${email} signs in without a second factor until they set one up again.`;
}

/** One change at a time, also beside the back-office. */
const change = (pool: StaffPool, email: string, wanted: Partial<State>): Promise<void> =>
  alone(pool.rows, async () => bring(pool, await known(pool, email), wanted, occasionNow(pool)));

async function allRoles({ cognito: client, userPoolId: UserPoolId }: StaffPool): Promise<string[]> {
  const groups: { GroupName?: string; Precedence?: number }[] = [];
  for await (const { Groups = [] } of paginateListGroups({ client }, { UserPoolId })) groups.push(...Groups);
  return groups
    .sort((a, b) => (a.Precedence ?? Number.MAX_VALUE) - (b.Precedence ?? Number.MAX_VALUE))
    .flatMap(({ GroupName }) => GroupName ?? []);
}

async function known(pool: StaffPool, email: string): Promise<Person> {
  const person = await personOf(pool, email);
  if (!person) throw new Error(`Nobody on the staff has the address ${email}.`);
  return person;
}
