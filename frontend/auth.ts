import { Amplify } from "aws-amplify";
import { fetchAuthSession } from "aws-amplify/auth";
import { Hub } from "aws-amplify/utils";
import type { Role } from "../shared/staff/staff.ts";

export type { Role };

type Config = { region: string; userPoolId: string; userPoolClientId: string; userPoolEndpoint?: string };

const TIMEOUT_MS = 15_000;

export class TimeoutError extends Error {}

/** The session expired, or was ended in this browser or elsewhere. */
export class SignedOutError extends Error {}

export async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeoutError("No response arrived in time.")), TIMEOUT_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const fetchConfig = () => fetch("/config.json", { signal: AbortSignal.timeout(TIMEOUT_MS) });
let prefetched: Promise<Response> | undefined;

/** Starts the download for `configure`. A second call of `configure` fetches again. */
export function prefetchConfig(): void {
  prefetched = fetchConfig();
  prefetched.catch(() => {});
}

/** Configures Amplify with the user pool of this deployment, from /config.json. */
export async function configure(): Promise<void> {
  const pending = prefetched ?? fetchConfig();
  prefetched = undefined;
  const response = await pending;
  if (!response.ok) throw new Error("The site's configuration could not be loaded.");
  const { region, ...Cognito }: Config = await response.json();
  Amplify.configure({ Auth: { Cognito } });
  const endpoint = Cognito.userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com`;
  pool = { endpoint, clientId: Cognito.userPoolClientId };
  preconnect(endpoint);
}
let pool: { endpoint: string; clientId: string } | undefined;

/** Opens the connection to the sign-in service before the first call. */
function preconnect(href: string): void {
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "preconnect", href, crossOrigin: "" }),
  );
}

export type Person = { id: string; email: string; name: string | undefined; role: Role | undefined };

/** The signed-in person. @throws when the sign-in service cannot be reached. */
export async function currentPerson(options: { forceRefresh?: boolean } = {}): Promise<Person | undefined> {
  const { tokens } = await withTimeout(fetchAuthSession(options));
  if (!tokens) return undefined;
  const { sub, email, name } = tokens.idToken?.payload ?? {};
  // The role is a group: people can write their own attributes, but only an administrator changes groups.
  const groups = tokens.accessToken.payload["cognito:groups"];
  return {
    id: String(sub ?? ""),
    email: String(email ?? ""),
    name: typeof name === "string" && name !== "" ? name : undefined,
    role: (["admin", "staff"] as const).find((role) => Array.isArray(groups) && groups.includes(role)),
  };
}

type TokenOptions = {
  forceRefresh?: boolean;
  /** The server said that an administrator disabled this person. */
  disabled?: boolean;
};

/** The token for staff calls; Amplify renews it before it expires. */
export async function accessToken({ disabled = false, ...options }: TokenOptions = {}): Promise<string> {
  const { tokens } = await withTimeout(fetchAuthSession(options));
  if (!tokens) return endSession({ disabled });
  return tokens.accessToken.toString();
}

/** A pair of functions: one adds a listener and returns how to remove it, the other calls all listeners. */
function createEvent<A extends unknown[] = []>() {
  const listeners = new Set<(...args: A) => void>();
  const on = (listener: (...args: A) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const notify = (...args: A) => {
    for (const listener of listeners) listener(...args);
  };
  return [on, notify] as const;
}

/** A call found that the session has ended; `disabled`: because an administrator disabled this person. */
export const [onSessionEnd, notifySessionEnd] = createEvent<[disabled: boolean]>();
/** A new token is stored; the role in it may be different. Returns the function that stops listening. */
export const onRenewal = (listener: () => void): (() => void) =>
  Hub.listen("auth", ({ payload }) => {
    if (payload.event === "tokenRefresh") listener();
  });
/** The sign-in service refused to renew the tokens of somebody who was disabled or removed. */
const noAccess = /disabled|does not exist|Invalid Refresh Token/i;
/** Notices it also when the token had expired, so that no call of ours could say it. Returns the function that stops listening. */
export const onAccessEnd = (listener: () => void): (() => void) =>
  Hub.listen("auth", ({ payload }) => {
    if (payload.event !== "tokenRefresh_failure") return;
    if (noAccess.test(String(payload.data?.error?.message))) listener();
  });
/** The server refused a call because this person has to set up MFA first. */
export const [onMfaRequired, notifyMfaRequired] = createEvent();

/** Where Amplify keeps its tokens. */
const TOKENS = "CognitoIdentityServiceProvider.";

/**
 * Deletes the tokens of this browser, then tells the sign-in service. Amplify does it the other way round: while the
 * service does not respond, the next person here would still be signed in.
 */
export function deleteTokens(): void {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(TOKENS));
  const refreshToken = names.find((name) => name.endsWith(".refreshToken"));
  const Token = refreshToken && localStorage.getItem(refreshToken);
  for (const name of names) localStorage.removeItem(name);
  if (Token && pool) revoke(Token, pool);
}

/** Goes on when the tab is closed. */
function revoke(Token: string, { endpoint, clientId }: NonNullable<typeof pool>): void {
  fetch(endpoint, {
    method: "POST",
    keepalive: true,
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "AWSCognitoIdentityProviderService.RevokeToken",
    },
    body: JSON.stringify({ Token, ClientId: clientId }),
  }).catch(() => {}); // The tokens are gone from this browser, and expire.
}

/** Deletes the tokens that the server no longer accepts. */
export async function endSession({ disabled }: { disabled: boolean }): Promise<never> {
  deleteTokens();
  notifySessionEnd(disabled);
  throw new SignedOutError("Your session has ended.");
}
