/** What needs AWS credentials: the people of the pool and their groups. */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { AwsError, invalidParameter } from "../aws-error.ts";
import { AttributeList, adminAttributes, attributeList, changed } from "./attributes.ts";
import { sendSecret } from "./emails.ts";
import { MfaPreference, mfaSettings, preferMfa } from "./mfa.ts";
import { generatePassword, newPassword } from "./passwords.ts";
import {
  findUser,
  groupsOf,
  type Operation,
  operationsFor,
  read,
  revokeSignIns,
  saveUser,
  type UserPool,
} from "./pool.ts";
import type { User } from "./records.ts";

const operation = operationsFor(() => undefined);

const userOperation = operationsFor((pool, input) => {
  const user = findUser(pool, read({ Username: z.string().min(1).max(128) }, input).Username);
  if (!user) throw new AwsError("UserNotFoundException", "User does not exist.");
  return user;
});

const CreateUser = z.object({
  Username: z.string().min(1).max(128),
  UserAttributes: AttributeList.default([]),
  TemporaryPassword: z.string().optional(),
  MessageAction: z.enum(["RESEND", "SUPPRESS"]).optional(),
  DesiredDeliveryMediums: z.array(z.enum(["EMAIL", "SMS"])).default(["SMS"]),
});
type CreateUser = z.infer<typeof CreateUser>;

const Membership = { GroupName: z.string() };
const Limit = z.int().min(1).max(60).default(60);
const Start = z.coerce.number().int().default(0);

export const adminOperations: Record<string, Operation> = {
  /** Creates and invites a person, or with RESEND invites them again with a new temporary password. */
  AdminCreateUser: operation(CreateUser.shape, async (pool, _, input) => {
    const password = input.TemporaryPassword ?? generatePassword(pool);
    const existing = findUser(pool, input.Username);
    const user =
      input.MessageAction === "RESEND" ? reinvited(existing) : newUser(pool, input, existing, password);
    const address = input.MessageAction === "SUPPRESS" ? undefined : invitationAddress(input, user);
    if (user !== existing) pool.records.users.push(user);
    saveUser(pool, user, user === existing ? newPassword(pool, user, password, "FORCE_CHANGE_PASSWORD") : {});
    if (address) await sendSecret(pool, user, address, "AdminCreateUser", password);
    return { User: describeUser(user) };
  }),

  AdminGetUser: userOperation({}, (_pool, user) => {
    const { Attributes: UserAttributes, ...described } = describeUser(user);
    return { ...described, UserAttributes, ...mfaSettings(user) };
  }),

  AdminUpdateUserAttributes: userOperation({ UserAttributes: AttributeList }, (pool, user, input) => {
    const changes = adminAttributes(input.UserAttributes);
    const owner = changes.email === undefined ? undefined : findUser(pool, changes.email);
    if (owner && owner !== user)
      throw new AwsError("AliasExistsException", "An account with the given email already exists.");
    const moved = changes.email !== undefined && changes.email !== user.attributes.email;
    const unverified: Record<string, string> = moved ? { email_verified: "false" } : {};
    saveUser(pool, user, { attributes: changed(user.attributes, { ...unverified, ...changes }) });
  }),

  AdminSetUserPassword: userOperation(
    { Password: z.string(), Permanent: z.boolean().default(false) },
    (pool, user, { Password, Permanent }) =>
      saveUser(
        pool,
        user,
        newPassword(pool, user, Password, Permanent ? "CONFIRMED" : "FORCE_CHANGE_PASSWORD"),
      ),
  ),

  /** What an administrator does for a lost phone: with `Enabled: false` the next sign-in asks for no code. */
  AdminSetUserMFAPreference: userOperation(MfaPreference, preferMfa),

  /** A disabled user's tokens stop working too, and do not come back when the user is enabled again. */
  AdminDisableUser: userOperation({}, (pool, user) => {
    revokeSignIns(pool, user);
    saveUser(pool, user, { enabled: false });
  }),

  AdminEnableUser: userOperation({}, (pool, user) => saveUser(pool, user, { enabled: true })),

  AdminUserGlobalSignOut: userOperation({}, revokeSignIns),

  AdminAddUserToGroup: userOperation(Membership, (pool, user, { GroupName }) => {
    checkGroup(pool, GroupName);
    saveUser(pool, user, { groups: [...new Set([...user.groups, GroupName])] });
  }),

  AdminRemoveUserFromGroup: userOperation(Membership, (pool, user, { GroupName }) => {
    checkGroup(pool, GroupName);
    saveUser(pool, user, { groups: user.groups.filter((name) => name !== GroupName) });
  }),

  AdminListGroupsForUser: userOperation({}, (pool, user) => ({ Groups: groupsOf(pool, user) })),

  ListGroups: operation({}, ({ groups }) => ({ Groups: groups })),

  ListUsers: operation(
    { Filter: z.undefined().optional(), Limit, PaginationToken: Start },
    ({ records }, _, asked) => pageOf(records.users, asked.PaginationToken, asked.Limit, "PaginationToken"),
  ),

  ListUsersInGroup: operation({ ...Membership, Limit, NextToken: Start }, (pool, _, asked) => {
    checkGroup(pool, asked.GroupName);
    const members = pool.records.users.filter(({ groups }) => groups.includes(asked.GroupName));
    return pageOf(members, asked.NextToken, asked.Limit, "NextToken");
  }),
};

