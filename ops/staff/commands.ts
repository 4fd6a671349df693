/** What can be done about staff. Each answers a sentence, or throws one. */
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  type CognitoIdentityProviderClient,
  paginateAdminListGroupsForUser,
  paginateListGroups,
  paginateListUsers,
  paginateListUsersInGroup,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";

export interface StaffPool {
  cognito: CognitoIdentityProviderClient;
  userPoolId: string;
}

export interface Invitation {
  role?: string | undefined;
  name?: string | undefined;
}

/** Invites by e-mail; somebody whose invitation is still open gets a new one, and somebody who came their new role. */
export async function invite(pool: StaffPool, email: string, { role, name }: Invitation): Promise<string> {
  const { cognito, userPoolId: UserPoolId } = pool;
  const roles = await rolesOf(pool);
  if (role === undefined || !roles.includes(role)) {
    const asked = role === undefined ? "Say which role" : `There is no role ${role}`;
    throw new Error(`${asked}: --role ${roles.join(" or --role ")}.`);
  }
  const person = { UserPoolId, Username: email };
  const named = nameAttribute(name);
  const status = await statusOf(pool, email);
  if (status === undefined) {
    await cognito.send(
      new AdminCreateUserCommand({
        ...person,
        DesiredDeliveryMediums: ["EMAIL"],
        UserAttributes: [
          { Name: "email", Value: email },
          { Name: "email_verified", Value: "true" },
          ...named,
        ],
      }),
    );
    await setRole(pool, email, role, roles);
    return `${email} is invited as ${role}.`;
  }
  await setRole(pool, email, role, roles);
  if (named.length > 0)
    await cognito.send(new AdminUpdateUserAttributesCommand({ ...person, UserAttributes: named }));
  if (status !== "FORCE_CHANGE_PASSWORD")
    return `${email} is on the staff already, now as ${role}; where they are signed in, within half an hour.`;
  await cognito.send(
    new AdminCreateUserCommand({ ...person, DesiredDeliveryMediums: ["EMAIL"], MessageAction: "RESEND" }),
  );
  return `${email} is invited again as ${role}.`;
}

const longestName = 200;

function nameAttribute(name: string | undefined): { Name: string; Value: string }[] {
  if (name === undefined) return [];
  const Value = name.trim().normalize("NFC");
  if (Value === "" || Value.length > longestName || /\p{Cc}/u.test(Value) || !Value.isWellFormed())
    throw new Error(`A name is one line of at most ${longestName} characters: --name "First Last".`);
  return [{ Name: "name", Value }];
}

/** Gives one role and takes the others. Whoever has the most important one, and alone, keeps it. */
async function setRole(pool: StaffPool, email: string, role: string, roles: string[]): Promise<void> {
  const { cognito, userPoolId: UserPoolId } = pool;
  const person = { UserPoolId, Username: email };
  const had: string[] = [];
  for await (const { Groups = [] } of paginateAdminListGroupsForUser({ client: cognito }, person))
    had.push(...Groups.flatMap(({ GroupName }) => GroupName ?? []));
  const [first = ""] = roles;
  if (role !== first && had.includes(first) && !(await othersIn(pool, first, email)))
    throw new Error(`${email} is the last ${first}, and stays it: give that role to somebody else first.`);
  // The new one first: cut off in between, somebody has two roles rather than none.
  if (!had.includes(role)) await cognito.send(new AdminAddUserToGroupCommand({ ...person, GroupName: role }));
  for (const GroupName of had.filter((one) => one !== role))
    await cognito.send(new AdminRemoveUserFromGroupCommand({ ...person, GroupName }));
}

/** Whether somebody else has the role and can sign in: an invitation nobody has followed yet does not count. */
async function othersIn(
  { cognito, userPoolId }: StaffPool,
  GroupName: string,
  email: string,
): Promise<boolean> {
  const asked = { UserPoolId: userPoolId, GroupName };
  for await (const { Users = [] } of paginateListUsersInGroup({ client: cognito }, asked))
    for (const { Attributes, Enabled, UserStatus } of Users) {
      const address = attribute(Attributes, "email");
      if (address?.toLowerCase() !== email.toLowerCase() && Enabled && UserStatus === "CONFIRMED")
        return true;
    }
  return false;
}

const attribute = (attributes: AttributeType[] | undefined, name: string) =>
  attributes?.find(({ Name }) => Name === name)?.Value;

export async function list(pool: StaffPool): Promise<string> {
  const { cognito: client, userPoolId: UserPoolId } = pool;
  const roles = new Map<string, string[]>();
  for (const GroupName of await rolesOf(pool))
    for await (const { Users = [] } of paginateListUsersInGroup({ client }, { UserPoolId, GroupName }))
      for (const { Username = "" } of Users) roles.set(Username, [...(roles.get(Username) ?? []), GroupName]);
  const lines: string[] = [];
  for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId }))
    for (const { Username = "", Attributes = [], Enabled, UserStatus } of Users) {
      const email = attribute(Attributes, "email") ?? Username;
      const name = attribute(Attributes, "name");
      const invited = UserStatus === "FORCE_CHANGE_PASSWORD";
      const state = Enabled === false ? "disabled" : invited ? "invited" : "active";
      const role = roles.get(Username)?.join(", ") ?? "no role";
      lines.push(`${email.padEnd(32)} ${role.padEnd(14)} ${state.padEnd(9)} ${name ?? ""}`.trimEnd());
    }
  return lines.length > 0 ? lines.sort().join("\n") : "There is nobody yet.";
}

/** Takes effect at once: whoever is signed in is signed out. */
export async function disable(pool: StaffPool, email: string): Promise<string> {
  const person = { UserPoolId: pool.userPoolId, Username: email };
  await known(email, () => pool.cognito.send(new AdminDisableUserCommand(person)));
  await pool.cognito.send(new AdminUserGlobalSignOutCommand(person));
  return `${email} can no longer sign in.`;
}

export async function enable({ cognito, userPoolId }: StaffPool, email: string): Promise<string> {
  await known(email, () =>
    cognito.send(new AdminEnableUserCommand({ UserPoolId: userPoolId, Username: email })),
  );
  return `${email} can sign in again.`;
}

/** For somebody who lost the device with their codes: the password alone is enough until they set up another. */
export async function resetMfa({ cognito, userPoolId }: StaffPool, email: string): Promise<string> {
  const off = { Enabled: false, PreferredMfa: false };
  const input = { UserPoolId: userPoolId, Username: email, SoftwareTokenMfaSettings: off };
  await known(email, () => cognito.send(new AdminSetUserMFAPreferenceCommand(input)));
  return `${email} signs in without a second factor until they set one up again.`;
}

async function rolesOf({ cognito: client, userPoolId: UserPoolId }: StaffPool): Promise<string[]> {
  const groups: { GroupName?: string; Precedence?: number }[] = [];
  for await (const { Groups = [] } of paginateListGroups({ client }, { UserPoolId })) groups.push(...Groups);
  return groups
    .sort((a, b) => (a.Precedence ?? Number.MAX_VALUE) - (b.Precedence ?? Number.MAX_VALUE))
    .flatMap(({ GroupName }) => GroupName ?? []);
}

async function statusOf({ cognito, userPoolId }: StaffPool, email: string): Promise<string | undefined> {
  try {
    return (await cognito.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username: email })))
      .UserStatus;
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined;
    throw error;
  }
}

async function known<Answer>(email: string, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UserNotFoundException)
      throw new Error(`Nobody on the staff has the address ${email}.`);
    throw error;
  }
}
