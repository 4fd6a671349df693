import { byteOrderMark, type Cell, csvLine } from "../../../../shared/csv.ts";
import { saveAs } from "../ui/save-as.ts";

/** A list as a file: its name, without the ending, and what stands in each column of it. */
export type Exported<R> = {
  name: string;
  columns: readonly (readonly [header: string, cell: (row: R) => Cell])[];
};

/** So many lines are written before the page has its turn. */
const atATime = 2_000;

/** Rows as a CSV file, in the order given. The page goes on meanwhile, however many they are. */
export async function csvOf<R>({ columns }: Exported<R>, rows: readonly R[]): Promise<Blob> {
  const parts = [byteOrderMark, csvLine(columns.map(([header]) => header))];
  for (let start = 0; start < rows.length; start += atATime) {
    const some = rows.slice(start, start + atATime);
    parts.push(some.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join(""));
    await new Promise((next) => setTimeout(next));
  }
  return new Blob(parts, { type: "text/csv;charset=utf-8" });
}

/** Has the browser save the rows under the list's name. */
export async function saveCsv<R>(exported: Exported<R>, rows: readonly R[]): Promise<void> {
  saveAs(`${exported.name}.csv`, await csvOf(exported, rows));
}
