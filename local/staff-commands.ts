/** What can be done about staff. Each answers a sentence, or throws one. */
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
  type CognitoIdentityProviderClient,
  paginateListGroups,
  paginateListUsers,
  paginateListUsersInGroup,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";

export interface StaffPool {
  cognito: CognitoIdentityProviderClient;
  userPoolId: string;
}

/** Invites by e-mail; somebody whose invitation is still open gets a new one. */
export async function invite(pool: StaffPool, email: string, role: string | undefined): Promise<string> {
  const { cognito, userPoolId: UserPoolId } = pool;
  const roles = await rolesOf(pool);
  if (role === undefined || !roles.includes(role)) {
    const asked = role === undefined ? "Say which role" : `There is no role ${role}`;
    throw new Error(`${asked}: --role ${roles.join(" or --role ")}.`);
  }
  const status = await statusOf(pool, email);
  if (status !== undefined && status !== "FORCE_CHANGE_PASSWORD")
    throw new Error(`${email} is on the staff already.`);
  await cognito.send(
    new AdminCreateUserCommand({
      UserPoolId,
      Username: email,
      DesiredDeliveryMediums: ["EMAIL"],
      ...(status === undefined
        ? {
            UserAttributes: [
              { Name: "email", Value: email },
              { Name: "email_verified", Value: "true" },
            ],
          }
        : { MessageAction: "RESEND" as const }),
    }),
  );
  await cognito.send(new AdminAddUserToGroupCommand({ UserPoolId, Username: email, GroupName: role }));
  return `${email} is invited ${status === undefined ? "" : "again "}as ${role}.`;
}

export async function list(pool: StaffPool): Promise<string> {
  const { cognito: client, userPoolId: UserPoolId } = pool;
  const roles = new Map<string, string[]>();
  for (const GroupName of await rolesOf(pool))
    for await (const { Users = [] } of paginateListUsersInGroup({ client }, { UserPoolId, GroupName }))
      for (const { Username = "" } of Users) roles.set(Username, [...(roles.get(Username) ?? []), GroupName]);
  const lines: string[] = [];
  for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId }))
    for (const { Username = "", Attributes = [], Enabled, UserStatus } of Users) {
      const email = Attributes.find(({ Name }) => Name === "email")?.Value ?? Username;
      const invited = UserStatus === "FORCE_CHANGE_PASSWORD";
      const state = Enabled === false ? "disabled" : invited ? "invited" : "active";
      lines.push(`${email.padEnd(32)} ${(roles.get(Username)?.join(", ") ?? "no role").padEnd(14)} ${state}`);
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
