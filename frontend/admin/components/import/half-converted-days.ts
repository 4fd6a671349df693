import type { Day } from "../../../../shared/day.ts";
import type { Columns } from "../../../../shared/imports/columns.ts";
import { isDayInNumbers, parseDay, swappedDay } from "../../../../shared/parse-day.ts";
import type { Table } from "./table.ts";

// A spreadsheet that expects the month first makes 4 March of the text 03/04/2026, and leaves 25/04/2026 as text.

type Chosen<N extends string> = { table: Table; columns: Columns<N> };

/** A date as the file shows it, and with its day and month swapped. */
export type TwoReadings = { line: number; text: string; shown: Day; swapped: Day };

const indexesOf = <N extends string>(columns: Columns<N>, names: readonly N[]): number[] => [
  ...new Set(names.flatMap((name) => columns[name] ?? [])),
];

/** The dates that can be read in two ways because others in their column stayed text. `names`: the fields that hold dates. */
export const halfConvertedDays = <N extends string>(
  { table, columns }: Chosen<N>,
  names: readonly N[],
): TwoReadings[] =>
  indexesOf(columns, names).flatMap((at) =>
    table.rows.some(({ cells }) => isDayInNumbers(cells[at] ?? "")) ? readingsIn(table, at) : [],
  );

const readingsIn = ({ rows }: Table, at: number): TwoReadings[] =>
  rows.flatMap(({ line, cells }) => {
    const text = cells[at] ?? "";
    const [shown, swapped] = [parseDay(text, "dmy"), swappedDay(text)];
    return shown && swapped ? [{ line, text, shown, swapped }] : [];
  });

/**
 * The table with day and month of its converted dates swapped. A column without text that has a day after the 12th was never
 * swapped.
 */
export function withSwappedDays<N extends string>({ table, columns }: Chosen<N>, names: readonly N[]): Table {
  const swapped = new Set(
    indexesOf(columns, names).filter((at) => {
      const texts = table.rows.map(({ cells }) => cells[at] ?? "");
      return (
        texts.some(isDayInNumbers) ||
        texts.every((text) => Number(parseDay(text, "dmy")?.slice(-2) ?? 0) <= 12)
      );
    }),
  );
  return {
    ...table,
    rows: table.rows.map(({ line, cells }) => ({
      line,
      cells: cells.map((cell, at) => (swapped.has(at) && swappedDay(cell)) || cell),
    })),
  };
}
