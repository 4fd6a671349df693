import type { Field } from "../../../../shared/imports/columns.ts";
import { decode } from "./decode.ts";
import { sizeProblem } from "./limits.ts";
import type { Problem } from "./row.ts";
import { parseTable, type Table } from "./table.ts";
import { isWorkbook, parseWorkbook, type ReadXlsx } from "./workbook.ts";

type ChosenFile = { size: number; arrayBuffer: () => Promise<ArrayBuffer> };

/** Reads a chosen file as a table, or says why it cannot be read. */
export async function readTable(
  file: ChosenFile,
  fields: readonly Field[],
  loadReadXlsx: () => Promise<ReadXlsx>,
): Promise<{ table: Table } | { problem: Problem }> {
  const tooLarge = sizeProblem(file.size);
  if (tooLarge) return { problem: tooLarge };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isWorkbook(bytes)) return parseWorkbook(bytes, fields, await loadReadXlsx());
  const decoded = decode(bytes);
  return "problem" in decoded ? decoded : parseTable(decoded.text, fields);
}

/** The same; loads what reads workbooks when one is chosen. */
export const openTable = (file: File, fields: readonly Field[]) =>
  readTable(file, fields, async () => (await import("hucre/xlsx")).readXlsx);
