import { count } from "../../../../shared/count.ts";
import type { Problem } from "./row.ts";

// Limits of a file. Each is checked before the work that it limits, because the tab would stop responding.

const MEGABYTE = 1024 * 1024;
/** Far more than a year of a busy account. */
const MAX_MEGABYTES = 30;
const MAX_UNPACKED_MEGABYTES = 150;
export const MAX_LINES = 250_000;
/** Reading a workbook takes longer than reading text. */
export const MAX_SHEET_ROWS = 100_000;
export const MAX_SHEETS = 30;
export const MAX_CELLS = 3_000_000;
/** Far longer than any field. */
export const MAX_CELL_LENGTH = 10_000;

const shorter = "Split it, or download fewer days.";

export const tooMany = (limit: number, what: "lines" | "rows" | "cells"): Problem => ({
  text: `The file has more than ${count(limit)} ${what}. ${shorter}`,
});

export const sizeProblem = (bytes: number): Problem | undefined =>
  bytes > MAX_MEGABYTES * MEGABYTE
    ? { text: `The file is larger than ${MAX_MEGABYTES} MB. ${shorter}` }
    : undefined;

export const unpackedProblem = (bytes: number): Problem | undefined =>
  bytes > MAX_UNPACKED_MEGABYTES * MEGABYTE
    ? { text: `The workbook is larger than ${MAX_UNPACKED_MEGABYTES} MB when it is unpacked. ${shorter}` }
    : undefined;

export const cellProblem = (line: number, cell: string): Problem | undefined =>
  cell.length > MAX_CELL_LENGTH
    ? { line, text: `A cell has more than ${count(MAX_CELL_LENGTH)} characters.` }
    : undefined;
