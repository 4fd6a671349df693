/** Operations that need AWS credentials: users and groups. */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { AwsError, invalidParameter } from "../aws-error.ts";
import { AttributeList, adminAttributes, applyChanges, attributeList } from "./attributes.ts";
import { sendSecret } from "./emails.ts";
import { MfaPreference, mfaSettings, setMfaPreference } from "./mfa.ts";
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
const PageToken = z.coerce.number().int().default(0);

export const adminOperations: Record<string, Operation> = {
  /** Creates and invites a user; with RESEND, invites them again with a new temporary password. */
  AdminCreateUser: operation(CreateUser.shape, async (pool, _, input) => {
    const password = input.TemporaryPassword ?? generatePassword(pool);
    const existing = findUser(pool, input.Username);
    const user =
      input.MessageAction === "RESEND" ? resendable(existing) : newUser(pool, input, existing, password);
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
    const emailChanged = changes.email !== undefined && changes.email !== user.attributes.email;
    const unverified: Record<string, string> = emailChanged ? { email_verified: "false" } : {};
    saveUser(pool, user, { attributes: applyChanges(user.attributes, { ...unverified, ...changes }) });
  }),

  AdminSetUserPassword: userOperation(
    { Password: z.string(), Permanent: z.boolean().default(false) },
    (pool, user, { Password, Permanent }) => {
      const status = Permanent ? "CONFIRMED" : "FORCE_CHANGE_PASSWORD";
      saveUser(pool, user, newPassword(pool, user, Password, status));
    },
  ),

  AdminSetUserMFAPreference: userOperation(MfaPreference, setMfaPreference),

  AdminDisableUser: userOperation({}, (pool, user) => {
    revokeSignIns(pool, user);
    saveUser(pool, user, { enabled: false });
  }),

  AdminDeleteUser: userOperation({}, (pool, user) => {
    pool.records.users.splice(pool.records.users.indexOf(user), 1);
    revokeSignIns(pool, user);
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

  ListUsers: operation(
    { Filter: z.undefined().optional(), Limit, PaginationToken: PageToken },
    ({ records }, _, input) => pageOf(records.users, input.PaginationToken, input.Limit, "PaginationToken"),
  ),

  ListUsersInGroup: operation({ ...Membership, Limit, NextToken: PageToken }, (pool, _, input) => {
    checkGroup(pool, input.GroupName);
    const members = pool.records.users.filter(({ groups }) => groups.includes(input.GroupName));
    return pageOf(members, input.NextToken, input.Limit, "NextToken");
  }),
};

function newUser(pool: UserPool, input: CreateUser, existing: User | undefined, password: string): User {
  if (existing) throw new AwsError("UsernameExistsException", "User account already exists");
  const email = input.Username;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalidParameter("Username should be an email.");
  const attributes = adminAttributes(input.UserAttributes);
  if ((attributes.email ?? email) !== email) throw invalidParameter("Username and email attribute differ.");
  const [now, username] = [Date.now(), randomUUID()];
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

function resendable(existing: User | undefined): User {
  if (!existing) throw new AwsError("UserNotFoundException", "User does not exist.");
  if (existing.status === "FORCE_CHANGE_PASSWORD") return existing;
  const message = `Resend not possible. ${existing.username} status is not FORCE_CHANGE_PASSWORD`;
  throw new AwsError("UnsupportedUserStateException", message);
}

/** Cognito's default medium is SMS. Without EMAIL no invitation would arrive, so this is an error. */
function invitationAddress({ DesiredDeliveryMediums }: CreateUser, user: User): string {
  if (DesiredDeliveryMediums.includes("EMAIL")) return user.attributes.email ?? "";
  throw invalidParameter("Invitations by SMS are not supported: add EMAIL to DesiredDeliveryMediums.");
}

const describeUser = (user: User) => ({
  Username: user.username,
  Attributes: attributeList(user),
  UserCreateDate: user.created / 1000,
  UserLastModifiedDate: user.modified / 1000,
  Enabled: user.enabled,
  UserStatus: user.status,
});

function pageOf(all: User[], start: number, limit: number, tokenName: string) {
  const end = start + limit;
  return {
    Users: all.slice(start, end).map(describeUser),
    ...(end < all.length && { [tokenName]: String(end) }),
  };
}

function checkGroup(pool: UserPool, name: string): void {
  if (!pool.groups.some(({ GroupName }) => GroupName === name))
    throw new AwsError("ResourceNotFoundException", "Group not found.");
}
