import { getUser } from "./cognito/get-user.ts";
import type { Caller } from "./http/caller.ts";
import type { Moment } from "./moment.ts";

/** Who makes a change: a member of staff, by their Cognito `sub`, or the system. */
export type Actor = { id: string; name: string; email: string };

/** When a change is made, who makes it, and on which screen. */
export type ChangeContext = Moment & { actor: Actor; screen?: string | undefined };

const system: Actor = { id: "system", name: "The system", email: "" };

/** The context of a change that nobody requested. */
export const systemContext = (moment: Moment): ChangeContext => ({ ...moment, actor: system });

/** Without the cache, each save would wait for Cognito. */
const CACHE_MS = 5_000;
const cache = new Map<string, { cachedAt: number; actor: Actor }>();

/** @throws Refusal when the token is no longer valid, or the user pool does not respond */
export async function changeContext({
  now,
  today,
  caller,
  token,
  screen,
}: Moment & Caller): Promise<ChangeContext> {
  return { now, today, actor: await actorOf(caller, token), screen };
}

async function actorOf(id: string, token: string): Promise<Actor> {
  const cachedAt = Date.now();
  for (const [key, entry] of cache) if (cachedAt - entry.cachedAt > CACHE_MS) cache.delete(key);
  const cached = cache.get(token);
  if (cached) return cached.actor;
  const { name, email } = await getUser(token);
  const actor = { id, name, email };
  cache.set(token, { cachedAt, actor });
  return actor;
}
