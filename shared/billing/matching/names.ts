import { searchable } from "../../search.ts";
import { plain } from "./line.ts";

/** Legal forms and small words. `enterprises`, `services` and `kenya` stay: without them, too many names are the same. */
const legalForms = new Set(["ltd", "limited", "plc", "llc", "llp", "inc", "co", "company"]);
const smallWords = new Set("and the of mr mrs ms miss dr eng prof hon rev".split(" "));

/** Words that end a name, in English and Swahili. */
const paymentWords = new Set(
  [
    "a ac acc acct account no number ref reference from to by for in on via per being",
    "pay paid pays paying payment payments paybill bill buy online mpesa pesa",
    "transfer trf rtgs eft pesalink swift cheque chq inv invoice invoices receipt kes ksh kshs usd sh",
    "malipo ya kwa za wa akaunti kutoka asante",
  ].flatMap((words) => words.split(" ")),
);

/** A name in a longer phrase has at most this many words of its own. */
const MAX_NAME_WORDS = 4;
/** A text of more words is no name. */
const MAX_WHOLE_WORDS = 7;

const wordsOf = (text: string): string[] =>
  searchable(plain(text))
    .replaceAll(/['’`ʼ]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const nameWordsOf = (words: readonly string[]): string[] =>
  words.filter((word) => !legalForms.has(word) && !smallWords.has(word));

const keyOf = (words: readonly string[]): string => {
  const nameWords = nameWordsOf(words);
  return [...new Set(nameWords.length > 0 ? nameWords : words)].sort().join(" ");
};

/** A name as a look-up key: `Ng'ang'a & Sons Ltd.` → `nganga sons`. Case, accents, order and legal form say nothing. */
export const nameKey = (text: string): string => keyOf(wordsOf(text));

/**
 * The names that a text can contain, the longest first. Punctuation, numbers and the words of payments end a name. People
 * have more names on M-Pesa than in the records, so some words of a name count too.
 */
export function namesIn(text: string | undefined): string[] {
  const typed = plain(text);
  const phrases = typed
    .split(/\s-+\s?|\s?-+\s|[^\p{L}\p{M}\p{N}'’`ʼ.&\s-]+/u)
    .flatMap((phrase) => splitAt(wordsOf(phrase), isNumber));
  const allWords = wordsOf(typed).filter((word) => !isNumber(word));
  const keys = [allWords, ...phrases]
    .filter((words) => words.length <= MAX_WHOLE_WORDS)
    .map(keyOf)
    .concat(phrases.flatMap((words) => splitAt(words, isPaymentWord)).flatMap(keysIn));
  return [...new Set(keys)].filter((key) => /\p{L}{2}/u.test(key)).sort((a, b) => sizeOf(b) - sizeOf(a));
}

const isPaymentWord = (word: string): boolean => paymentWords.has(word);
const isNumber = (word: string): boolean => /\d{3}/.test(word);

const sizeOf = (key: string): number => key.split(" ").length;

function splitAt(words: readonly string[], isEnd: (word: string) => boolean): string[][] {
  const phrases: string[][] = [[]];
  for (const word of words)
    if (isEnd(word)) phrases.push([]);
    else phrases.at(-1)?.push(word);
  return phrases;
}

function keysIn(words: readonly string[]): string[] {
  const nameWords = nameWordsOf(words);
  const parts = nameWords.length <= MAX_NAME_WORDS ? subsetsOf(nameWords) : windowsOf(nameWords);
  // One word is a name if it stands alone, or a legal form follows it.
  const single = words.filter((_, at) => legalForms.has(words[at + 1] ?? ""));
  return [...parts.filter((part) => part.length > 1), ...single.map((word) => [word]), words].map(keyOf);
}

const subsetsOf = (words: readonly string[]): string[][] =>
  Array.from({ length: 2 ** words.length }, (_, bits) => words.filter((_, at) => bits & (1 << at)));

const windowsOf = (words: readonly string[]): string[][] =>
  words.flatMap((_, at) =>
    Array.from({ length: MAX_NAME_WORDS - 1 }, (_, more) => words.slice(at, at + 2 + more)),
  );
