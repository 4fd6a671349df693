import { Amplify } from "aws-amplify";
import { AuthError, fetchAuthSession, fetchUserAttributes, signOut } from "aws-amplify/auth";
import type { Role } from "../shared/staff.ts";

export type { Role };

type Config = { region: string; userPoolId: string; userPoolClientId: string; userPoolEndpoint?: string };

/** Milliseconds after which somebody who waits is told so, rather than left with a spinner. */
const patience = 15_000;

/** The call did not come back in time. */
export class NoAnswerError extends Error {}

/** There is no session any more: it ran out, or was ended here or elsewhere. */
export class SignedOutError extends Error {}

export async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswerError("There was no answer in time.")), patience);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const fetchConfig = () => fetch("/config.json", { signal: AbortSignal.timeout(patience) });
let early: Promise<Response> | undefined;

/** Has what `configure` needs on its way already; a second try fetches anew. */
export function fetchConfigAhead(): void {
  early = fetchConfig();
  early.catch(() => {});
}

/** Tells Amplify which pool this deployment signs in to; the deployment says so in /config.json. */
export async function configure(): Promise<void> {
  const coming = early ?? fetchConfig();
  early = undefined;
  const response = await coming;
  if (!response.ok) throw new Error("The site's configuration could not be loaded.");
  const { region, ...Cognito }: Config = await response.json();
  Amplify.configure({ Auth: { Cognito } });
  greet(Cognito.userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com`);
}

/** Has the browser open its line to the sign-in service, so that the first call finds one. */
function greet(href: string): void {
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "preconnect", href, crossOrigin: "" }),
  );
}

export type Person = { id: string; email: string; name: string | undefined; role: Role | undefined };

/** Who is signed in, or nobody. @throws when the sign-in service cannot be reached. */
export async function currentPerson(options: { forceRefresh?: boolean } = {}): Promise<Person | undefined> {
  const { tokens } = await inTime(fetchAuthSession(options));
  if (!tokens) return undefined;
  const { sub, email, name } = tokens.idToken?.payload ?? {};
  // The owner can write the attributes, an administrator alone the groups: so the role is a group.
  const groups = tokens.accessToken.payload["cognito:groups"];
  return {
    id: String(sub ?? ""),
    email: String(email ?? ""),
    name: typeof name === "string" && name !== "" ? name : undefined,
    role: (["admin", "staff"] as const).find((role) => Array.isArray(groups) && groups.includes(role)),
  };
}

/** Whether the user pool still takes the token. Being unable to ask tells nothing. */
export const isTaken = (): Promise<boolean> =>
  inTime(fetchUserAttributes()).then(
    () => true,
    (error) => !(error instanceof AuthError && refusals.includes(error.name)),
  );
const refusals = ["NotAuthorizedException", "UserNotFoundException", "UserUnAuthenticatedException"];

type Renewal = {
  forceRefresh?: boolean;
  /** Where there is none any more, that is because an administrator shut its owner out. */
  shutOut?: boolean;
};

/** The token every staff call carries; Amplify renews it when it is about to run out. */
export async function accessToken({ shutOut = false, ...options }: Renewal = {}): Promise<string> {
  const { tokens } = await inTime(fetchAuthSession(options));
  if (!tokens) return endSession(shutOut);
  return tokens.accessToken.toString();
}

/** Calls back when something is told. Gives the way to stop listening. */
function signal<A extends unknown[] = []>() {
  const listeners = new Set<(...args: A) => void>();
  const on = (listener: (...args: A) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const tell = (...args: A) => {
    for (const listener of listeners) listener(...args);
  };
  return [on, tell] as const;
}

/** A call finds the session gone, and whether an administrator shut its owner out. */
export const [onSessionEnd, tellEnd] = signal<[shutOut: boolean]>();
/** A call took a new token: the role may be another. */
export const [onRenewal, tellRenewed] = signal();
/** A call is refused for want of the second factor that is demanded. */
export const [onLacking, tellLacking] = signal();

/** Forgets the tokens the server no longer takes. */
export async function endSession(shutOut: boolean): Promise<never> {
  await signOut().catch(() => {});
  tellEnd(shutOut);
  throw new SignedOutError("Your session has ended.");
}
