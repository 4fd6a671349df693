import type { readXlsx } from "hucre/xlsx";
import type { Field } from "../../../../shared/imports/columns.ts";
import { countMatches } from "./columns.ts";
import * as limits from "./limits.ts";
import { type Problem, plainCell, type Row } from "./row.ts";
import { noHeader, type Table, tableOf } from "./table.ts";

/** The library that reads workbooks; a browser loads it when somebody chooses one. */
export type ReadXlsx = typeof readXlsx;
type Sheet = Awaited<ReturnType<ReadXlsx>>["sheets"][number];
type Value = Sheet["rows"][number][number];

export const isWorkbook = (bytes: Uint8Array): boolean =>
  [0x50, 0x4b, 0x03, 0x04].every((byte, place) => bytes[place] === byte);

const unopened: Problem = {
  text: "We could not open this file: it is damaged, has cells far from the others, or is no Excel workbook. Copy its rows into a new workbook, or save it as CSV.",
};

/** Parses the first visible sheet that has the columns of these fields, or any names of columns. */
export async function parseWorkbook(
  bytes: Uint8Array,
  fields: readonly Field[],
  readXlsx: ReadXlsx,
): Promise<{ table: Table } | { problem: Problem }> {
  let firstTable: Table | undefined;
  try {
    const tooLarge = limits.unpackedProblem(unpackedBytes(bytes));
    if (tooLarge) return { problem: tooLarge };
    for (let sheetIndex = 0; sheetIndex < limits.MAX_SHEETS; sheetIndex += 1) {
      let visible = -1;
      const { sheets } = await readXlsx(bytes, {
        readStyles: true,
        sheets: ({ hidden, veryHidden }) => {
          if (!hidden && !veryHidden) visible += 1;
          return visible === sheetIndex && !hidden && !veryHidden;
        },
      });
      if (!sheets[0]) break;
      const { rows, problem } = rowsOf(sheets[0]);
      if (problem) return { problem };
      const tableOfSheet = tableOf(rows, fields);
      const table = tableOfSheet && { ...tableOfSheet, hidden: hiddenIn(sheets[0]) };
      if (table && countMatches(table.header, fields) > 1) return { table };
      firstTable ??= table;
    }
  } catch {
    return { problem: unopened };
  }
  return firstTable ? { table: firstTable } : { problem: noHeader };
}

/** A row or column of no size is hidden too. */
function hiddenIn({ rowDefs = new Map(), columns = [] }: Sheet): NonNullable<Table["hidden"]> {
  return {
    lines: new Set(
      [...rowDefs].flatMap(([at, { hidden, height }]) => (hidden || height === 0 ? [at + 1] : [])),
    ),
    columns: new Set(columns.flatMap(({ hidden, width }, at) => (hidden || width === 0 ? [at] : []))),
  };
}

/** The rows that contain something, with the texts that people see. */
function rowsOf({ rows, cells }: Sheet): { rows: Row[]; problem?: Problem } {
  const filledRows: Row[] = [];
  let total = 0;
  for (const [index, values] of rows.entries()) {
    const filled = values.filter((value) => value !== null).length;
    if (filled === 0) continue;
    total += filled;
    if (index >= limits.MAX_SHEET_ROWS)
      return { rows: filledRows, problem: limits.tooMany(limits.MAX_SHEET_ROWS, "rows") };
    if (total > limits.MAX_CELLS)
      return { rows: filledRows, problem: limits.tooMany(limits.MAX_CELLS, "cells") };
    const texts = values.map((value, column) =>
      textOf(value, cells?.get(`${index},${column}`)?.style?.numFmt),
    );
    const line = index + 1;
    for (const text of texts) {
      const problem = limits.cellProblem(line, text);
      if (problem) return { rows: filledRows, problem };
    }
    filledRows.push({ line, cells: texts });
  }
  return { rows: filledRows };
}

/** A value as people see it. Days are `YYYY-MM-DD`, so that their order is never in question. */
function textOf(value: Value, format = ""): string {
  if (typeof value === "number") return numberText(value, format);
  if (value instanceof Date) return dateText(value);
  return plainCell(String(value ?? ""));
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return String(date);
  const [day = "", time = ""] = date.toISOString().slice(0, -".000Z".length).split("T");
  // A time without a day counts from the start of the calendar.
  if (day < "1900-01-01") return time;
  return time === "00:00:00" ? day : `${day} ${time}`;
}

/** Spreadsheets keep 15 digits; more come from binary fractions, and a longer number has lost its last ones. */
const DIGITS = 15;

function exactText(value: number): string {
  const exact = Number(value.toPrecision(DIGITS));
  return Math.abs(value) >= 10 ** DIGITS ? exact.toExponential() : String(exact);
}

function numberText(value: number, format: string): string {
  // A payment reference or phone number with its leading zeros.
  if (/^0+$/.test(format)) return String(value).padStart(format.length, "0");
  const [, decimals] = /0\.(0+)/.exec(format) ?? [];
  const isRounded = decimals !== undefined && !Number.isInteger(value);
  const text = isRounded ? value.toFixed(decimals.length) : exactText(value);
  // `[$KES]` and `[$$-409]` name a currency, `[$-409]` only a language.
  const [currency = ""] = /kes|kshs?|usd|\$/i.exec(format.replaceAll("[$", "")) ?? [];
  return currency ? `${currency} ${text}` : text;
}

const END_OF_DIRECTORY = 0x06054b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
/** Deflated nothing takes two bytes. */
const NOTHING = 2;

/**
 * The size of the unpacked parts, as the directory of a ZIP file declares it. The library unpacks no part further than
 * declared, if it is. A directory for larger files (ZIP64) declares it elsewhere.
 */
function unpackedBytes(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - END_LENGTH;
  while (view.getUint32(end, true) !== END_OF_DIRECTORY) end -= 1;
  const parts = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  let at = view.getUint32(end + 16, true);
  let sum = 0;
  if (parts === 0xffff || size === 0xffffffff || at === 0xffffffff) return Number.POSITIVE_INFINITY;
  for (let part = 0; part < parts; part += 1) {
    const flags = view.getUint16(at + 8, true);
    const packed = view.getUint32(at + 20, true);
    const unpacked = view.getUint32(at + 24, true);
    const isUnknown = unpacked === 0 && (packed > NOTHING || (packed === 0 && (flags & 8) !== 0));
    sum += isUnknown ? Number.POSITIVE_INFINITY : unpacked;
    const lengths = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    at += lengths.reduce((total, length) => total + length, ENTRY_LENGTH);
  }
  return sum;
}
