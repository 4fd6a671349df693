import * as z from "zod";
import { AwsError } from "../aws-error.ts";
import { attributeList, changed, checkAddressIsFree, ownAttributes } from "./attributes.ts";
import { checkCode, createCode, deliveryDetails, sendCode } from "./mail.ts";
import { mfaSettings } from "./mfa.ts";
import { isPassword, newPassword } from "./passwords.ts";
import { findClient, operation, revokeSignIns, saveUser, type UserPool } from "./pool.ts";
import type { User } from "./records.ts";
import { refreshTokens, revokeToken, verifyAccessToken } from "./tokens.ts";

const AccessToken = z.string();

export const getUser = operation(z.object({ AccessToken }), async (pool, input) => {
  const { user, client } = await verifyAccessToken(pool, input.AccessToken);
  const readable = client.readable && ["sub", ...client.readable];
  return { Username: user.username, UserAttributes: attributeList(user, readable), ...mfaSettings(user) };
});

export const updateUserAttributes = operation(
  z.object({
    AccessToken,
    UserAttributes: z.array(z.object({ Name: z.string(), Value: z.string().optional() })),
  }),
  async (pool, input) => {
    const { user, client } = await verifyAccessToken(pool, input.AccessToken);
    const changes = ownAttributes(pool, client, input.UserAttributes);
    const { email, ...others } = changes;
    if (email === undefined || email === user.attributes.email) {
      saveUser(pool, user, { attributes: changed(user.attributes, changes) });
      return { CodeDeliveryDetailsList: [] };
    }
    checkAddressIsFree(pool, user, email);
    const replaced: Record<string, string> = pool.settings.emailVerifiedBeforeUpdate
      ? {}
      : { email, email_verified: "false" };
    saveUser(pool, user, { attributes: changed(user.attributes, { ...others, ...replaced }) });
    if (!pool.settings.emailAutoVerified) return { CodeDeliveryDetailsList: [] };
    return { CodeDeliveryDetailsList: [await sendEmailCode(pool, user, email)] };
  },
);

export const getUserAttributeVerificationCode = operation(
  z.object({ AccessToken, AttributeName: z.literal("email") }),
  async (pool, input) => {
    const { user } = await verifyAccessToken(pool, input.AccessToken);
    const address = user.emailCode?.address ?? user.attributes.email;
    if (!address) throw new AwsError("InvalidParameterException", "User has no attribute specified: email");
    return { CodeDeliveryDetails: await sendEmailCode(pool, user, address) };
  },
);

export const verifyUserAttribute = operation(
  z.object({ AccessToken, AttributeName: z.literal("email"), Code: z.string() }),
  async (pool, input) => {
    const { user } = await verifyAccessToken(pool, input.AccessToken);
    const limit = `verify:${user.sub}`;
    pool.attempts.checkHourly(limit, 5);
    pool.attempts.countHourly(limit);
    checkCode(user, user.emailCode, input.Code);
    pool.attempts.clearHourly(limit);
    const email = user.emailCode?.address ?? "";
    checkAddressIsFree(pool, user, email);
    const attributes = { ...user.attributes, email, email_verified: "true" };
    saveUser(pool, user, { attributes, emailCode: undefined });
    return {};
  },
);

export const changePassword = operation(
  z.object({ AccessToken, PreviousPassword: z.string(), ProposedPassword: z.string() }),
  async (pool, input) => {
    const { user } = await verifyAccessToken(pool, input.AccessToken);
    const limit = `change:${user.sub}`;
    pool.attempts.checkHourly(limit, 5);
    if (!isPassword(pool, user, input.PreviousPassword)) {
      pool.attempts.countHourly(limit);
      throw new AwsError("NotAuthorizedException", "Incorrect username or password.");
    }
    saveUser(pool, user, newPassword(pool, user, input.ProposedPassword, "CONFIRMED"));
    pool.attempts.clearHourly(limit);
    return {};
  },
);

export const globalSignOut = operation(z.object({ AccessToken }), async (pool, input) => {
  const { user } = await verifyAccessToken(pool, input.AccessToken);
  revokeSignIns(pool, user);
  return {};
});

export const getTokensFromRefreshToken = operation(
  z.object({ ClientId: z.string(), RefreshToken: z.string() }),
  async (pool, { ClientId, RefreshToken }) => ({
    AuthenticationResult: await refreshTokens(pool, findClient(pool, ClientId), RefreshToken),
  }),
);

export const revoke = operation(z.object({ ClientId: z.string(), Token: z.string() }), (pool, input) => {
  const client = findClient(pool, input.ClientId);
  if (!client.revocable) {
    throw new AwsError("UnsupportedOperationException", "Token revocation is not enabled for the client");
  }
  revokeToken(pool, client, input.Token);
  return {};
});

export const signUp = operation(z.object({ ClientId: z.string() }), (pool, { ClientId }) => {
  findClient(pool, ClientId);
  if (pool.settings.adminCreatesOnly) {
    throw new AwsError("NotAuthorizedException", "SignUp is not permitted for this user pool");
  }
  throw new AwsError("UnsupportedOperationException", "SignUp does not run here");
});

async function sendEmailCode(pool: UserPool, user: User, address: string) {
  const { code, kept } = createCode(user, "email", address);
  saveUser(pool, user, { emailCode: kept });
  await sendCode(pool, user, address, code, "UpdateUserAttribute");
  return deliveryDetails(address);
}
