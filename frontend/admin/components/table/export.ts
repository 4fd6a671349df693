import { type CsvExport, csvBatches } from "../../../../shared/csv.ts";

/** Downloads the rows as a CSV file. The page stays responsive between the batches. */
export async function saveCsv<R>(exported: CsvExport<R>, rows: readonly R[]): Promise<void> {
  const parts: string[] = [];
  for (const batch of csvBatches(exported, rows)) {
    parts.push(batch);
    await new Promise((next) => setTimeout(next));
  }
  saveAs(`${exported.name}.csv`, new Blob(parts, { type: "text/csv;charset=utf-8" }));
}

/** Downloads a file. */
export function saveAs(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  Object.assign(link, { href: address, download: name });
  link.click();
  // Some browsers start reading later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
