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
};

/** The provider's message, or our text for it. */
export const providerText = ({ message }: Error): string => meanings[message] ?? message;
