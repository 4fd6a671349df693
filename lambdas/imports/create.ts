import { randomUUID } from "node:crypto";
import type { Import, NewImport } from "../../shared/imports/import.ts";
import { columnNamesProblem } from "../../shared/imports/kinds.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { tryTransact } from "../platform/dynamo/database.ts";
import { Invalid, storedWithOtherContent } from "../platform/http/refusals.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import { putNameOfFile } from "../stores/import-names-store.ts";
import * as store from "../stores/import-store.ts";

/** Creates an import, which waits for its rows. A repeat with the same id and content returns it as it is now. */
export async function create({ id, ...request }: NewImport, context: ChangeContext): Promise<Import> {
  const { kind, name, columns, rows } = request;
  const problem = columnNamesProblem(kind, columns);
  if (problem) throw new Invalid(problem);
  const made_from = digestOf(request);
  const about: store.AboutRow = {
    id: id ?? randomUUID(),
    row: "about",
    version: 1,
    kind,
    name,
    columns,
    ...(rows !== undefined && { file_rows: rows }),
    made_from,
    state: "preview",
    counts: { rows: 0, new: 0, update: 0, same: 0, duplicate: 0, wrong: 0, done: 0, undone: 0, left: 0 },
    emptied: {},
    by: context.actor,
    created_at: context.now,
    expires_at: store.previewExpiry(context.now),
  };
  await putNameOfFile(about);
  if (await tryTransact([store.insertAbout(about), store.listAsPreview(about)]))
    return store.importOnWire(about);
  const stored = await store.get(about.id);
  if (stored?.made_from !== made_from) throw storedWithOtherContent("import");
  return store.importOnWire(stored);
}
