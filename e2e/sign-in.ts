import { Amplify } from "aws-amplify";
import { fetchAuthSession, signIn } from "aws-amplify/auth";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";

type Pool = { cognito: string; userPoolId: string; userPoolClientId: string };

/** Signs in with the same library the browser uses, and keeps nothing of it. */
export async function signInTo(pool: Pool, { email, password }: { email: string; password: string }) {
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: pool.userPoolId,
        userPoolClientId: pool.userPoolClientId,
        userPoolEndpoint: pool.cognito,
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
  const { nextStep } = await signIn({ username: email, password });
  if (nextStep.signInStep !== "DONE") throw new Error(`Signing in stopped at ${nextStep.signInStep}.`);
  const { tokens } = await fetchAuthSession();
  if (!tokens?.idToken) throw new Error("Signing in gave no tokens.");
  const found = { access: tokens.accessToken.toString(), id: tokens.idToken.toString() };
  kept.clear();
  return found;
}
