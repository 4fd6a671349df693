import { BYTE_ORDER_MARK, type Cell, csvLine } from "../../../../shared/csv.ts";
import { saveAs } from "../ui/save-as.ts";

/** A list as a CSV file: its name without extension, and its columns. */
export type CsvExport<R> = {
  name: string;
  columns: readonly (readonly [header: string, cell: (row: R) => Cell])[];
};

const ROWS_PER_BATCH = 2_000;

/** Rows as a CSV file, in batches, so that the page stays responsive. */
export async function csvOf<R>({ columns }: CsvExport<R>, rows: readonly R[]): Promise<Blob> {
  const parts = [BYTE_ORDER_MARK, csvLine(columns.map(([header]) => header))];
  for (let start = 0; start < rows.length; start += ROWS_PER_BATCH) {
    const some = rows.slice(start, start + ROWS_PER_BATCH);
    parts.push(some.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join(""));
    await new Promise((next) => setTimeout(next));
  }
  return new Blob(parts, { type: "text/csv;charset=utf-8" });
}

/** Downloads the rows as a CSV file. */
export async function saveCsv<R>(exported: CsvExport<R>, rows: readonly R[]): Promise<void> {
  saveAs(`${exported.name}.csv`, await csvOf(exported, rows));
}
