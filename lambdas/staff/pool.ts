import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  type AdminGetUserCommandOutput,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  type CognitoIdentityProviderClient,
  paginateAdminListGroupsForUser,
  paginateListUsersInGroup,
} from "@aws-sdk/client-cognito-identity-provider";
import type { Role } from "../../shared/staff.ts";
import { Conflict } from "../errors.ts";

// What can be done with people of the user pool, for the back-office and the terminal (ops/staff) alike. Each step can be
// repeated, and changes nothing the second time.

export type Pool = { cognito: CognitoIdentityProviderClient; userPoolId: string };

export type Person = {
  /** Their `sub`, which is also what the pool calls them by. */
  id: string;
  email: string;
  name: string;
  enabled: boolean;
  status: string;
  /** When they were invited first, in epoch milliseconds. */
  created: number;
  second_factor: boolean;
};

export const attributeOf = (attributes: AttributeType[] | undefined, name: string) =>
  attributes?.find(({ Name }) => Name === name)?.Value;

/** The user pool's word for somebody whose invitation is still open. */
export const invited = "FORCE_CHANGE_PASSWORD";

const named = ({ userPoolId: UserPoolId }: Pool, Username: string) => ({ UserPoolId, Username });
const isUnknown = (error: unknown) => error instanceof Error && error.name === "UserNotFoundException";

/** Somebody by their id or their address. */
export async function personOf(pool: Pool, idOrEmail: string): Promise<Person | undefined> {
  let user: AdminGetUserCommandOutput;
  try {
    user = await pool.cognito.send(new AdminGetUserCommand(named(pool, idOrEmail)));
  } catch (error) {
    if (isUnknown(error)) return undefined;
    throw error;
  }
  const { Username = "", UserAttributes, UserMFASettingList = [] } = user;
  return {
    id: Username,
    email: attributeOf(UserAttributes, "email") ?? Username,
    name: attributeOf(UserAttributes, "name") ?? "",
    enabled: user.Enabled !== false,
    status: user.UserStatus ?? "",
    created: user.UserCreateDate?.getTime() ?? 0,
    second_factor: UserMFASettingList.includes("SOFTWARE_TOKEN_MFA"),
  };
}

export const calledOf = ({ name, email }: Pick<Person, "name" | "email">) => name || email;

export async function rolesOf(pool: Pool, id: string): Promise<string[]> {
  const pages = paginateAdminListGroupsForUser({ client: pool.cognito }, named(pool, id));
  const groups = await Array.fromAsync(pages, ({ Groups = [] }) => Groups);
  return groups.flat().flatMap(({ GroupName }) => GroupName ?? []);
}

/** The one that counts of the roles somebody has. */
export const roleAmong = (roles: string[]): Role | undefined =>
  (["admin", "staff"] as const).find((role) => roles.includes(role));

const invitation = (email: string) => ({ Username: email, DesiredDeliveryMediums: ["EMAIL" as const] });

/** Makes an account for an address, and mails the invitation. */
export const create = ({ cognito, userPoolId: UserPoolId }: Pool, email: string, name: string | undefined) =>
  cognito.send(
    new AdminCreateUserCommand({
      ...invitation(email),
      UserPoolId,
      UserAttributes: [
        { Name: "email", Value: email },
        { Name: "email_verified", Value: "true" },
        ...(name ? [{ Name: "name", Value: name }] : []),
      ],
    }),
  );

/** Mails the invitation again, with a new temporary password. */
export const createAgain = ({ cognito, userPoolId: UserPoolId }: Pool, email: string) =>
  cognito.send(new AdminCreateUserCommand({ ...invitation(email), UserPoolId, MessageAction: "RESEND" }));

/**
 * Asks that an administrator would be left without somebody. An invitation may never be followed, so it does not count.
 * @throws Conflict
 */
export async function keepAnAdmin(pool: Pool, id: string, called: string): Promise<void> {
  const asked = { UserPoolId: pool.userPoolId, GroupName: "admin" };
  for await (const { Users = [] } of paginateListUsersInGroup({ client: pool.cognito }, asked))
    for (const { Username, Enabled, UserStatus } of Users)
      if (Username !== id && Enabled && UserStatus === "CONFIRMED") return;
  throw new Conflict(`${called} is the last admin, and stays it: give that role to somebody else first.`);
}

/** Gives one role and takes the others. The new one first: cut off in between, somebody has two roles rather than none. */
export async function setRole(pool: Pool, id: string, role: string): Promise<void> {
  const had = await rolesOf(pool, id);
  const person = named(pool, id);
  if (!had.includes(role))
    await pool.cognito.send(new AdminAddUserToGroupCommand({ ...person, GroupName: role }));
  for (const GroupName of had.filter((one) => one !== role))
    await pool.cognito.send(new AdminRemoveUserFromGroupCommand({ ...person, GroupName }));
}

/** Whoever is signed in is signed out, too. */
export async function shutOut(pool: Pool, id: string): Promise<void> {
  await pool.cognito.send(new AdminDisableUserCommand(named(pool, id)));
  await signOut(pool, id);
}

export const letIn = (pool: Pool, id: string) =>
  pool.cognito.send(new AdminEnableUserCommand(named(pool, id)));

export const signOut = (pool: Pool, id: string) =>
  pool.cognito.send(new AdminUserGlobalSignOutCommand(named(pool, id)));

/** The password alone is enough until they set up another. */
export const dropSecondFactor = (pool: Pool, id: string) =>
  pool.cognito.send(
    new AdminSetUserMFAPreferenceCommand({
      ...named(pool, id),
      SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
    }),
  );
