import type { ImportAction } from "../../shared/imports/import.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { expiryOfDone, type Row } from "./store.ts";

type Done = Partial<Pick<Row, "name" | "record_id" | "before" | "after" | "changes">> & { why?: string };

/**
 * A row of which nothing is left to do. It keeps no text of the file, because erasing a client does not find it: only what
 * was saved has a name, and only what stopped it while importing is a reason.
 */
export function finished(
  row: Row,
  action: ImportAction,
  { why, ...done }: Done,
  { now }: Pick<ChangeContext, "now">,
): Row {
  const isSaved = action === "new" || action === "update";
  return {
    ...withoutTexts(row),
    ...done,
    result: { action, ...(why !== undefined && { why }) },
    ...(isSaved && expiryOfDone(now)),
  };
}

export const withoutTexts = ({ cells: _, changes: __, why: ___, ...row }: Row): Row => ({ ...row, name: "" });
