import { shutOutSentence } from "../../../shared/admission.ts";

/** What the sign-in service says in words of its own trade, by what they mean to whoever reads them. */
const meanings: Record<string, string> = {
  "Code mismatch and fail enable Software Token MFA":
    "That code is not the one your app shows. Wait for the next one and type it in.",
  "Invalid code received for user":
    "That code is not the one your app shows. Wait for the next one and type it in.",
  "Invalid session for the user, session is expired.": "That took too long. Sign in again from the start.",
  "User is disabled.": shutOutSentence,
  "Invalid session for the user.": "That took too long. Sign in again from the start.",
};

/** The provider's own message, unless it is no sentence for people. */
export const providerText = ({ message }: Error): string => meanings[message] ?? message;
