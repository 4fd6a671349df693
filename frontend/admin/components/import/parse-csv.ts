import { cellProblem, MAX_CELL_LENGTH, MAX_CELLS, tooMany } from "./limits.ts";
import { type Problem, plainCell, type Row } from "./row.ts";

/** Then the file is no table: each of them costs a search for the end of its cell. */
const MAX_BAD_ROWS = 1_000;

/** Parses CSV (RFC 4180), up to a number of rows. A row that cannot be read has a problem; the others are read. */
export function parseCsv(
  text: string,
  delimiter: string,
  maxRows = Number.POSITIVE_INFINITY,
): { rows: Row[]; problem?: Problem } {
  const unquoted = new RegExp(`[^\\n\\u${delimiter.charCodeAt(0).toString(16).padStart(4, "0")}]*`, "y");
  const rows: Row[] = [];
  let at = 0;
  let line = 1;
  let total = 0;
  let bad = 0;
  while (at < text.length && rows.length < maxRows) {
    const start = at;
    const row: { line: number; cells: string[]; problem?: string } = { line, cells: [] };
    let isMore = true;
    while (isMore) {
      const read = readCell(text, at, delimiter, unquoted);
      const cell = read?.cell ?? "";
      total += 1;
      if (total > MAX_CELLS) return { rows, problem: tooMany(MAX_CELLS, "cells") };
      const problem = read ? cellProblem(line, cell) : quoteProblem(text, at, line);
      if (problem) {
        bad += 1;
        if (bad > MAX_BAD_ROWS) return { rows, problem };
        const end = text.indexOf("\n", read?.end ?? at);
        at = end < 0 ? text.length : end;
        row.cells = [plainCell(text.slice(start, Math.min(at, start + MAX_CELL_LENGTH)))];
        row.problem = problem.text;
        line += text.slice(start, at).split("\n").length - 1 - (line - row.line);
        at += 1;
        break;
      }
      if (text[at] === '"') line += cell.split("\n").length - 1;
      row.cells.push(plainCell(cell));
      at = read?.end ?? at;
      isMore = text[at] === delimiter;
      at += 1;
    }
    rows.push(row);
    line += 1;
  }
  return { rows };
}

/** The cell at a place, and where it ends; undefined if its quotation marks do not match. */
function readCell(
  text: string,
  at: number,
  delimiter: string,
  unquoted: RegExp,
): { cell: string; end: number } | undefined {
  if (text[at] !== '"') {
    unquoted.lastIndex = at;
    const cell = unquoted.exec(text)?.[0] ?? "";
    return { cell, end: at + cell.length };
  }
  const close = closingQuote(text, at);
  let end = close + 1;
  while (text[end] === " ") end += 1;
  const isEnd = end >= text.length || text[end] === delimiter || text[end] === "\n";
  if (close < 0 || !isEnd) return undefined;
  return { cell: text.slice(at + 1, close).replaceAll('""', '"'), end };
}

/** Two marks for each character, so that a cell that is too long still has its end. */
const MAX_SEARCH = 4 * MAX_CELL_LENGTH;

/** The place of the mark that closes a quoted cell; two marks are one in the text. -1 if there is none. */
function closingQuote(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at >= 0 && at - start < MAX_SEARCH && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at - start < MAX_SEARCH ? at : -1;
}

const quoteProblem = (text: string, at: number, line: number): Problem => ({
  line,
  text: `The quotation mark at column ${at - text.lastIndexOf("\n", at - 1)} has no closing mark, or text follows the closing mark.`,
});
