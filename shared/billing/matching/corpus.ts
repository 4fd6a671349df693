import type { Currency } from "../../money.ts";
import { amounts, manyCharges } from "./corpus/amounts.ts";
import { calls } from "./corpus/calls.ts";
import { TODAY } from "./corpus/clients.ts";
import { hostile } from "./corpus/hostile.ts";
import { onRecord, reversals } from "./corpus/on-record.ts";
import { besideReference, withoutReference } from "./corpus/people.ts";
import { mistakes, others, writings } from "./corpus/references.ts";
import type { Row } from "./corpus/table.ts";
import type { StatementLine } from "./line.ts";

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
    ...{
      code: code.trim(),
      paid_on: row.day || TODAY,
      amount: Number(amount),
      currency: currency as Currency,
    },
    method: method === "bank" ? "bank" : "mpesa",
    ...{ payer: row.payer, phone: row.phone, account: row.account, details: row.details },
    ...(row.balance && { balance: Number(row.balance) }),
    ...(row.copy && { copy: Number(row.copy) }),
  };
}

const expected = (rows: readonly Row[]): Expected[] => rows.map((row) => ({ line: lineOf(row), row }));

/** Each line is a call of its own. */
export const single: readonly Expected[] = expected([
  ...[...writings, ...mistakes, ...others, ...besideReference, ...withoutReference],
  ...[...amounts, ...manyCharges, ...onRecord, ...reversals, ...hostile],
]);

export const together: [name: string, lines: Expected[]][] = Object.entries(calls).map(([name, rows]) => [
  name,
  expected(rows),
]);
