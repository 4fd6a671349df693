import type { Caller } from "./http/caller.ts";
import type { Moment } from "./moment.ts";

/** Who makes a change: a member of staff, by their Cognito `sub`, or the system. */
export type Actor = { id: string; name: string; email: string };

/** When a change is made, who makes it, and on which screen. */
export type ChangeContext = Moment & { actor: Actor; screen?: string | undefined };

const system: Actor = { id: "system", name: "The system", email: "" };

/** The context of a change that nobody requested. */
export const systemContext = (moment: Moment): ChangeContext => ({ ...moment, actor: system });

/** @throws Refusal when the caller has no access */
export async function changeContext({
  now,
  today,
  caller: id,
  session,
  screen,
}: Moment & Caller): Promise<ChangeContext> {
  const { name, email } = await session();
  return { now, today, actor: { id, name, email }, screen };
}