function newUser(pool: UserPool, input: CreateUser, existing: User | undefined, password: string): User {
  if (existing) throw new AwsError("UsernameExistsException", "User account already exists");
  const email = input.Username;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalidParameter("Username should be an email.");
  const attributes = adminAttributes(input.UserAttributes);
  if ((attributes.email ?? email) !== email) throw invalidParameter("Username and email attribute differ.");
  const now = Date.now();
  const username = randomUUID();
  return {
    username,
    sub: username,
    attributes: { ...attributes, email },
    enabled: true,
    groups: [],
    totp: { enabled: false, preferred: false },
    created: now,
    modified: now,
    ...newPassword(pool, { username }, password, "FORCE_CHANGE_PASSWORD"),
  };
}

function reinvited(existing: User | undefined): User {
  if (!existing) throw new AwsError("UserNotFoundException", "User does not exist.");
  if (existing.status === "FORCE_CHANGE_PASSWORD") return existing;
  const message = `Resend not possible. ${existing.username} status is not FORCE_CHANGE_PASSWORD`;
  throw new AwsError("UnsupportedUserStateException", message);
}

/**
 * Cognito's default medium is SMS: without `DesiredDeliveryMediums: ["EMAIL"]` nobody would be mailed, so
 * leaving it out is an error here rather than an invitation that never comes.
 */
function invitationAddress({ DesiredDeliveryMediums }: CreateUser, user: User): string {
  if (DesiredDeliveryMediums.includes("EMAIL")) return user.attributes.email ?? "";
  throw invalidParameter(
    "The invitation would go by SMS, which is not sent here: DesiredDeliveryMediums lacks EMAIL.",
  );
}

/** A user as lists show it; JSON 1.1 has times as seconds since 1970. */
const describeUser = (user: User) => ({
  Username: user.username,
  Attributes: attributeList(user),
  UserCreateDate: user.created / 1000,
  UserLastModifiedDate: user.modified / 1000,
  Enabled: user.enabled,
  UserStatus: user.status,
});

/** `next` is what the operation calls the number it goes on from. */
function pageOf(all: User[], start: number, limit: number, next: string) {
  const end = start + limit;
  return { Users: all.slice(start, end).map(describeUser), ...(end < all.length && { [next]: String(end) }) };
}

function checkGroup(pool: UserPool, name: string): void {
  if (!pool.groups.some(({ GroupName }) => GroupName === name))
    throw new AwsError("ResourceNotFoundException", "Group not found.");
}
