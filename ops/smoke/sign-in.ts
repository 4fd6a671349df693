import { Amplify } from "aws-amplify";
import { confirmSignIn, fetchAuthSession, signIn } from "aws-amplify/auth";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";

type Pool = { cognito?: string | undefined; userPoolId: string; userPoolClientId: string };
type Person = { email: string; password: string; code?: () => Promise<string> };

/** Signs in with the same library the browser uses, and keeps nothing of it. */
export async function signInTo(pool: Pool, { email, password, code }: Person) {
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: pool.userPoolId,
        userPoolClientId: pool.userPoolClientId,
        ...(pool.cognito !== undefined && { userPoolEndpoint: pool.cognito }),
      },
    },
  });
  const kept = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void kept.set(key, value),
    getItem: async (key) => kept.get(key) ?? null,
    removeItem: async (key) => void kept.delete(key),
    clear: async () => kept.clear(),
  });
  let { nextStep } = await signIn({ username: email, password });
  if (code && nextStep.signInStep === "CONFIRM_SIGN_IN_WITH_TOTP_CODE")
    ({ nextStep } = await confirmSignIn({ challengeResponse: await code() }));
  if (nextStep.signInStep !== "DONE") throw new Error(`Signing in stopped at ${nextStep.signInStep}.`);
  const { tokens } = await fetchAuthSession();
  if (!tokens?.idToken) throw new Error("Signing in gave no tokens.");
  const found = { access: tokens.accessToken.toString(), id: tokens.idToken.toString() };
  kept.clear();
  return found;
}
