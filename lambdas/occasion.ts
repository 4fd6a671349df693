import type { Caller } from "./caller.ts";
import type { Moment } from "./moment.ts";
import { getUser } from "./user-pool.ts";

/** Who makes a change: a member of staff by their Cognito `sub`, what they are called and their address, or the system. */
export type Author = { by: string; called: string; email: string };

/** When a change is made, by whom, and on which screen of the back-office. */
export type Occasion = Moment & { author: Author; screen?: string | undefined };

const system: Author = { by: "system", called: "The system", email: "" };

/** What happens without anybody's asking. */
export const unattended = (moment: Moment): Occasion => ({ ...moment, author: system });

/** Milliseconds for which somebody is not looked up again: each save would wait for it. */
const believed = 5_000;
const known = new Map<string, { since: number; author: Author }>();

/** @throws Refusal when the token is good no longer, or the user pool cannot be asked */
export async function occasionOf({ now, today, caller, token, screen }: Moment & Caller): Promise<Occasion> {
  return { now, today, author: await authorOf(caller, token), screen };
}

async function authorOf(by: string, token: string): Promise<Author> {
  const time = Date.now();
  for (const [other, { since }] of known) if (time - since > believed) known.delete(other);
  const found = known.get(token);
  if (found) return found.author;
  const { called, email } = await getUser(token);
  const author = { by, called, email };
  known.set(token, { since: time, author });
  return author;
}
