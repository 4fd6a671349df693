import { expect, test } from "vitest";
import { disabledText } from "../../../shared/staff/access-texts.ts";
import { providerText } from "./provider-text.ts";

const textOf = (name: string, message: string) => providerText(Object.assign(new Error(message), { name }));

test.each([
  [
    "NotAuthorizedException",
    "User password cannot be reset in the current state.",
    /not used your invitation.*administrator/,
  ],
  [
    "NotAuthorizedException",
    "Temporary password has expired and must be reset by an administrator.",
    /invitation has expired. Ask an administrator/,
  ],
  ["NotAuthorizedException", "Password attempts exceeded", /Too many wrong passwords. Wait/],
  ["NotAuthorizedException", "Incorrect username or password.", /^Incorrect username or password.$/],
  ["NotAuthorizedException", "Access Token has been revoked", /session has ended/],
  [
    "LimitExceededException",
    "Attempt limit exceeded, please try after some time.",
    /Too many attempts. Wait an hour/,
  ],
  [
    "ExpiredCodeException",
    "Your software token has already been used once.",
    /used already. Wait for the next code/,
  ],
  ["ExpiredCodeException", "Invalid code provided, please request a code again.", /Send another code/],
  ["CodeMismatchException", "Invalid verification code provided, please try again.", /newest email/],
  ["CodeMismatchException", "Invalid code received for user", /next code in your app/],
  [
    "EnableSoftwareTokenMFAException",
    "Code mismatch and fail enable Software Token MFA",
    /next code in your app/,
  ],
  [
    "InvalidParameterException",
    "Cannot reset password for the user as there is no registered/verified email or phone_number",
    /address is not confirmed. Ask an administrator/,
  ],
  [
    "InvalidPasswordException",
    "Password did not conform with policy: Password must have symbol characters",
    /special/,
  ],
  [
    "InvalidParameterException",
    "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
    /no space at its start or end/,
  ],
])("%s, %s", (name, message, text) => expect(textOf(name, message)).toMatch(text));

test("an unknown error has a sentence of ours and its code, and nothing of Cognito's", () => {
  const text = textOf("NewlyInventedException", "1 validation error detected: Value null at 'x'");
  expect(text).toContain("(NewlyInventedException)");
  expect(text).toMatch(/^The sign-in service did not accept this .* tell an administrator this code.$/);
  expect(textOf("NotAuthorizedException", "User is disabled.")).toBe(disabledText);
});
