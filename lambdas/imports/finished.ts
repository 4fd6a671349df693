import type { ImportAction } from "../../shared/imports/import.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { expiryOfDone, type Row, withoutTexts } from "../stores/import-store.ts";

type Done = Partial<Pick<Row, "name" | "record_id" | "client_id" | "before" | "after" | "changes" | "why">>;

/**
 * A row of which nothing is left to do. A wrong one keeps what the file says, so that it can be corrected or downloaded; what
 * was saved has a name; anything else keeps no text.
 */
export function finished(
  row: Row,
  action: ImportAction,
  done: Done,
  { now }: Pick<ChangeContext, "now">,
): Row {
  const isSaved = action === "new" || action === "update";
  return {
    ...(action === "wrong" ? row : withoutTexts(row)),
    ...done,
    result: { action },
    ...(isSaved && expiryOfDone(now)),
  };
}
