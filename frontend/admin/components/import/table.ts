import type { Field } from "../../../../shared/imports/columns.ts";
import { countMatches, findHeader } from "./columns.ts";
import { parseCsv } from "./parse-csv.ts";
import type { Problem, Row } from "./row.ts";

/** The header row and the rows below it. `above`: the lines about account and date. */
export type Table = {
  header: readonly string[];
  headerLine: number;
  rows: readonly Row[];
  /** The lines and columns that somebody has hidden in a spreadsheet. */
  hidden?: { lines: ReadonlySet<number>; columns: ReadonlySet<number> };
  above?: readonly (readonly string[])[];
};

/** Called between pieces of long work with the share that is done. A browser shows it, and responds to people. */
export type YieldNow = (share: number) => Promise<void>;

const delimiters = [",", ";", "\t", "|"];
/** The header row is among these. */
const HEADER_SEARCH_ROWS = 60;
const HEADER_SEARCH_LENGTH = 200_000;

/** Parses a file's text as a table; detects the delimiter and the header row. */
export function parseTable(text: string, fields: readonly Field[]): { table: Table } | { problem: Problem } {
  // Excel names the delimiter in a first line of its own.
  const [, named] = /^sep=([^"\n])\n/i.exec(text) ?? [];
  const body = named ? text.slice(text.indexOf("\n")) : text;
  const start = body.slice(0, HEADER_SEARCH_LENGTH);
  const [best = ","] = (named ? [named] : delimiters)
    .map((delimiter) => ({
      delimiter,
      score: scoreOf(parseCsv(start, delimiter, HEADER_SEARCH_ROWS).rows, fields),
    }))
    .sort((a, b) => b.score - a.score)
    .map(({ delimiter }) => delimiter);
  const { rows, problem } = parseCsv(body, best);
  if (problem) return { problem };
  const table = tableOf(rows, fields);
  if (!table) return { problem: noHeader };
  const [first] = table.rows;
  if (first?.problem && table.rows.every((row) => row.problem))
    return { problem: { line: first.line, text: first.problem } };
  return { table };
}

export const noHeader: Problem = { text: "We found no row with column names. Is this the right file?" };

const headerOf = (rows: readonly Row[], fields: readonly Field[]): number | undefined =>
  findHeader(
    rows.slice(0, HEADER_SEARCH_ROWS).map(({ cells }) => cells),
    fields,
  );

/** How well rows fit the fields: by known names of columns, then by the number of columns. */
function scoreOf(rows: readonly Row[], fields: readonly Field[]): number {
  const header = rows[headerOf(rows, fields) ?? -1]?.cells ?? [];
  return countMatches(header, fields) * 1_000 + header.filter((cell) => cell.trim()).length;
}

/** The table in the rows of a file; undefined if no row has the names of columns. */
export function tableOf(rows: readonly Row[], fields: readonly Field[]): Table | undefined {
  const at = headerOf(rows, fields);
  const header = rows[at ?? -1];
  if (at === undefined || !header) return undefined;
  const last = header.cells.findLastIndex((cell) => cell !== "");
  return {
    header: header.cells.slice(0, last + 1),
    headerLine: header.line,
    above: rows.slice(0, at).map(({ cells }) => cells),
    rows: rows.slice(at + 1).filter(({ cells }) => cells.some((cell) => cell !== "")),
  };
}

/** The problem if a row cannot be read, or has too few or too many cells. */
export function cellsProblem({ header }: Table, { line, cells, problem }: Row): Problem | undefined {
  if (problem !== undefined) return { line, text: problem };
  const tooLong = cells.slice(header.length).some((cell) => cell !== "");
  if (!tooLong && cells.length >= header.length) return undefined;
  return {
    line,
    text: `It has ${cells.length} cells, but there are ${header.length} columns. The row is cut off, or a cell contains the delimiter.`,
  };
}
