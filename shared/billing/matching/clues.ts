import { formatReference } from "../../payment-reference.ts";
import type { StatementLine } from "./line.ts";
import type { FoundClient, LookupResults } from "./lookup-results.ts";
import { type Hint, hintsOf } from "./lookups.ts";
import { REFERENCE_LENGTH, referencesIn } from "./references.ts";

/** A hint of a line, and the clients that it fits. */
export type Clue = Pick<Hint, "kind" | "from"> & { key: string; clients: readonly FoundClient[] };

/** A client that a line can be of. */
export type Candidate = { client_id: string; why: string };

const MAX_CANDIDATES = 8;
const MAX_NAME_LENGTH = 60;

export function cluesOf(line: StatementLine, results: LookupResults): Clue[] {
  return hintsOf(line).flatMap((hint): Clue[] => {
    const { kind, from, keys } = hint;
    if (kind === "name") return nameClues(hint, results);
    const clients = keys.flatMap((key) => clientsOf(kind, key, results));
    return clients.length > 0 ? [{ kind, from, key: keys[0] ?? "", clients: uniqueClients(clients) }] : [];
  });
}

/** A text names those who have the most of its words: `Jane Wanjiru Kamau` is not also `Jane Kamau`. */
function nameClues({ kind, from, keys }: Hint, results: LookupResults): Clue[] {
  const clues: Clue[] = [];
  for (const key of keys) {
    const clients = clientsOf(kind, key, results);
    const isPart = clues.some((clue) => key.split(" ").every((word) => clue.key.split(" ").includes(word)));
    if (clients.length > 0 && !isPart) clues.push({ kind, from, key, clients });
  }
  return clues;
}

/** Samples are nobody's clients. */
function clientsOf(
  kind: Hint["kind"],
  key: string,
  { references, phones, names }: LookupResults,
): FoundClient[] {
  const clients =
    kind === "phone" ? phones.get(key) : kind === "name" ? names.get(key) : [references.get(key)];
  return (clients ?? []).filter((client) => client !== undefined).filter(({ sample }) => !sample);
}

export const uniqueClients = (clients: readonly FoundClient[]): FoundClient[] => [
  ...new Map(clients.map((client) => [client.id, client])).values(),
];

const isOf = ({ clients }: Clue, { id }: FoundClient): boolean => clients.some((client) => client.id === id);

/** Hints of the line that fit only other clients. */
export const contradictionsOf = (clues: readonly Clue[], client: FoundClient): string[] => [
  ...new Set(clues.filter((clue) => !isOf(clue, client)).map(contradiction)),
];

/** "The payer" has a name and a phone number; the other texts contain them. */
function contradiction({ kind, from, clients }: Clue): string {
  const names = namesOf(clients, "or");
  if (kind === "near") return `the account is close to the reference of ${names}`;
  if (kind === "reference") return `the ${from} have the reference of ${names}`;
  if (kind === "phone") return `${phoneIn[from]} is that of ${names}`;
  return from === "payer" ? `the payer has the name of ${names}` : `${names} is named in the ${from}`;
}

const phoneIn: Record<Clue["from"], string> = {
  phone: "the phone number",
  payer: "the payer's phone number",
  account: "the phone number in the account",
  details: "the phone number in the details",
};

/** A number in the account that should be a reference, but is that of no client. */
export function unknownReference({ account }: StatementLine, clues: readonly Clue[]): string | undefined {
  const { references, mistyped } = referencesIn(account);
  const isKnown = (digits: string) => clues.some(({ kind, key }) => kind === "reference" && key === digits);
  const unknown = references.find((digits) => !isKnown(digits));
  if (unknown !== undefined) return `no client has the reference ${formatReference(unknown)}`;
  const wrong = mistyped.find((digits) => digits.length === REFERENCE_LENGTH);
  return wrong && `${formatReference(wrong)} is not a valid reference: a digit is wrong, or two are swapped`;
}

/** The clients that a line can be of, the strongest clue first. */
export function candidatesOf(clues: readonly Clue[]): Candidate[] {
  const strength = ["reference", "near", "phone", "name"];
  const sorted = clues.toSorted((a, b) => strength.indexOf(a.kind) - strength.indexOf(b.kind));
  return uniqueClients(sorted.flatMap(({ clients }) => clients))
    .slice(0, MAX_CANDIDATES)
    .map((client) => {
      const reasons = sorted.filter((clue) => isOf(clue, client)).map(reasonOf);
      return { client_id: client.id, why: `${nameOf(client)}: ${[...new Set(reasons)].join(", ")}.` };
    });
}

function reasonOf({ kind, key, from }: Clue): string {
  if (kind === "reference") return `reference ${formatReference(key)}`;
  if (kind === "near") return "the account is close to the reference";
  return kind === "phone" ? "the phone number" : `the name in the ${from}`;
}

export const nameOf = ({
  name,
  company,
  erased,
}: Pick<FoundClient, "name" | "company" | "erased">): string =>
  erased
    ? "an erased client"
    : [...(name || company || "a client without a name")].slice(0, MAX_NAME_LENGTH).join("");

/** `Jane`, `Jane or Peter`, `Jane, Peter or 2 others` */
export function namesOf(clients: readonly FoundClient[], word: "and" | "or"): string {
  const names = [...new Set(clients.map(nameOf))];
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} others`] : names;
  return [shown.slice(0, -1).join(", "), shown.at(-1)].filter(Boolean).join(` ${word} `);
}
