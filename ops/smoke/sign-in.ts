import { Amplify } from "aws-amplify";
import { confirmSignIn, fetchAuthSession, signIn } from "aws-amplify/auth";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";

type Pool = { cognito?: string | undefined; userPoolId: string; userPoolClientId: string };
export type Person = { email: string; password: string; code?: () => Promise<string> };

/** Signs in with the browser's library, and stores no tokens. */
export async function signInWith(pool: Pool, { email, password, code }: Person) {
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: pool.userPoolId,
        userPoolClientId: pool.userPoolClientId,
        ...(pool.cognito !== undefined && { userPoolEndpoint: pool.cognito }),
      },
    },
  });
  const storage = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void storage.set(key, value),
    getItem: async (key) => storage.get(key) ?? null,
    removeItem: async (key) => void storage.delete(key),
    clear: async () => storage.clear(),
  });
  let { nextStep } = await signIn({ username: email, password });
  if (code && nextStep.signInStep === "CONFIRM_SIGN_IN_WITH_TOTP_CODE")
    ({ nextStep } = await confirmSignIn({ challengeResponse: await code() }));
  if (nextStep.signInStep !== "DONE") throw new Error(`Signing in stopped at ${nextStep.signInStep}.`);
  const { tokens } = await fetchAuthSession();
  if (!tokens?.idToken) throw new Error("Signing in returned no tokens.");
  const result = { access: tokens.accessToken.toString(), id: tokens.idToken.toString() };
  storage.clear();
  return result;
}
