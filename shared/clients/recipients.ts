import type { Address } from "../address.ts";
import { isMailable } from "../text.ts";
import type { Client } from "./client.ts";

type Addresses = Pick<Client, "email" | "mail_problem" | "copies">;

/** Who gets an email to a client, or why nobody does. */
export type Recipients = { to: string; cc: Address[] } | { unreachable: string };

/**
 * The client, and Cc the copies. Blocked addresses are left out: without the client's own, the email goes to the first
 * copy, and Cc to the others.
 */
export function recipientsOf({ email, mail_problem, copies = [] }: Addresses): Recipients {
  const works = (address: Pick<Addresses, "email" | "mail_problem">) =>
    isMailable(address.email) && !address.mail_problem;
  const [first, ...others] = [{ email, mail_problem }, ...copies].filter(works);
  if (!first) return { unreachable: isMailable(email) ? "address suppressed" : "no valid address" };
  return { to: first.email, cc: others.map(({ email, name }) => ({ email, name })) };
}

export const isReachable = (addresses: Addresses): boolean => "to" in recipientsOf(addresses);
