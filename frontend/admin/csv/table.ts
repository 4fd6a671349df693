import { type Field, headerAt, scoreOf } from "./columns.ts";
import type { Problem } from "./decode.ts";

/** A row as it stands in the file; the first line is 1. */
export type Row = { line: number; cells: readonly string[] };
/** What follows the row of columns. Lines before it say whose the file is, and when it was made. */
export type Table = { header: readonly string[]; headerLine: number; rows: readonly Row[] };

const delimiters = [",", ";", "\t", "|"];
/** So many rows are looked at to find the columns. */
const looked = 60;

type Papa = typeof import("papaparse");

/** Reads a file's text as a table: by which sign its cells are told apart, and where its columns are named. */
export async function tableOf(
  text: string,
  fields: readonly Field[],
): Promise<{ table: Table } | { problem: Problem }> {
  const papa = await import("papaparse").then((loaded) => (loaded.default ?? loaded) as Papa);
  // A spreadsheet's own word to others, in a line of its own.
  const [, told] = /^sep=(.)\n/i.exec(text) ?? [];
  const body = told ? text.replace(/^.*/, "") : text;
  const parse = (delimiter: string, preview = 0) =>
    papa.parse<string[]>(body, { delimiter, newline: "\n", preview });
  const found = (told ? [told] : delimiters)
    .map((delimiter) => {
      const rows = parse(delimiter, looked).data;
      const at = headerAt(rows, fields);
      const cells = at === undefined ? 0 : (rows[at]?.filter((cell) => cell.trim()).length ?? 0);
      return { delimiter, at, score: at === undefined ? 0 : scoreOf(rows[at] ?? [], fields) * 1_000 + cells };
    })
    .reduce((best, next) => (next.score > best.score ? next : best));
  if (found.at === undefined)
    return { problem: { text: "No row with the names of columns was found: is this a CSV file?" } };

  const { data, errors } = parse(found.delimiter);
  const [broken] = errors.filter(({ type }) => type === "Quotes");
  if (broken) return { problem: quoteProblem(body, broken.index ?? 0) };
  let line = 1;
  const rows = data.map((cells): Row => {
    const row = { line, cells: cells.map(plain) };
    line += 1 + cells.reduce((breaks, cell) => breaks + cell.split("\n").length - 1, 0);
    return row;
  });
  const named = rows[found.at] as Row;
  const last = named.cells.findLastIndex((cell) => cell !== "");
  return {
    table: {
      header: named.cells.slice(0, last + 1),
      headerLine: named.line,
      rows: rows.slice(found.at + 1).filter(({ cells }) => cells.some((cell) => cell !== "")),
    },
  };
}

/** Text as it is meant: `="0012"` is how spreadsheets are kept from reading a number. */
const plain = (cell: string): string => cell.trim().replace(/^="([^"]*)"$/, "$1");

function quoteProblem(text: string, index: number): Problem {
  const before = text.slice(0, index).split("\n");
  return {
    line: before.length,
    text: `The quotation mark at place ${(before.at(-1)?.length ?? 0) + 1} has no counterpart, or something stands behind it.`,
  };
}

/** What is wrong with the number of a row's cells. */
export function cellsProblem({ header }: Table, { line, cells }: Row): Problem | undefined {
  const further = cells.slice(header.length).some((cell) => cell !== "");
  if (!further && cells.length >= header.length) return undefined;
  return {
    line,
    text: `It has ${cells.length} cells where ${header.length} columns are named: it was cut off, or a sign that parts cells stands in one of them.`,
  };
}
