import { AuthError } from "aws-amplify/auth";
import { providerText } from "../../session/provider-text.ts";

/** Errors without a response from the sign-in service. */
const noResponse = ["NetworkError", "Unknown", "UnknownError", "UnexpectedSignInInterruptionException"];

export type Failure = { text: string; advice?: string; field?: Field | undefined };

/** The field whose content the service refused. */
export type Field = "password" | "new-password" | "code";

function fieldOf({ name, message }: Error): Field | undefined {
  if (/^Incorrect username or password/.test(message)) return "password";
  if (/^(CodeMismatch|ExpiredCode|EnableSoftwareTokenMFA)Exception$/.test(name)) return "code";
  return /^(InvalidPassword|PasswordHistoryPolicyViolation)Exception$/.test(name)
    ? "new-password"
    : undefined;
}

/** The provider's message, or the specified sentence if there was no response. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AuthError && !noResponse.includes(error.name))
    return { text: providerText(error), field: fieldOf(error) };
  return {
    text: "An unexpected error occurred",
    advice: "Check your connection and try again. What you typed is still here.",
  };
}

/** A challenge of the sign-in service is valid for a few minutes. */
export const challengeExpired = (error: unknown) =>
  error instanceof AuthError && error.name === "NotAuthorizedException";

export const alreadySignedIn = (error: unknown) =>
  error instanceof AuthError && error.name === "UserAlreadyAuthenticatedException";
