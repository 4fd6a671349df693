import { saysReversal } from "../../../../../../shared/billing/matching/codes.ts";
import { plain } from "../../../../../../shared/billing/matching/line.ts";

// The words that banks write in a column: whether money came in or went out, and whether it arrived.

export type Direction = "in" | "out";
/** A person's answers about words that the product does not know. */
export type WordMeanings = Readonly<Record<string, Direction>>;

/** `Cr.` is `cr`. */
export const wordKey = (cell: string): string =>
  plain(cell)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}+−-]+/gu, " ")
    .trim();

const inWords =
  /^(?:c|cr|crd|cred|credit|credits|in|inward|incoming|deposit|paid in|money in|received|\+|ingizo)$/;
const outWords =
  /^(?:d|dr|db|dbt|deb|debit|debits|out|outward|outgoing|withdrawal|withdrawn|paid out|money out|sent|[-−]|toleo)$/;

/** The direction that the word beside an amount means; undefined if it is not known. */
export function sideOf(cell: string, meanings: WordMeanings = {}): Direction | undefined {
  const word = wordKey(cell);
  if (inWords.test(word)) return "in";
  return outWords.test(word) ? "out" : meanings[word];
}

const notYet =
  /\b(?:un|in|non|not|im|mis)[- ]?(?:success|complet|process|settl|post|clear|approv|confirm|paid|deliver)|fail|pend|reject|cancel|declin|expir|abort|error|time ?d? ?out|hold|held|progress|processing|in process\b|initiat|queue|await|waiting|schedul|draft|void|block|suspend|insufficient|imeshindikana|inasubiri|imeghairiwa|imefeli/;
const arrived =
  /^(?:complet|success|approv|process|settl|post|clear|paid\b|done\b|ok\b|confirm|credited|received|execut|final|accept|authori[sz]ed|imekamilika|imefanikiwa|imethibitishwa)/;

export type State = "arrived" | "not" | "went back";

/** Reads the state of a transaction; undefined if the word is not known. Without a state, the money arrived. */
export function stateOf(cell: string, meanings: WordMeanings = {}): State | undefined {
  const word = wordKey(cell);
  if (word === "") return "arrived";
  const chosen = meanings[word];
  if (chosen) return chosen === "in" ? "arrived" : "not";
  if (saysReversal(cell) || /^revers/.test(word)) return "went back";
  if (notYet.test(word)) return "not";
  return arrived.test(word) ? "arrived" : undefined;
}
