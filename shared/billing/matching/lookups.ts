import { codesNamedIn, ownCodeOf } from "./codes.ts";
import type { StatementLine } from "./line.ts";
import { nameKey, namesIn } from "./names.ts";
import { phonesIn } from "./phones.ts";
import { nearReferences, referencesIn } from "./references.ts";

export type TextField = "phone" | "payer" | "account" | "details";
const textFields: readonly TextField[] = ["phone", "payer", "account", "details"];

/** A text of a line that tells the client: a number, or the names in it, the longest first. */
export type Hint = { kind: "reference" | "near" | "phone" | "name"; from: TextField; keys: string[] };

/** The server looks these up for a line, as keys of the rows that are written with each client. */
export type Lookups = {
  references: string[];
  /** References that are one typing mistake away from the account that was typed. */
  near: string[];
  phones: string[];
  names: string[];
  /** The codes of other payments that the line names. */
  codes: string[];
};

/** An account with more wrong numbers is not about a reference. */
const MAX_MISTYPED = 3;

export function hintsOf(line: StatementLine): Hint[] {
  return textFields.flatMap((from): Hint[] => [
    ...referenceHints(line, from),
    ...phonesIn(line[from]).map((key): Hint => ({ kind: "phone", from, keys: [key] })),
    ...(from === "phone" ? [] : [{ kind: "name" as const, from, keys: namesIn(line[from]) }]),
  ]);
}

function referenceHints(line: StatementLine, from: TextField): Hint[] {
  if (from !== "account" && from !== "details") return [];
  const { references, mistyped, inside } = referencesIn(line[from]);
  if (references.length > 0 || from === "details")
    return references.map((key): Hint => ({ kind: "reference", from, keys: [key] }));
  const keys = [...new Set([...mistyped.slice(0, MAX_MISTYPED).flatMap(nearReferences), ...inside])];
  return keys.length > 0 ? [{ kind: "near", from, keys }] : [];
}

export function lookupsOf(line: StatementLine): Lookups {
  const hints = hintsOf(line);
  const keysOf = (wanted: Hint["kind"]) => [
    ...new Set(hints.filter(({ kind }) => kind === wanted).flatMap(({ keys }) => keys)),
  ];
  return {
    references: keysOf("reference"),
    near: keysOf("near"),
    phones: keysOf("phone"),
    names: keysOf("name"),
    // Money that went out can have the reference of the payment that it reverses.
    codes: [...codesNamedIn(line), ...(line.amount < 0 ? [ownCodeOf(line)] : [])].filter(Boolean),
  };
}

/** The keys of a client's own look-up rows. */
export const clientKeys = ({
  reference,
  phone,
  name,
  company,
}: {
  reference?: string | undefined;
  phone: string;
  name: string;
  company: string;
}): Pick<Lookups, "references" | "phones" | "names"> => ({
  references: reference === undefined ? [] : [reference],
  phones: phonesIn(phone),
  names: [...new Set([nameKey(name), nameKey(company)])].filter(Boolean),
});
