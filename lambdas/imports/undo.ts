import { omit } from "../../shared/omit.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { MAX_TRIES, pauseBefore } from "../platform/dynamo/database.ts";
import { Refusal } from "../platform/http/refusals.ts";
import {
  type AboutRow,
  numberOf,
  putFinished,
  type Row,
  rowsFrom,
  withoutTexts,
} from "../stores/import-store.ts";
import { storeUnit, storeUnits, type Unit } from "./units.ts";
import { writersOf } from "./writers.ts";

/** Undoes some rows, and returns them as they are afterwards. */
export async function undoRows(about: AboutRow, all: readonly Row[], context: ChangeContext): Promise<Row[]> {
  // An undo before this one left some rows. They are tried again.
  const rows = all.map((row): Row => omit(row, "left"));
  const { undoOf } = writersOf[about.kind];
  const finishedRows = new Map<string, Row>();
  const units: Unit[] = [];
  const undos = await mapLimited(rows, (row) =>
    wasSaved(row) ? unitOrReason(row, () => undoOf(row, context)) : Promise.resolve(undefined),
  );
  for (const [at, row] of rows.entries()) {
    const undo = undos[at];
    if (typeof undo === "object" && !isEmpty(undo)) units.push(undo);
    else if (typeof undo === "object")
      for (const undoneRow of undo.rows) finishedRows.set(undoneRow.row, undoneRow);
    else if (undo !== undefined) finishedRows.set(row.row, { ...row, left: undo });
    // Nothing was saved: only the texts of the file go.
    else if (row.cells) finishedRows.set(row.row, withoutTexts(row));
  }
  const refused = await storeUnits(units, context);
  const stored = units.filter((unit) => !refused.includes(unit));
  for (const row of stored.flatMap((unit) => unit.rows)) finishedRows.set(row.row, row);
  for (const { row } of refused.flatMap((unit) => unit.rows)) {
    const original = rows.find((candidate) => candidate.row === row);
    if (original) finishedRows.set(row, await undoAlone(about, original, context));
  }
  await putFinished([...finishedRows.values()].filter(({ before, left }) => !before || left !== undefined));
  return rows.map((row) => finishedRows.get(row.row) ?? row);
}

/** Its record is gone: an attempt that was interrupted has removed it. */
const isEmpty = ({ items, changes = [] }: Unit): boolean => items.length + changes.length === 0;

const PARALLEL_READS = 10;

async function mapLimited<T, R>(all: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const remaining = all.entries();
  const next = async () => {
    for (const [at, item] of remaining) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL_READS }, next));
  return results;
}

const wasSaved = ({ result, record_id, undone }: Row): boolean =>
  (result?.action === "new" || result?.action === "update") && record_id !== undefined && !undone;

async function undoAlone(about: AboutRow, row: Row, context: ChangeContext): Promise<Row> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const undo = await unitOrReason(row, () => writersOf[about.kind].undoOf(row, context));
    if (typeof undo === "string") return { ...row, left: undo };
    const [undone] = undo.rows;
    if (undone && isEmpty(undo)) return undone;
    try {
      if (undone && (await storeUnit(undo, context))) return undone;
    } catch (error) {
      if (error instanceof Refusal) return { ...row, left: error.message };
      throw error;
    }
    // Another run of this job may be undoing payments of the same client.
    await pauseBefore(tries);
  }
  return { ...row, left: "Somebody changed it at the same time." };
}

async function unitOrReason(row: Row, work: () => Promise<Unit | string>): Promise<Unit | string> {
  const reason = await work().catch((error: unknown) => {
    if (error instanceof Refusal) return error.message;
    throw error;
  });
  if (typeof reason !== "string") return reason;
  // Another run of the same job has undone it: the queue can deliver a job twice.
  const [stored] = await rowsFrom(row.id, numberOf(row), 1);
  return stored?.row === row.row && stored.undone ? { rows: [stored], items: [] } : reason;
}
