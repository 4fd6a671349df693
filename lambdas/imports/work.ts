import type { ImportCounts } from "../../shared/imports/import.ts";
import { isWorking } from "../../shared/imports/import.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { momentAt } from "../platform/moment.ts";
import { send } from "../platform/queues.ts";
import * as store from "../stores/import-store.ts";
import type { BillingJob } from "../stores/outbox-store.ts";
import { importRows } from "./run.ts";
import { undoRows } from "./undo.ts";

/** Rows between two saves of the progress. */
const CHUNK_ROWS = 100;
/** Other work of the queue takes its turn after this. */
const MAX_MS = 40_000;

/**
 * Imports the rows of a file, or undoes that, from where an earlier run stopped. A row that was done is not done again, so
 * it can be interrupted at any point and repeated. The last attempt says first that it failed: if it is cut off by the end of
 * its time or memory, nothing else would.
 */
export async function continueImport(
  id: string,
  { at, isLastAttempt }: { at: string; isLastAttempt: boolean },
): Promise<void> {
  const startedAt = Date.now();
  for (;;) {
    const before = await store.get(id);
    if (!before?.started || !isWorking(before)) return;
    const { by: actor, screen } = before.started;
    const context: ChangeContext = { ...momentAt(Date.parse(before.started.at)), actor, screen };
    const rows = await store.rowsFrom(id, before.counts.done + 1, CHUNK_ROWS);
    const isRunning = before.state === "running";
    if (rows.length === 0) {
      await store.saveAbout(before, { state: isRunning ? "done" : "undone" });
      return;
    }
    const about = isLastAttempt ? await store.saveAbout(before, { state: "failed" }) : before;
    // Another run of this job was faster.
    if (!about) return;
    const after = isRunning ? await importRows(about, rows, context) : await undoRows(about, rows, context);
    const counts = { ...(isRunning ? imported : undone)(about.counts, after), done: lastRowNumber(rows) };
    if (!(await store.saveAbout(about, { counts, state: before.state }))) return;
    if (Date.now() - startedAt > MAX_MS)
      return send("billing", [{ work: "import", id, at } satisfies BillingJob]);
  }
}

const lastRowNumber = (rows: readonly store.Row[]): number => Math.max(...rows.map(store.numberOf));

/** Counts rows by their result, and no longer by the action that was planned. */
function imported(counts: ImportCounts, rows: readonly store.Row[]): ImportCounts {
  const sums = { ...counts };
  for (const { action, result } of rows) {
    sums[action] -= 1;
    sums[result?.action ?? action] += 1;
  }
  return sums;
}

const undone = (counts: ImportCounts, rows: readonly store.Row[]): ImportCounts => ({
  ...counts,
  undone: counts.undone + rows.filter((row) => row.undone).length,
  left: counts.left + rows.filter(({ left }) => left !== undefined).length,
});

/** Says that an import cannot go on by itself. People can continue or undo it. */
export async function failImport(id: string): Promise<void> {
  const about = await store.get(id);
  if (about && isWorking(about)) await store.saveAbout(about, { state: "failed" });
}
