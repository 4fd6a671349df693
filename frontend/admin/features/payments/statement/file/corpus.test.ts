import { expect, test } from "vitest";
import { numbered } from "../../../../../../shared/billing/matching/identity.ts";
import { matchLines } from "../../../../../../shared/billing/matching/match-lines.ts";
import type { StatementLayout } from "../../../../../../shared/payments/layout.ts";
import { TODAY } from "../../../../../../test/matching-corpus/clients.ts";
import { lookupResultsFor } from "../../../../../../test/matching-corpus/lookup-results.ts";
import { type StatementFile, statements } from "../../../../../../test/matching-corpus/statements.ts";
import { columnsProblem } from "../../../../components/import/columns.ts";
import { parseTable } from "../../../../components/import/table.ts";
import { statementFields } from "./columns.ts";
import { columnsToConfirm, currencyOfTable, isCurrencyOpen, textProblem, unknownWords } from "./layout.ts";
import { readStatement } from "./read.ts";

/** The rows of a file with what is expected of each. */
function rowsOf({ text }: StatementFile) {
  const lines = text.split("\n").map((line) => line.split(" => "));
  const table = parseTable(lines.map(([row]) => row).join("\n"), statementFields);
  if ("problem" in table) throw new Error(table.problem.text);
  const expected = lines.flatMap(([, answer], at) => (answer === undefined ? [] : [{ row: at + 1, answer }]));
  return { table: table.table, expected };
}

async function answersOf(file: StatementFile) {
  const { table, expected } = rowsOf(file);
  const columns = columnsToConfirm(table, undefined);
  expect([columnsProblem(columns, statementFields), textProblem(table, columns)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(unknownWords(table, columns).length > 0).toBe(file.asks === "words");
  expect(isCurrencyOpen(table, columns)).toBe(file.asks === "currency");
  const currency = currencyOfTable(table, columns) ?? file.chosen?.currency;
  if (!currency) throw new Error("Nobody knows the currency.");
  const layout: StatementLayout = { columns, order: "dmy", words: file.chosen?.words, currency };
  const { lines, unread, leftOut } = await readStatement({ table, layout, today: TODAY }, async () => {});
  const several = numbered(lines);
  const matches = matchLines(several, lookupResultsFor(several), TODAY);
  const byRow = new Map<number | undefined, string>(unread.map(({ line, text }) => [line, `unread ${text}`]));
  for (const [at, { verdict, client_id = "", line }] of matches.entries())
    byRow.set(lines[at]?.row, `${verdict} ${client_id} ${line.currency} ${line.amount}`);
  // No row disappears: each is a line, unread, or counted.
  expect(lines.length + unread.length + [...leftOut.values()].reduce((sum, rows) => sum + rows, 0)).toBe(
    expected.length,
  );
  return expected.map(({ row, answer }) => ({ row, answer, got: byRow.get(row) ?? "out" }));
}

test.each(statements.map((file) => [file.name, file] as const))("%s", async (_, file) => {
  for (const { row, answer, got } of await answersOf(file)) {
    const reason = answer.startsWith("unread ") ? answer.slice("unread ".length) : undefined;
    if (reason === undefined) expect([row, got]).toEqual([row, answer]);
    else expect([row, got]).toEqual([row, expect.stringMatching(new RegExp(`^unread .*${reason}`))]);
  }
});

test("the files have a hundred rows", () => {
  const rows = statements.flatMap((file) => rowsOf(file).expected);
  expect(rows.length).toBeGreaterThan(100);
});
