import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  type AdminGetUserCommandOutput,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  type CognitoIdentityProviderClient,
  paginateAdminListGroupsForUser,
} from "@aws-sdk/client-cognito-identity-provider";
import { StaffName } from "../../shared/staff/staff.ts";

// The calls to the user pool, for the back-office and the terminal (ops/staff). Repeated, a call changes nothing.

export type Pool = { cognito: CognitoIdentityProviderClient; userPoolId: string };

export type Person = {
  /** Their `sub`, which is also their user name in the pool. */
  id: string;
  email: string;
  name: string;
  enabled: boolean;
  /** They have not accepted their invitation. */
  invited: boolean;
  second_factor: boolean;
};

const attributeOf = (attributes: AttributeType[] | undefined, name: string) =>
  attributes?.find(({ Name }) => Name === name)?.Value;

const userKey = ({ userPoolId: UserPoolId }: Pool, Username: string) => ({ UserPoolId, Username });
const isUnknown = (error: unknown) => error instanceof Error && error.name === "UserNotFoundException";

/** Finds somebody by their id or email address. */
export async function findPerson(pool: Pool, idOrEmail: string): Promise<Person | undefined> {
  let user: AdminGetUserCommandOutput;
  try {
    user = await pool.cognito.send(new AdminGetUserCommand(userKey(pool, idOrEmail)));
  } catch (error) {
    if (isUnknown(error)) return undefined;
    throw error;
  }
  const { Username = "", UserAttributes, UserMFASettingList = [] } = user;
  // Its owner can write any text there with their token.
  const name = StaffName.safeParse(attributeOf(UserAttributes, "name") ?? "");
  return {
    id: Username,
    email: attributeOf(UserAttributes, "email") ?? Username,
    name: name.success ? name.data : "",
    enabled: user.Enabled !== false,
    invited: user.UserStatus === "FORCE_CHANGE_PASSWORD",
    second_factor: UserMFASettingList.includes("SOFTWARE_TOKEN_MFA"),
  };
}

export async function rolesOf(pool: Pool, id: string): Promise<string[]> {
  const pages = paginateAdminListGroupsForUser({ client: pool.cognito }, userKey(pool, id));
  const groups = await Array.fromAsync(pages, ({ Groups = [] }) => Groups);
  return groups.flat().flatMap(({ GroupName }) => GroupName ?? []);
}

const invitation = (email: string) => ({ Username: email, DesiredDeliveryMediums: ["EMAIL" as const] });

/** Creates a user, and sends the invitation. */
export const createUser = (
  { cognito, userPoolId: UserPoolId }: Pool,
  email: string,
  name: string | undefined,
) =>
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

/** Sends the invitation again, with a new temporary password. */
export const resendInvitation = ({ cognito, userPoolId: UserPoolId }: Pool, email: string) =>
  cognito.send(new AdminCreateUserCommand({ ...invitation(email), UserPoolId, MessageAction: "RESEND" }));

/** Adds a role, then removes the others. After a failure in between, somebody has two roles rather than none. */
export async function setRole(pool: Pool, id: string, role: string): Promise<void> {
  const roles = await rolesOf(pool, id);
  const person = userKey(pool, id);
  if (!roles.includes(role))
    await pool.cognito.send(new AdminAddUserToGroupCommand({ ...person, GroupName: role }));
  for (const GroupName of roles.filter((present) => present !== role))
    await pool.cognito.send(new AdminRemoveUserFromGroupCommand({ ...person, GroupName }));
}

/** Also signs them out. */
export async function disable(pool: Pool, id: string): Promise<void> {
  await pool.cognito.send(new AdminDisableUserCommand(userKey(pool, id)));
  await signOut(pool, id);
}

/** Deletes somebody who has no access any more. */
export async function deleteUser(pool: Pool, id: string): Promise<void> {
  try {
    await pool.cognito.send(new AdminDeleteUserCommand(userKey(pool, id)));
  } catch (error) {
    if (!isUnknown(error)) throw error;
  }
}

export const rename = (pool: Pool, id: string, Value: string) =>
  pool.cognito.send(
    new AdminUpdateUserAttributesCommand({
      ...userKey(pool, id),
      UserAttributes: [{ Name: "name", Value }],
    }),
  );

export const enable = (pool: Pool, id: string) =>
  pool.cognito.send(new AdminEnableUserCommand(userKey(pool, id)));

export const signOut = (pool: Pool, id: string) =>
  pool.cognito.send(new AdminUserGlobalSignOutCommand(userKey(pool, id)));

/** Until they set up another sign-in code, they sign in with their password only. */
export const resetMfa = (pool: Pool, id: string) =>
  pool.cognito.send(
    new AdminSetUserMFAPreferenceCommand({
      ...userKey(pool, id),
      SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
    }),
  );
