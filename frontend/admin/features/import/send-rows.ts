import type { QueryClient } from "@tanstack/react-query";
import type { Import, ImportRow, NewImport } from "../../../../shared/imports/import.ts";
import { request } from "../../../api.ts";
import { withRetry } from "../../query-client.ts";
import { importOf, importRows } from "./queries.ts";
import { partsOf } from "./rows.ts";

type FileToImport = Pick<NewImport, "kind" | "name" | "columns"> & { cells: readonly string[][] };

/** Creates an import of these rows, and returns its id. The server says what would happen to each row. */
export async function sendRows(
  queryClient: QueryClient,
  { cells, ...file }: FileToImport,
  onProgress: (share: number) => void = () => undefined,
): Promise<string> {
  const id = crypto.randomUUID();
  const body = { ...file, id, name: file.name.slice(-200), rows: cells.length };
  let latest = (await withRetry(() => request("POST /api/v1/imports", { body }))).import;
  const rows: ImportRow[] = [];
  for (const part of partsOf(cells)) {
    const answer = await withRetry(() =>
      request("POST /api/v1/imports/{id}/rows", { params: { id }, body: part }),
    );
    latest = answer.import;
    rows.push(...answer.rows);
    onProgress(rows.length / cells.length);
  }
  queryClient.setQueryData<Import>(importOf(id).queryKey, latest);
  queryClient.setQueryData<ImportRow[]>(importRows(id).queryKey, rows);
  return id;
}
