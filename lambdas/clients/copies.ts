import type { Address } from "../../shared/address.ts";
import { copiesOf, ownAddressProblem } from "../../shared/clients/copies.ts";
import { omit } from "../../shared/omit.ts";
import { Invalid } from "../platform/http/refusals.ts";
import type * as store from "../stores/client-store.ts";
import * as settings from "../stores/settings-store.ts";

/** @throws Invalid when an address of the company is among the copies */
export async function refuseOwnAddress(copies: readonly Address[] = []): Promise<void> {
  if (copies.length === 0) return;
  const problem = ownAddressProblem(copies, await settings.get());
  if (problem) throw new Invalid(problem);
}

type StoredCopy = NonNullable<store.Row["copies"]>[number];

/** How emails to an address of a client fare: that stays if the address moves from the client to a copy, or back. */
export type Known = Pick<StoredCopy, "mail_problem" | "mail_works_since">;

export function knownAddresses(before: store.Row): (address: string) => Known | undefined {
  const byAddress = new Map(
    [...(before.copies ?? []), before].map(({ email, mail_problem, mail_works_since }) => [
      email.toLowerCase(),
      { mail_problem, mail_works_since },
    ]),
  );
  return (address) => byAddress.get(address.toLowerCase());
}

/** The copies of a client as stored; undefined if there are none. What is not known about an address begins now. */
export function storedCopies(
  {
    copies = [],
    email,
  }: { copies?: readonly (StoredCopy & { mail_works?: true | undefined })[] | undefined; email: string },
  now: string,
  known: (address: string) => Known | undefined = () => undefined,
): store.Row["copies"] {
  const stored = copiesOf(copies, email).map(({ mail_works, ...copy }) =>
    mail_works
      ? { ...omit(copy, "mail_problem"), mail_works_since: now }
      : { mail_works_since: now, ...copy, ...known(copy.email) },
  );
  return stored.length > 0 ? stored : undefined;
}
