import * as z from "zod";
import { AwsError } from "../aws-error.ts";
import { checkCode, codeMismatch, createCode, deliveryDetails, sendCode } from "./mail.ts";
import { newPassword } from "./passwords.ts";
import { findClient, findUser, operation, requireUser, saveUser, type UserPool } from "./pool.ts";
import type { User } from "./records.ts";

const CODES_PER_HOUR = 5;
const TRIES_PER_HOUR = 5;

/** A client that hides who exists answers as if the code were on its way, whoever was named. */
export const forgotPassword = operation(
  z.object({ ClientId: z.string(), Username: z.string() }),
  async (pool, { ClientId, Username }) => {
    const client = findClient(pool, ClientId);
    const user = client.hidesUsers ? findUser(pool, Username) : requireUser(pool, Username);
    const limit = `forgot:${user?.sub ?? Username.toLowerCase()}`;
    pool.attempts.checkHourly(limit, CODES_PER_HOUR);
    pool.attempts.countHourly(limit);
    if (client.hidesUsers && (!user?.enabled || !recoveryAddress(pool, user))) {
      return { CodeDeliveryDetails: deliveryDetails(Username) };
    }
    if (!user) return {};
    if (!user.enabled) throw new AwsError("NotAuthorizedException", "User is disabled.");
    return { CodeDeliveryDetails: await sendResetCode(pool, user, {}) };
  },
);

export const confirmForgotPassword = operation(
  z.object({
    ClientId: z.string(),
    Username: z.string(),
    ConfirmationCode: z.string(),
    Password: z.string(),
  }),
  (pool, { ClientId, Username, ConfirmationCode, Password }) => {
    const client = findClient(pool, ClientId);
    const user = client.hidesUsers ? findUser(pool, Username) : requireUser(pool, Username);
    const limit = `confirm:${user?.sub ?? Username.toLowerCase()}`;
    pool.attempts.checkHourly(limit, TRIES_PER_HOUR);
    pool.attempts.countHourly(limit);
    if (!user?.enabled) throw codeMismatch();
    checkCode(user, user.resetCode, ConfirmationCode);
    // The code has proved itself: a password that breaks the policy is not another guess at it.
    pool.attempts.clearHourly(limit);
    saveUser(pool, user, newPassword(pool, user, Password, "CONFIRMED"));
    pool.attempts.passwordSucceeded(user.sub);
    return {};
  },
);

/** Takes the password away; the person has to set a new one with the code in the mail. */
export const adminResetUserPassword = operation(
  z.object({ Username: z.string() }),
  async (pool, { Username }) => {
    const user = requireUser(pool, Username);
    if (!user.enabled) throw new AwsError("NotAuthorizedException", "User is disabled.");
    await sendResetCode(pool, user, { status: "RESET_REQUIRED" });
    return {};
  },
);

async function sendResetCode(pool: UserPool, user: User, change: Partial<User>) {
  if (user.status === "FORCE_CHANGE_PASSWORD") {
    throw new AwsError("NotAuthorizedException", "User password cannot be reset in the current state.");
  }
  const address = recoveryAddress(pool, user);
  if (!address) {
    throw new AwsError(
      "InvalidParameterException",
      "Cannot reset password for the user as there is no registered/verified email or phone_number",
    );
  }
  const { code, kept } = createCode(user, "password", address);
  saveUser(pool, user, { ...change, resetCode: kept });
  await sendCode(pool, user, address, code, "ForgotPassword");
  return deliveryDetails(address);
}

function recoveryAddress(pool: UserPool, user: User): string | undefined {
  const verified = user.attributes.email_verified === "true";
  return pool.settings.recoveryByEmail && verified ? user.attributes.email : undefined;
}
