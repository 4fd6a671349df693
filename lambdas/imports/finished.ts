import type { ImportAction } from "../../shared/imports/import.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { expiryOfDone, type Row } from "./store.ts";

type Done = Partial<Pick<Row, "name" | "record_id" | "before" | "after" | "changes">> & { why?: string };

/**
 * A row of which nothing is left to do. Only wrong rows keep the texts of the file, for correcting them. What names no record
 * that was saved goes as early as they do, because erasing a client does not find it.
 */
export function finished(
  { cells, changes: _, why: planned, ...row }: Row,
  action: ImportAction,
  { why = planned, ...done }: Done,
  { now }: Pick<ChangeContext, "now">,
): Row {
  const isWrong = action === "wrong";
  const isSaved = action === "new" || action === "update";
  const reason = (isWrong || action === "duplicate") && why !== undefined && { why };
  return {
    ...{ ...row, ...done, ...reason, result: { action, ...reason } },
    ...(isWrong && { cells }),
    ...(isSaved && expiryOfDone(now)),
  };
}
