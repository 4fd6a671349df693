import { disabledText } from "../../../shared/staff/access-texts.ts";

/** Cognito's technical messages, by the text that people see instead. */
const meanings: Record<string, string> = {
  "Code mismatch and fail enable Software Token MFA":
    "The code is not correct. Wait for the next code in your app and enter it.",
  "Invalid code received for user":
    "The code is not correct. Wait for the next code in your app and enter it.",
  "Invalid session for the user, session is expired.": "This took too long. Sign in again.",
  "User is disabled.": disabledText,
  "Invalid session for the user.": "This took too long. Sign in again.",
  "Password did not conform with policy: Password not long enough": "This password is too short.",
  "Password did not conform with policy: Password must have uppercase characters":
    "This password has no uppercase letter.",
  "Password did not conform with policy: Password must have lowercase characters":
    "This password has no lowercase letter.",
  "Password did not conform with policy: Password must have numeric characters":
    "This password has no digit.",
};

/** Cognito's pattern of a password. */
const edgePattern = "regular expression pattern: ^[\\S]+.*[\\S]+$";

/** The provider's message, or our text for it. */
export const providerText = ({ message }: Error): string =>
  message.includes(edgePattern)
    ? "A password has no space at its start or end, and more than one character."
    : (meanings[message] ?? message);
