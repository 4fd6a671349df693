import type { HowToPay } from "../emails/how-to-pay.ts";
import type { Language } from "../languages.ts";

// What stands on an invoice, a credit note, a receipt or a statement, in the words of its language. The page and the PDF draw
// the same.

export type PaperFact = {
  label: string;
  value: string;
  /** The value is the number of another paper of the client. */
  isNumber?: true;
  isStrong?: true;
};

/** `below` stands under the text, in smaller type. */
export type Cell = { text: string; below?: string | undefined };

/** The first column names the row; the others are amounts. */
export type PaperTable = { headings: readonly string[]; rows: readonly (readonly Cell[])[] };

export type Total = { label: string; value: string; isSum?: true };

/** What belongs to one currency. */
export type PaperPart = {
  heading?: string | undefined;
  /** The lines first. */
  tables: readonly PaperTable[];
  totals: readonly Total[];
  /** Small type, below the totals. */
  notes: readonly string[];
};

export type Paper = {
  language: Language;
  /** What it is, its number, and who gets it. */
  title: string;
  /** `Ankara ya kodi`, and in English if the language is another one. */
  kind: string;
  english?: string | undefined;
  /** The name of a PDF, without its ending. */
  name: string;
  /** The name first. */
  seller: readonly string[];
  to: { label: string; name: string; lines: readonly string[] };
  facts: readonly PaperFact[];
  /** What is true today, apart from what is written for good. */
  status?: { asOf: string; text: string } | undefined;
  /** What a reader has to know before anything else. */
  note?: string | undefined;
  parts: readonly PaperPart[];
  /** Of the tax authority; `link` leads to its check. */
  controlUnit?: { label: string; number: string; check: string; link?: string | undefined } | undefined;
  pay?: HowToPay | undefined;
};

/** Leaves out what is empty. */
export const filled = (
  facts: readonly (PaperFact | (Omit<PaperFact, "value"> & { value: string | false | undefined }))[],
): PaperFact[] => facts.flatMap((fact) => (fact.value ? { ...fact, value: fact.value } : []));
