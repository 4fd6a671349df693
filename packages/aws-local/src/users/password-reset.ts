import * as z from "zod";
import { notAuthorized } from "../aws-error.ts";
import { checkCode, codeMismatch, createCode, sendCode } from "./emails.ts";
import { newPassword } from "./passwords.ts";
import { findClient, findUser, operation, saveUser } from "./pool.ts";

const PER_HOUR = 5;

/** Answers as if the code were on its way, whoever was named. */
export const forgotPassword = operation(
  z.object({ ClientId: z.string(), Username: z.string() }),
  async (pool, { ClientId, Username }) => {
    findClient(pool, ClientId);
    const user = findUser(pool, Username);
    const limit = `forgot:${user?.sub ?? Username.toLowerCase()}`;
    pool.attempts.checkHourly(limit, PER_HOUR);
    pool.attempts.countHourly(limit);
    const { email, email_verified } = user?.attributes ?? {};
    if (!user?.enabled || !email || email_verified !== "true")
      return { CodeDeliveryDetails: deliveryDetails(Username) };
    if (user.status === "FORCE_CHANGE_PASSWORD")
      throw notAuthorized("User password cannot be reset in the current state.");
    const { code, kept } = createCode(user);
    saveUser(pool, user, { resetCode: kept });
    await sendCode(pool, user, email, code);
    return { CodeDeliveryDetails: deliveryDetails(email) };
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
    findClient(pool, ClientId);
    const user = findUser(pool, Username);
    const limit = `confirm:${user?.sub ?? Username.toLowerCase()}`;
    pool.attempts.checkHourly(limit, PER_HOUR);
    pool.attempts.countHourly(limit);
    if (!user?.enabled) throw codeMismatch();
    checkCode(user, ConfirmationCode);
    // The code has proved itself: a password that breaks the policy is not another guess at it.
    pool.attempts.clearHourly(limit);
    saveUser(pool, user, newPassword(pool, user, Password, "CONFIRMED"));
    pool.attempts.passwordSucceeded(user.sub);
    return {};
  },
);

/** Where a code went, told without giving the address away: `a***@e***`. */
function deliveryDetails(address: string) {
  const [local = "", domain = ""] = address.split("@");
  const Destination = `${local.charAt(0)}***@${domain.charAt(0)}***`;
  return { AttributeName: "email", DeliveryMedium: "EMAIL", Destination };
}
