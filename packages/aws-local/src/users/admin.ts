import { randomUUID } from "node:crypto";
import * as z from "zod";
import { AwsError, invalidParameter } from "../aws-error.ts";
import { AttributeList, adminAttributes, attributeList, changed, checkAddressIsFree } from "./attributes.ts";
import { describeUser, userTimes } from "./directory.ts";
import { sendInvitation } from "./emails.ts";
import { mfaSettings } from "./mfa.ts";
import { generatePassword, newPassword } from "./passwords.ts";
import { findUser, operation, requireUser, revokeSignIns, saveUser, type UserPool } from "./pool.ts";
import type { User } from "./records.ts";

const Named = z.object({ Username: z.string().min(1).max(128) });

const CreateUser = Named.extend({
  UserAttributes: AttributeList.default([]),
  TemporaryPassword: z.string().optional(),
  MessageAction: z.enum(["RESEND", "SUPPRESS"]).optional(),
  DesiredDeliveryMediums: z.array(z.enum(["EMAIL", "SMS"])).default(["SMS"]),
});

/** Creates and invites a person, or with RESEND invites them again with a new temporary password. */
export const adminCreateUser = operation(CreateUser, async (pool, input) => {
  const password = input.TemporaryPassword ?? generatePassword(pool);
  const existing = findUser(pool, input.Username);
  const user =
    input.MessageAction === "RESEND" ? reinvited(existing) : newUser(pool, input, existing, password);
  const address = input.MessageAction === "SUPPRESS" ? undefined : invitationAddress(input, user);
  if (user === existing) saveUser(pool, user, newPassword(pool, user, password, "FORCE_CHANGE_PASSWORD"));
  else pool.records.users.push(user);
  pool.records.save();
  if (address) await sendInvitation(pool, user, address, password);
  return { User: describeUser(user) };
});

export const adminGetUser = operation(Named, (pool, { Username }) => {
  const user = requireUser(pool, Username);
  return {
    Username: user.username,
    UserAttributes: attributeList(user),
    ...userTimes(user),
    Enabled: user.enabled,
    UserStatus: user.status,
    ...mfaSettings(user),
  };
});

export const adminUpdateUserAttributes = operation(
  Named.extend({ UserAttributes: AttributeList }),
  (pool, { Username, UserAttributes }) => {
    const user = requireUser(pool, Username);
    const changes = adminAttributes(UserAttributes);
    if (changes.email !== undefined) checkAddressIsFree(pool, user, changes.email);
    const moved = changes.email !== undefined && changes.email !== user.attributes.email;
    const unverified: Record<string, string> = moved ? { email_verified: "false" } : {};
    saveUser(pool, user, { attributes: changed(user.attributes, { ...unverified, ...changes }) });
    return {};
  },
);

export const adminSetUserPassword = operation(
  Named.extend({ Password: z.string(), Permanent: z.boolean().default(false) }),
  (pool, { Username, Password, Permanent }) => {
    const user = requireUser(pool, Username);
    const status = Permanent ? "CONFIRMED" : "FORCE_CHANGE_PASSWORD";
    saveUser(pool, user, newPassword(pool, user, Password, status));
    return {};
  },
);

/** A disabled user's tokens stop working too, and do not come back when the user is enabled again. */
export const adminDisableUser = operation(Named, (pool, { Username }) => {
  const user = requireUser(pool, Username);
  revokeSignIns(pool, user);
  saveUser(pool, user, { enabled: false });
  return {};
});

export const adminEnableUser = operation(Named, (pool, { Username }) => {
  saveUser(pool, requireUser(pool, Username), { enabled: true });
  return {};
});

export const adminUserGlobalSignOut = operation(Named, (pool, { Username }) => {
  revokeSignIns(pool, requireUser(pool, Username));
  return {};
});

function newUser(
  pool: UserPool,
  { Username, UserAttributes }: z.infer<typeof CreateUser>,
  existing: User | undefined,
  password: string,
): User {
  if (existing) throw new AwsError("UsernameExistsException", "User account already exists");
  if (!/^[^\s@]+@[^\s@]+$/.test(Username)) throw invalidParameter("Username should be an email.");
  const attributes = adminAttributes(UserAttributes);
  if ((attributes.email ?? Username) !== Username)
    throw invalidParameter("Username and email attribute differ.");
  const now = Date.now();
  const username = randomUUID();
  return {
    username,
    sub: username,
    attributes: { ...attributes, email: Username },
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
  throw new AwsError(
    "UnsupportedUserStateException",
    `Resend not possible. ${existing.username} status is not FORCE_CHANGE_PASSWORD`,
  );
}

/**
 * Cognito's default medium is SMS: without `DesiredDeliveryMediums: ["EMAIL"]` nobody would be mailed, so
 * leaving it out is an error here rather than an invitation that never comes.
 */
function invitationAddress({ DesiredDeliveryMediums }: z.infer<typeof CreateUser>, user: User): string {
  if (DesiredDeliveryMediums.includes("EMAIL")) return user.attributes.email ?? "";
  throw invalidParameter(
    "The invitation would go by SMS, which is not sent here: DesiredDeliveryMediums lacks EMAIL.",
  );
}
