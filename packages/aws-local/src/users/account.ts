/** Operations on a user's own account, with an access token, a refresh token or a code from an email. */
import { createHash, randomInt } from "node:crypto";
import * as z from "zod";
import { AwsError, notAuthorized } from "../aws-error.ts";
import { AttributeList, applyChanges, attributeList, writableAttributes } from "./attributes.ts";
import { sendSecret } from "./emails.ts";
import { mfaSettings } from "./mfa.ts";
import { newPassword } from "./passwords.ts";
import { clientOperation, findUser, type Operation, revokeSignIns, saveUser } from "./pool.ts";
import type { User } from "./records.ts";
import { createVerifier } from "./srp.ts";
import { refreshTokens, revokeToken, tokenOperation } from "./tokens.ts";

export const accountOperations: Record<string, Operation> = {
  GetUser: tokenOperation({}, (_pool, { user, client }) => ({
    Username: user.username,
    UserAttributes: attributeList(user, client.readable),
    ...mfaSettings(user),
  })),

  UpdateUserAttributes: tokenOperation({ UserAttributes: AttributeList }, (pool, { user, client }, input) => {
    const changes = writableAttributes(client, input.UserAttributes);
    saveUser(pool, user, { attributes: applyChanges(user.attributes, changes) });
    return { CodeDeliveryDetailsList: [] };
  }),

  ChangePassword: tokenOperation(
    { PreviousPassword: z.string(), ProposedPassword: z.string() },
    (pool, { user }, { PreviousPassword, ProposedPassword }) => {
      const { salt, verifier } = user.password;
      if (createVerifier({ ...user, poolName: pool.name }, PreviousPassword, salt).verifier !== verifier)
        throw notAuthorized("Incorrect username or password.");
      saveUser(pool, user, newPassword(pool, user, ProposedPassword, "CONFIRMED"));
    },
  ),

  GlobalSignOut: tokenOperation({}, (pool, { user }) => revokeSignIns(pool, user)),

  GetTokensFromRefreshToken: clientOperation({ RefreshToken: z.string() }, async (pool, client, input) => ({
    AuthenticationResult: await refreshTokens(pool, client, input.RefreshToken),
  })),

  RevokeToken: clientOperation({ Token: z.string() }, (pool, client, { Token }) =>
    revokeToken(pool, client, Token),
  ),

  /** Responds in the same way for every username, to hide whether the user exists. */
  ForgotPassword: clientOperation({ Username: z.string() }, async (pool, _client, { Username }) => {
    const user = findUser(pool, Username);
    const { email, email_verified } = user?.attributes ?? {};
    if (!user?.enabled || !email || email_verified !== "true") return deliveryDetails(Username);
    if (user.status === "FORCE_CHANGE_PASSWORD")
      throw notAuthorized("User password cannot be reset in the current state.");
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    saveUser(pool, user, { resetCode: { hash: hash(user, code), expires: Date.now() + CODE_MS } });
    await sendSecret(pool, user, email, "ForgotPassword", code);
    return deliveryDetails(email);
  }),

  ConfirmForgotPassword: clientOperation(
    { Username: z.string(), ConfirmationCode: z.string(), Password: z.string() },
    (pool, _client, { Username, ConfirmationCode, Password }) => {
      const user = findUser(pool, Username);
      checkCode(user, ConfirmationCode);
      saveUser(pool, user, newPassword(pool, user, Password, "CONFIRMED"));
    },
  ),
};

const CODE_MS = 3_600_000;

/** @throws AwsError CodeMismatchException or ExpiredCodeException unless `code` is the last one sent */
function checkCode(user: User | undefined, code: string): asserts user {
  const mismatch = () =>
    new AwsError("CodeMismatchException", "Invalid verification code provided, please try again.");
  if (!user?.enabled) throw mismatch();
  const { resetCode } = user;
  if (!resetCode || resetCode.expires <= Date.now())
    throw new AwsError("ExpiredCodeException", "Invalid code provided, please request a code again.");
  if (hash(user, code) !== resetCode.hash) throw mismatch();
}

const hash = (user: User, code: string) =>
  createHash("sha256").update(`${user.sub}:${code}`).digest("base64url");

function deliveryDetails(address: string) {
  const [local = "", domain = ""] = address.split("@");
  const Destination = `${local.charAt(0)}***@${domain.charAt(0)}***`;
  return { CodeDeliveryDetails: { AttributeName: "email", DeliveryMedium: "EMAIL", Destination } };
}
