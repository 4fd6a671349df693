import type { Day } from "../../day.ts";
import type { Currency } from "../../money.ts";

/** A payment as a statement or a callback has it; a negative amount went out again. */
export type StatementLine = {
  /** M-Pesa's receipt code, or the bank's reference. */
  code?: string | undefined;
  paid_on: Day;
  amount: number;
  currency: Currency;
  method: "mpesa" | "bank";
  payer?: string | undefined;
  phone?: string | undefined;
  /** The account that the payer typed. */
  account?: string | undefined;
  details?: string | undefined;
  /** The balance after this line, as the statement has it. */
  balance?: number | undefined;
  /** 2 for the second line of a file with the same identity, and so on. */
  copy?: number | undefined;
};

/** Longer texts are cut, so that no text takes long to read. */
const MAX_LENGTH = 300;

/** Text with ordinary letters, digits and spaces, and nothing invisible. */
export const plain = (text = ""): string =>
  text
    .slice(0, MAX_LENGTH)
    .normalize("NFKC")
    .slice(0, MAX_LENGTH)
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
