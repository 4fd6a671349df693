import { cellProblem, MAX_CELLS, tooMany } from "./limits.ts";
import { type Problem, plainCell, type Row } from "./row.ts";

/** Parses CSV (RFC 4180) up to the first problem, or up to a number of rows. */
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
  while (at < text.length && rows.length < maxRows) {
    const cells: string[] = [];
    const row: Row = { line, cells };
    let isMore = true;
    while (isMore) {
      let cell: string;
      if (text[at] === '"') {
        const close = closingQuote(text, at);
        let after = close + 1;
        while (text[after] === " ") after += 1;
        const isEnd = after === text.length || text[after] === delimiter || text[after] === "\n";
        if (close < 0 || !isEnd) return { rows, problem: quoteProblem(text, at, line) };
        cell = text.slice(at + 1, close).replaceAll('""', '"');
        line += cell.split("\n").length - 1;
        at = after;
      } else {
        unquoted.lastIndex = at;
        cell = unquoted.exec(text)?.[0] ?? "";
        at += cell.length;
      }
      total += 1;
      const problem =
        cellProblem(line, cell) ?? (total > MAX_CELLS ? tooMany(MAX_CELLS, "cells") : undefined);
      if (problem) return { rows, problem };
      cells.push(plainCell(cell));
      isMore = text[at] === delimiter;
      at += 1;
    }
    rows.push(row);
    line += 1;
  }
  return { rows };
}

/** The place of the mark that closes a quoted cell; two marks are one in the text. -1 if there is none. */
function closingQuote(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

const quoteProblem = (text: string, at: number, line: number): Problem => ({
  line,
  text: `The quotation mark at column ${at - text.lastIndexOf("\n", at - 1)} has no closing mark, or text follows the closing mark.`,
});
