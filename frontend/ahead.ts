/** Long enough for the page that needs an answer to stand. */
const kept = 15_000;

type Asked = { person: string; answer: Promise<Response> };
const asked = new Map<string, Asked>();

/** Asks for what a page is about to need, in the name of whoever is signed in here, before the page stands. */
export function askAhead(paths: readonly string[]): void {
  const token = storedToken();
  const person = token && payloadOf(token)?.sub;
  if (!person) return;
  for (const path of paths) {
    const answer = fetch(path, { headers: { authorization: `Bearer ${token}` } });
    // Whoever takes it is told.
    answer.catch(() => {});
    asked.set(path, { person, answer });
    setTimeout(() => asked.delete(path), kept);
  }
}

/**
 * The answer that was asked for ahead in the name of whom this token is of, once. Who stops waiting before it came leaves
 * it for the next.
 */
export function takeAhead(path: string, token: string, signal?: AbortSignal): Promise<Response> | undefined {
  const found = asked.get(path);
  if (!found || signal?.aborted || found.person !== payloadOf(token)?.sub) return undefined;
  asked.delete(path);
  const putBack = () => void asked.set(path, found);
  signal?.addEventListener("abort", putBack, { once: true });
  const taken = found.answer.then((answer) => {
    // An answer is read once: it is the next one's now.
    signal?.throwIfAborted();
    return answer;
  });
  return taken.finally(() => signal?.removeEventListener("abort", putBack));
}

/** What was asked for before a change is old after it. */
export const forgetAhead = () => asked.clear();

/** As Amplify keeps it, found without the configuration, which is still on its way; none that is about to run out. */
export function storedToken(): string | undefined {
  const names = Object.keys(localStorage).filter((name) => name.endsWith(".LastAuthUser"));
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) return undefined;
  const user = localStorage.getItem(name);
  const token = localStorage.getItem(name.replace(/LastAuthUser$/, `${user}.accessToken`));
  const ends = 1_000 * ((token && payloadOf(token)?.exp) || 0);
  return token && ends > Date.now() + 60_000 ? token : undefined;
}

/** Of what is no token, nothing. */
function payloadOf(token: string): { sub: string; exp: number } | undefined {
  try {
    return JSON.parse(atob(token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? ""));
  } catch {
    return undefined;
  }
}
