import { AuthError } from "aws-amplify/auth";
import { providerText } from "../../words/provider.ts";

/** Names of errors that are no answer of the sign-in service, but the lack of one. */
const exceptions = ["NetworkError", "Unknown", "UnknownError", "UnexpectedSignInInterruptionException"];

export type Failure = { text: string; advice?: string };

/** The provider's message, or, when it gave none, the sentence for that. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AuthError && !exceptions.includes(error.name)) return { text: providerText(error) };
  return {
    text: "An unexpected error occurred",
    advice: "Check your connection and try again. What you typed is still here.",
  };
}

/** The sign-in service gives a few minutes for a challenge; after that it starts over with the password. */
export const challengeIsOver = (error: unknown) =>
  error instanceof AuthError && error.name === "NotAuthorizedException";

export const alreadySignedIn = (error: unknown) =>
  error instanceof AuthError && error.name === "UserAlreadyAuthenticatedException";
