import { countMatches, type Field, findHeader } from "./columns.ts";

/** A row of the file; line numbers start at 1. */
export type Row = { line: number; cells: readonly string[] };
/** The header row and the rows below it. Lines above it, about account and date, are left out. */
export type Table = { header: readonly string[]; headerLine: number; rows: readonly Row[] };

/** Called between pieces of long work with the share that is done. A browser shows it, and responds to people. */
export type YieldNow = (share: number) => Promise<void>;

const delimiters = [",", ";", "\t", "|"];
/** The header row is among these. */
const HEADER_SEARCH_ROWS = 60;

/** Parses CSV text. `preview`: the most rows to read, 0 for all. */
export type ParseCsv = (
  text: string,
  options: { delimiter: string; newline: "\n"; preview: number },
) => { data: string[][]; errors: readonly { type?: string | undefined; index?: number | undefined }[] };

/** Parses a file's text as a table; detects the delimiter and the header row. */
export function parseTable(
  text: string,
  fields: readonly Field[],
  parseCsv: ParseCsv,
): { table: Table } | { problem: Problem } {
  // Excel names the delimiter in a first line of its own.
  const [, named] = /^sep=(.)\n/i.exec(text) ?? [];
  const body = named ? text.replace(/^.*/, "") : text;
  const parse = (delimiter: string, preview = 0) => parseCsv(body, { delimiter, newline: "\n", preview });
  const best = (named ? [named] : delimiters)
    .map((delimiter) => {
      const rows = parse(delimiter, HEADER_SEARCH_ROWS).data;
      const at = findHeader(rows, fields);
      const header = at === undefined ? [] : (rows[at] ?? []);
      const filled = header.filter((cell) => cell.trim()).length;
      return { delimiter, at, score: countMatches(header, fields) * 1_000 + filled };
    })
    .reduce((best, next) => (next.score > best.score ? next : best));
  if (best.at === undefined)
    return { problem: { text: "We found no row with column names. Is this a CSV file?" } };

  const { data, errors } = parse(best.delimiter);
  const [quoteError] = errors.filter(({ type }) => type === "Quotes");
  if (quoteError) return { problem: quoteProblem(body, quoteError.index ?? 0) };
  let line = 1;
  const rows = data.map((cells): Row => {
    const row = { line, cells: cells.map(plain) };
    line += 1 + cells.reduce((breaks, cell) => breaks + cell.split("\n").length - 1, 0);
    return row;
  });
  const header = rows[best.at] as Row;
  const last = header.cells.findLastIndex((cell) => cell !== "");
  return {
    table: {
      header: header.cells.slice(0, last + 1),
      headerLine: header.line,
      rows: rows.slice(best.at + 1).filter(({ cells }) => cells.some((cell) => cell !== "")),
    },
  };
}

/** `="0012"` tells spreadsheets that a value is text. */
const plain = (cell: string): string => cell.trim().replace(/^="([^"]*)"$/, "$1");

function quoteProblem(text: string, index: number): Problem {
  const before = text.slice(0, index).split("\n");
  return {
    line: before.length,
    text: `The quotation mark at column ${(before.at(-1)?.length ?? 0) + 1} has no closing mark, or text follows the closing mark.`,
  };
}

/** The problem if a row has too few or too many cells. */
export function cellsProblem({ header }: Table, { line, cells }: Row): Problem | undefined {
  const tooLong = cells.slice(header.length).some((cell) => cell !== "");
  if (!tooLong && cells.length >= header.length) return undefined;
  return {
    line,
    text: `It has ${cells.length} cells, but there are ${header.length} columns. The row is cut off, or a cell contains the delimiter.`,
  };
}

/** What is wrong with a file, with the line if it is known. */
export type Problem = { line?: number; text: string };
