import type { Field } from "../../../../shared/imports/columns.ts";
import { decode } from "../../../../shared/imports/decode.ts";
import { type Problem, parseTable, type Table } from "../../../../shared/imports/table.ts";

/** Reads a chosen file as a table, or says why it is none. */
export async function openTable(
  file: File,
  fields: readonly Field[],
): Promise<{ table: Table } | { problem: Problem }> {
  const decoded = decode(new Uint8Array(await file.arrayBuffer()));
  if ("problem" in decoded) return decoded;
  const { default: papa } = await import("papaparse");
  return parseTable(decoded.text, fields, (text, options) => papa.parse<string[]>(text, options));
}
