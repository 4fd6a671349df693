import type { ImportCounts } from "../../shared/imports/import.ts";
import { enqueue } from "../billing/queue.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { momentAt } from "../platform/moment.ts";
import { importRows } from "./run.ts";
import * as store from "./store.ts";
import { undoRows } from "./undo.ts";

/** Rows between two saves of the progress. */
const CHUNK_ROWS = 100;
/** Other work of the queue takes its turn after this. */
const MAX_MS = 40_000;

/**
 * Imports the rows of a file, or undoes that, from where an earlier run stopped. A row that was done is not done again, so
 * it can be interrupted at any point and repeated.
 */
export async function continueImport(id: string, at: string): Promise<void> {
  const startedAt = Date.now();
  for (;;) {
    const about = await store.get(id);
    if (!about?.started || (about.state !== "running" && about.state !== "undoing")) return;
    const { by: actor, screen } = about.started;
    const context: ChangeContext = { ...momentAt(Date.parse(about.started.at)), actor, screen };
    const rows = await store.rowsFrom(id, about.counts.done + 1, CHUNK_ROWS);
    const isRunning = about.state === "running";
    if (rows.length === 0) {
      await store.saveAbout(about, { state: isRunning ? "done" : "undone" });
      return;
    }
    const after = isRunning ? await importRows(about, rows, context) : await undoRows(about, rows, context);
    const counts = { ...(isRunning ? imported : undone)(about.counts, after), done: done(rows) };
    // Another run of this job was faster.
    if (!(await store.saveAbout(about, { counts }))) return;
    if (Date.now() - startedAt > MAX_MS) return enqueue([{ work: "import", id, at }]);
  }
}

const done = (rows: readonly store.Row[]): number => Math.max(...rows.map(store.numberOf));

/** What became of rows, in place of what was planned. */
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
  if (about?.state === "running" || about?.state === "undoing")
    await store.saveAbout(about, { state: "failed" });
}
