import type { StatementLine } from "../../shared/billing/matching/line.ts";
import type { Currency } from "../../shared/money.ts";
import { amounts, manyCharges } from "./amounts.ts";
import { calls } from "./calls.ts";
import { TODAY } from "./clients.ts";
import { hostile } from "./hostile.ts";
import { onRecord, reversals } from "./on-record.ts";
import { besideReference, withoutReference } from "./people.ts";
import { mistakes, otherTexts, writings } from "./references.ts";
import { rewritten, wentBack } from "./rewritten.ts";
import type { Row } from "./table.ts";

/** A line, and what must be said about it. */
export type Expected = { line: StatementLine; row: Row };

let count = 0;

/** Each M-Pesa line without a code gets one of its own. */
function lineOf(row: Row): StatementLine {
  const [, currency = "KES", amount = "1500"] = /^(USD)? ?(.+)$/.exec(row.amount ?? "1500") ?? [];
  const method = row.method || (currency === "USD" ? "bank" : "mpesa");
  count += 1;
  const code = row.code || (method === "mpesa" ? `TKJ${1_000_000 + count}` : `FT${26_000_000 + count}X`);
  return {
    code: code.trim(),
    paid_on: row.day || TODAY,
    amount: Number(amount),
    currency: currency as Currency,
    method: method === "bank" ? "bank" : "mpesa",
    payer: row.payer,
    phone: row.phone,
    account: row.account,
    details: row.details,
    ...(row.balance && { balance: Number(row.balance) }),
    ...(row.copy && { copy: Number(row.copy) }),
  };
}

const expected = (rows: readonly Row[]): Expected[] => rows.map((row) => ({ line: lineOf(row), row }));

/** Each line is a call of its own. */
export const single: readonly Expected[] = expected([
  ...writings,
  ...mistakes,
  ...otherTexts,
  ...besideReference,
  ...withoutReference,
  ...amounts,
  ...manyCharges,
  ...onRecord,
  ...reversals,
  ...rewritten,
  ...wentBack,
  ...hostile,
]);

export const together: [name: string, lines: Expected[]][] = Object.entries(calls).map(([name, rows]) => [
  name,
  expected(rows),
]);
