import type { Field } from "../../../../shared/imports/columns.ts";
import { readTable } from "./read-table.ts";

/** Reads a chosen file as a table, or says why it cannot be read. */
export const openTable = (file: File, fields: readonly Field[]) =>
  readTable(file, fields, async () => (await import("hucre/xlsx")).readXlsx);
