import * as z from "zod/mini";
import { type Address, isSameAddress, withoutDoubles } from "../address.ts";
import { email, line, Text } from "../text.ts";
import { MailProblem } from "./mail-problem.ts";

// The people who get a copy of each email to a client.

export const MAX_COPIES = 4;

const fields = { email: email("email address of a copy"), name: z.optional(line("name of a copy", 200)) };

/** Doubles are dropped. */
const listOf = <A extends z.ZodMiniType<Address, Address>>(copy: A) =>
  z
    .array(copy, "Please give the copies as a list.")
    .check(
      z.overwrite(withoutDoubles),
      z.maxLength(MAX_COPIES, `A client can have at most ${MAX_COPIES} copies.`),
    );

export const NewCopy = z.strictObject(fields);
export const NewCopies = listOf(NewCopy);

/** `mail_works`: the address works again, so email goes there again. */
export const ChangedCopies = listOf(z.strictObject({ ...fields, mail_works: z.optional(z.literal(true)) }));

export const StoredCopy = z.object({
  email: Text,
  name: z.optional(Text),
  /** About this address alone. */
  mail_problem: z.optional(MailProblem),
});
export type StoredCopy = z.output<typeof StoredCopy>;

/** The copies of a client with this address: without it, doubles and empty names. */
export const copiesOf = <A extends Address>(copies: readonly A[], own: string): A[] =>
  withoutDoubles(copies)
    .filter(({ email }) => !isSameAddress(email, own))
    .map((copy) => ({ ...copy, name: copy.name || undefined }));

/** The company gets no copies of its own emails. Returns the problem, if one of its addresses is among the copies. */
export function ownAddressProblem(
  copies: readonly Address[],
  company: { company_email: string; notification_email: string },
): string | undefined {
  const ownAddresses = [company.company_email, company.notification_email];
  const own = copies.find(({ email }) => ownAddresses.some((address) => isSameAddress(address, email)));
  return own && `${own.email} is an address of the company, so it cannot get copies.`;
}

/** A file has a column for each copy. */
export const copyColumns = ["copy_1", "copy_2", "copy_3", "copy_4"] as const;
export type CopyColumn = (typeof copyColumns)[number];
