import { searchable } from "../../lists/search.ts";
import { plain } from "./line.ts";

/** Legal forms and titles. `enterprises`, `services` and `kenya` stay: without them, too many names would be the same. */
const legalForms = new Set(["ltd", "limited", "plc", "llc", "llp", "inc", "co", "company"]);
const titles = new Set(["and", "the", "mr", "mrs", "ms", "miss", "dr", "eng", "prof", "hon", "rev"]);

/** Words of payments that are in nobody's name, in English and Swahili. */
const paymentWords = new Set(
  [
    "a ac acc acct account no number ref reference from to by for of in on via per being",
    "pay paid pays paying payment payments paybill bill buy goods till online",
    "mpesa pesa bank transfer trf rtgs eft pesalink swift deposit cash cheque chq",
    "inv invoice invoices receipt customer merchant kes ksh kshs usd sh",
    "malipo ya kwa za wa akaunti kutoka asante",
  ].flatMap((words) => words.split(" ")),
);

/** A name of more words is read as windows of at most four neighbours. */
const MAX_NAME_WORDS = 4;

const wordsOf = (text: string): string[] =>
  searchable(plain(text))
    .replaceAll(/['’`ʼ]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const keyOf = (words: readonly string[]): string => {
  const own = words.filter((word) => !legalForms.has(word) && !titles.has(word));
  return [...new Set(own.length > 0 ? own : words)].sort().join(" ");
};

/** A name as a look-up key: `Ng'ang'a & Sons Ltd.` → `nganga sons`. Case, accents, order and legal form say nothing. */
export const nameKey = (text: string): string => keyOf(wordsOf(text));

/**
 * The names that a text can contain, one list for each of its phrases, the longest first. Digits, punctuation and the words
 * of payments end a phrase. People have more names on M-Pesa than in the records, so parts of a phrase count too.
 */
export function namesIn(text: string | undefined): string[][] {
  const typed = plain(text);
  const phrases = typed
    .split(/\s-+\s?|\s?-+\s|[^\p{L}\p{M}'’`ʼ.&\s-]+/u)
    .flatMap((phrase) => splitAt(wordsOf(phrase), paymentWords));
  const whole = wordsOf(typed);
  const all = whole.length <= MAX_NAME_WORDS ? [whole, ...phrases] : phrases;
  const seen = new Set<string>();
  return all.flatMap((words) => {
    const keys = keysIn(words).filter((key) => /\p{L}{2}/u.test(key) && !seen.has(key));
    for (const key of keys) seen.add(key);
    return keys.length > 0 ? [keys] : [];
  });
}

function splitAt(words: readonly string[], ends: ReadonlySet<string>): string[][] {
  const phrases: string[][] = [[]];
  for (const word of words)
    if (ends.has(word)) phrases.push([]);
    else phrases.at(-1)?.push(word);
  return phrases;
}

function keysIn(words: readonly string[]): string[] {
  const parts =
    words.length <= MAX_NAME_WORDS ? subsetsOf(words) : [words, ...windowsOf(words, MAX_NAME_WORDS)];
  const several = parts.map(keyOf).filter((key) => key.includes(" "));
  // One word is a name if it is all there is, or a legal form follows it.
  const single = words.filter((_, at) => legalForms.has(words[at + 1] ?? ""));
  const all = [...several, ...single.map((word) => keyOf([word])), keyOf(words)].filter(Boolean);
  return [...new Set(all)].sort((one, other) => sizeOf(other) - sizeOf(one));
}

const sizeOf = (key: string): number => key.split(" ").length;

const subsetsOf = (words: readonly string[]): string[][] =>
  Array.from({ length: 2 ** words.length }, (_, bits) => words.filter((_, at) => bits & (1 << at)));

const windowsOf = (words: readonly string[], most: number): string[][] =>
  words.flatMap((_, at) => Array.from({ length: most - 1 }, (_, more) => words.slice(at, at + 2 + more)));
