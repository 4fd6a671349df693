import { type CsvExport, csvBatches } from "../../../../shared/csv.ts";
import { failureText, request } from "../../../api.ts";
import { announce } from "../ui/announce.ts";

/** The filters of the list in the address: `q amani, status active`. */
const filterInAddress = (): string =>
  [...new URLSearchParams(location.search)].map((filter) => filter.join(" ")).join(", ");

/**
 * Downloads the rows as a CSV file, once the activity has who exported what. The page stays responsive between the batches.
 * A template without rows leaves no trace.
 */
export async function saveCsv<R>(
  exported: CsvExport<R>,
  rows: readonly R[],
  filter = filterInAddress(),
): Promise<void> {
  if (rows.length > 0) {
    const body = { list: exported.name.slice(0, 100), rows: rows.length, filter: filter.slice(0, 500) };
    try {
      await request("POST /api/v1/exports", { body });
    } catch (error) {
      const lost = "There was no response, so nothing was exported. Please try again.";
      return announce(failureText(error, "The list could not be exported.", lost), "error");
    }
  }
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
