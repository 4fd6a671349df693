import { plain, type StatementLine } from "./line.ts";

/** The format of M-Pesa's receipt codes. */
const receiptCode = /^[A-Z](?=.*\d)[A-Z0-9]{9}$/;
/** Their first letters say year, month and day, so few other words look like one. */
const datedCode = /^[A-Z][A-L][1-9A-V](?=.*\d)[A-Z0-9]{7}$/;
const nameOfMpesa = /\bM-? ?PESA\b/;
/** People write these words beside a code. */
const labels = new Set(["M", "PESA", "MPESA", "CODE", "REF", "NO", "RECEIPT", "TRANSACTION", "TXN", "ID"]);

const wordsOf = (text: string | undefined): string[] =>
  plain(text)
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);

/**
 * The M-Pesa receipt code that somebody typed: `MPESA tkb 0000002` → `TKB0000002`. In a bank's text it must stand alone, or
 * M-Pesa must be named.
 */
export function codeOf(
  text: string | undefined,
  method: StatementLine["method"] | undefined,
): string | undefined {
  const typed = plain(text).toUpperCase();
  if (method === "bank" && !nameOfMpesa.test(typed)) return datedCode.test(typed) ? typed : undefined;
  const words = wordsOf(text).filter((word) => !labels.has(word));
  const joined = words.join("");
  if ((method === undefined ? datedCode : receiptCode).test(joined)) return joined;
  const [code, ...others] = new Set(words.filter((word) => datedCode.test(word)));
  return others.length === 0 ? code : undefined;
}

/** Whether a text is a receipt code that M-Pesa gave to a payment. */
export const isReceiptCode = (text: string): boolean => datedCode.test(plain(text).toUpperCase());

/** A bank's reference without spaces and case. */
export const normalReference = (text: string | undefined): string =>
  plain(text).toUpperCase().replaceAll(" ", "");

/** A bank's reference without what banks pad it with: `CHQ-000123` is `CHQ 123`. */
export const bareReference = (text: string | undefined): string =>
  normalReference(text)
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replaceAll(/(?<!\d)0+(?=\d)/g, "");

/** The line's own code: M-Pesa's, or the bank's reference. */
export const ownCodeOf = ({ code, method }: StatementLine): string =>
  codeOf(code, method) ?? normalReference(code);

// Short words need company: "Rev. Kamau" is a person, and "KRA returns" are paid for.
const reversal = new RegExp(
  [
    String.raw`\brevers(?:al|als|e|ed|ing)\b|\brvsl\b|^\W*rev\W*$`,
    String.raw`\brev\W{1,3}(?:(?:chq|cheque|trf|eft|rtgs|mpesa|txn|payment|pmt|of)\W{1,3})?(?=[a-z]*\d)`,
    String.raw`\bunpaid\b|\br\/d\b|\brefer(?:red)? to drawer\b|\bbounced?\b|\bdishonou?r(?:ed)?\b`,
    String.raw`\breturned\b|^\W*return\W*$|\b(?:chq|cheque|eft|item|inward|outward)s? returns?\b|\breturn (?:of )?(?:chq|cheque|eft|payment)`,
    String.raw`\bcharge[- ]?back\b|\bclaw[- ]?back\b|\brecall(?:ed)?\b`,
    // Sent back, restored, cancelled, refused, not paid.
    String.raw`rudish|rejesh|\b(?:ime|ili)rudi\b|batilish|\w+katali(?:wa|ka)\b|\bhai(?:ku|ja)lipwa\b`,
  ].join("|"),
  "i",
);
const charge = /\b(?:charges?(?![- ]?back)|fees?|commission|tariff|duty|tax|ada)\b/i;

/** Whether a text says that money went back. */
export const saysReversal = (text: string | undefined): boolean => reversal.test(plain(text));

export const saysCharge = (text: string | undefined): boolean => charge.test(plain(text));

export const speaksOfReversal = ({ details, account }: StatementLine): boolean =>
  [details, account].some(saysReversal);

const chequeNumber = /\b(?:chq|cheque|hundi)\W*(?:no\W*)?(\d{3,})\b/gi;

/** The codes of other payments that a line names: those of M-Pesa, and in a reversal those of a bank. */
export function codesNamedIn(line: StatementLine): string[] {
  const isCode =
    line.amount < 0 || speaksOfReversal(line)
      ? (word: string) => word.length >= 8 && /[A-Z]/.test(word) && /\d/.test(word)
      : (word: string) => datedCode.test(word);
  const named = [line.details, line.account].flatMap((text) => wordsOf(text).filter(isCode));
  // Banks write the number of a cheque with and without the word.
  const cheques = [...plain(line.details).matchAll(chequeNumber)].flatMap(([, number = ""]) => [
    `CHQ${number}`,
    number,
  ]);
  const ownReference = bareReference(ownCodeOf(line));
  return [...new Set([...named, ...(line.amount < 0 ? cheques : [])])].filter(
    (code) => bareReference(code) !== ownReference,
  );
}
