/** Long enough for a page to load and ask for the response. */
const CACHE_MS = 15_000;
const MIN_TOKEN_LIFE_MS = 60_000;

type Prefetched = { person: string; response: Promise<Response> };
const prefetched = new Map<string, Prefetched>();

/** Requests what a page is about to need, as the signed-in person, while the page still loads. */
export function prefetch(paths: readonly string[]): void {
  const token = storedToken();
  const person = token && payloadOf(token)?.sub;
  if (!person) return;
  for (const path of paths) {
    const response = fetch(path, { headers: { authorization: `Bearer ${token}` } });
    // `takePrefetched` reports the error.
    response.catch(() => {});
    prefetched.set(path, { person, response });
    setTimeout(() => prefetched.delete(path), CACHE_MS);
  }
}

/** The response prefetched for the owner of this token, once. An aborted caller leaves it to the next one. */
export function takePrefetched(
  path: string,
  token: string,
  signal?: AbortSignal,
): Promise<Response> | undefined {
  const entry = prefetched.get(path);
  if (!entry || signal?.aborted || entry.person !== payloadOf(token)?.sub) return undefined;
  prefetched.delete(path);
  const putBack = () => void prefetched.set(path, entry);
  signal?.addEventListener("abort", putBack, { once: true });
  const taken = entry.response.then((response) => {
    // A body can be read once only, so an aborted caller must not read it.
    signal?.throwIfAborted();
    return response;
  });
  return taken.finally(() => signal?.removeEventListener("abort", putBack));
}

/** Called before a change: the change makes these responses outdated. */
export const clearPrefetched = () => prefetched.clear();

/** The access token as Amplify stores it, readable before Amplify is configured. Undefined when it is about to expire. */
export function storedToken(): string | undefined {
  const names = Object.keys(localStorage).filter((name) => name.endsWith(".LastAuthUser"));
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) return undefined;
  const user = localStorage.getItem(name);
  const token = localStorage.getItem(name.replace(/LastAuthUser$/, `${user}.accessToken`));
  const expiresAt = 1_000 * ((token && payloadOf(token)?.exp) || 0);
  return token && expiresAt > Date.now() + MIN_TOKEN_LIFE_MS ? token : undefined;
}

function payloadOf(token: string): { sub: string; exp: number } | undefined {
  try {
    return JSON.parse(atob(token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? ""));
  } catch {
    return undefined;
  }
}
