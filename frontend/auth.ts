import { Amplify } from "aws-amplify";
import { fetchAuthSession } from "aws-amplify/auth";

type Config = { region: string; userPoolId: string; userPoolClientId: string; userPoolEndpoint?: string };

/** Tells Amplify which pool this deployment signs in to; the deployment says so in /config.json. */
export async function configure(): Promise<void> {
  const response = await fetch("/config.json");
  if (!response.ok) throw new Error("The site's configuration could not be loaded.");
  const { region: _, ...Cognito }: Config = await response.json();
  Amplify.configure({ Auth: { Cognito } });
}

/** The token every staff call carries; Amplify renews it when it is about to run out. */
export async function accessToken(): Promise<string> {
  const { tokens } = await fetchAuthSession();
  return tokens?.accessToken.toString() ?? "";
}
