import { plain, type StatementLine } from "./line.ts";

/** The format of M-Pesa's receipt codes. */
const receiptCode = /^[A-Z](?=.*\d)[A-Z0-9]{9}$/;
/** Their first letters say year, month and day, so few other words look like one. */
const datedCode = /^[A-Z][A-L][1-9A-V](?=.*\d)[A-Z0-9]{7}$/;
const nameOfMpesa = /\bM-? ?PESA\b/;
/** What people write beside a code. */
const labels = new Set(["M", "PESA", "MPESA", "CODE", "REF", "NO", "RECEIPT", "TRANSACTION", "TXN", "ID"]);

const wordsOf = (text: string | undefined): string[] =>
  plain(text)
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);

/**
 * The M-Pesa receipt code that somebody typed: `MPESA tkb 0000002` → `TKB0000002`. A bank's own references can look like
 * one, so in a bank's text M-Pesa must be named.
 */
export function codeOf(
  text: string | undefined,
  method: StatementLine["method"] | undefined,
): string | undefined {
  if (method === "bank" && !nameOfMpesa.test(plain(text).toUpperCase())) return undefined;
  const words = wordsOf(text).filter((word) => !labels.has(word));
  const joined = words.join("");
  if ((method === undefined ? datedCode : receiptCode).test(joined)) return joined;
  const [code, ...others] = new Set(words.filter((word) => datedCode.test(word)));
  return others.length === 0 ? code : undefined;
}

/** A bank's reference is compared without spaces and case. */
export const normalReference = (text: string | undefined): string =>
  plain(text).toUpperCase().replaceAll(" ", "");

/** The line's own code: M-Pesa's, or the bank's reference. */
export const ownCodeOf = ({ code, method }: StatementLine): string =>
  codeOf(code, method) ?? normalReference(code);

const reversal = /\brevers(?:al|als|e|ed|ing)\b|\brvsl\b|\brev\W{1,3}(?=[a-z]*\d)|\bchargeback\b|rudish/i;

export const speaksOfReversal = ({ details, account }: StatementLine): boolean =>
  [details, account].some((text) => reversal.test(plain(text)));

/** The codes of other payments that a line names: those of M-Pesa, and in a reversal those of a bank. */
export function codesNamedIn(line: StatementLine): string[] {
  const isCode =
    line.amount < 0 || speaksOfReversal(line)
      ? (word: string) => word.length >= 8 && /[A-Z]/.test(word) && /\d/.test(word)
      : (word: string) => datedCode.test(word);
  const named = [line.details, line.account].flatMap((text) => wordsOf(text).filter(isCode));
  return [...new Set(named)].filter((code) => code !== ownCodeOf(line));
}
