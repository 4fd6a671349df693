import type { Duplicates, ImportKind } from "../../shared/imports/import.ts";
import { type Cells, cellsOf, type RowPlan } from "../../shared/imports/plan-rows.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { batchGet, byId } from "../platform/dynamo/batch-get.ts";
import { MAX_TRIES, pauseBefore } from "../platform/dynamo/database.ts";
import { Refusal } from "../platform/http/refusals.ts";
import { putNames } from "../stores/import-names-store.ts";
import {
  type AboutRow,
  numberOf,
  putFinished,
  type Row,
  recordIdOf,
  rowsFrom,
} from "../stores/import-store.ts";
import { finished } from "./finished.ts";
import { plannerFor } from "./planners.ts";
import { storeUnit, storeUnits, type Unit } from "./units.ts";
import { writersOf } from "./writers.ts";

const meanwhile = "Somebody else changed it in the meantime. Import the row again.";

type Planned = { row: Row; plan: RowPlan<unknown> };

/** Imports some rows, and returns them as they are afterwards. Rows that are finished already stay as they are. */
export async function importRows(
  about: AboutRow,
  rows: readonly Row[],
  context: ChangeContext,
): Promise<Row[]> {
  const finishedRows = new Map<string, Row>();
  const open = rows.filter(({ result }) => !result);
  const existingIds = await idsOnRecord(about.kind, open);
  const todo: Row[] = [];
  for (const row of open) {
    const id = recordIdOf(row);
    // Stored by an attempt that was interrupted before it said so.
    if (existingIds.has(id))
      finishedRows.set(row.row, await writersOf[about.kind].finishedAs(row, id, context));
    else if (isSkipped(row, choiceOf(row, about)))
      finishedRows.set(row.row, finished(row, row.action, {}, context));
    else todo.push(row);
  }
  for (const row of await write(about, todo, context)) finishedRows.set(row.row, row);
  // A row that replaced values was stored together with its record.
  await putFinished(open.flatMap((row) => finishedRows.get(row.row) ?? []).filter(({ before }) => !before));
  return rows.map((row) => finishedRows.get(row.row) ?? row);
}

/** The records that rows have made. */
async function idsOnRecord(kind: ImportKind, rows: readonly Row[]): Promise<Set<unknown>> {
  if (kind === "control_units") return new Set();
  const keys =
    kind === "charges"
      ? rows.flatMap((row) => (row.client_id ? { client_id: row.client_id, id: recordIdOf(row) } : []))
      : byId(rows.map(recordIdOf));
  const records = await batchGet(kind, keys, { attributes: ["id"] });
  return new Set(records.map(({ id }) => id));
}

const choiceOf = (row: Row, { duplicates = "skip", choices }: AboutRow): Duplicates =>
  choices?.[numberOf(row)] ?? duplicates;

/** Two rows alike are one. What is only possibly the same is decided by the person. */
function isSkipped({ action, of, alike }: Row, duplicates: Duplicates): boolean {
  if (action !== "duplicate") return action === "same" || action === "wrong";
  return typeof of === "number" ? !alike || duplicates !== "new" : duplicates === "skip";
}

async function write(about: AboutRow, rows: readonly Row[], context: ChangeContext): Promise<Row[]> {
  const { groupsOf, unitOf } = writersOf[about.kind];
  const plans = await planned(about, rows, context);
  const settled = await Promise.all(plans.map(({ row, plan }) => settledBy(about, row, plan, context)));
  const finishedRows = settled.flatMap((row) => row ?? []);
  const unfinished = plans.filter(
    ({ row }) => !finishedRows.some((finishedRow) => finishedRow.row === row.row),
  );
  const units: Unit[] = [];
  const alone: Row[] = [];
  for (const group of groupsOf(unfinished)) {
    try {
      units.push(await unitOf(group, context));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      alone.push(...group.map(({ row }) => row));
    }
  }
  const refused = await storeUnits(units, context);
  const stored = units.filter((unit) => !refused.includes(unit)).flatMap((unit) => unit.rows);
  const toRepeat = rows.filter(
    (row) =>
      alone.includes(row) ||
      refused.some((unit) => unit.rows.some((refusedRow) => refusedRow.row === row.row)),
  );
  const repeated: Row[] = [];
  for (const row of toRepeat) repeated.push(await writeAlone(about, row, context));
  return [...finishedRows, ...stored, ...repeated];
}

/** Plans rows against what is stored now. What a person has seen as new stays new. */
async function planned(about: AboutRow, rows: readonly Row[], { today }: ChangeContext): Promise<Planned[]> {
  const cells = rows.map((row) => keeping(about, cellsOf(about.columns, row.cells ?? [])));
  const plan = await plannerFor(about.kind, cells, today);
  const plans = rows.map((row, at) => {
    const unseen = row.action === "new" ? "new" : "skip";
    const choice = row.action === "duplicate" ? choiceOf(row, about) : unseen;
    return { row, plan: plan(cells[at] as Cells<string>, choice) };
  });
  // A row can update another record than the one that was possibly the same in the preview.
  for (const { row, plan } of plans)
    if (plan.action === "update" && plan.id !== row.record_id && plan.id !== row.of)
      await putNames(about, `run-${row.row}`, [{ ...row, record_id: plan.id }]);
  return plans;
}

/** Empty cells of some columns change nothing. */
const keeping =
  ({ kept = [] }: AboutRow, cells: Cells<string>): Cells<string> =>
  (name) =>
    kept.includes(name) ? cells(name) || undefined : cells(name);

/** A row with nothing to save, or that is about something else than what the person has seen. */
async function settledBy(
  about: AboutRow,
  row: Row,
  plan: RowPlan<unknown>,
  context: ChangeContext,
): Promise<Row | undefined> {
  if (plan.action === "new" || isAsSeen(row, plan)) return undefined;
  const result = await finishedMeanwhile(about, row, context);
  if (result) return result;
  if (plan.action === "same") return finished(row, "same", { record_id: plan.id }, context);
  // Other reasons can have names of clients, which an erasure does not find here.
  const why = row.action === "duplicate" && plan.action === "wrong" ? plan.why : meanwhile;
  return finished(row, plan.action === "duplicate" ? "duplicate" : "wrong", { why }, context);
}

const isAsSeen = (row: Row, plan: RowPlan<unknown>): boolean =>
  plan.action === "update" &&
  (row.action === "duplicate" ||
    (row.action === "update" &&
      row.record_id === plan.id &&
      row.version === (plan.write as { body: { version: number } }).body.version));

/** The row as another run of the same job finished it. The queue can deliver a job twice. */
async function finishedMeanwhile(
  { id, kind }: AboutRow,
  row: Row,
  context: ChangeContext,
): Promise<Row | undefined> {
  const recordId = recordIdOf(row);
  const [[stored], ids] = await Promise.all([rowsFrom(id, numberOf(row), 1), idsOnRecord(kind, [row])]);
  if (stored?.row === row.row && stored.result) return stored;
  return ids.has(recordId) ? writersOf[kind].finishedAs(row, recordId, context) : undefined;
}

/** After a refusal: plans and stores one row by itself, or says what is in the way. */
async function writeAlone(about: AboutRow, row: Row, context: ChangeContext): Promise<Row> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    // Another run of this job may be writing payments of the same client.
    if (attempt > 0) await pauseBefore(attempt);
    const [plannedRow] = await planned(about, [row], context);
    if (!plannedRow) break;
    const settled = await settledBy(about, row, plannedRow.plan, context);
    if (settled) return settled;
    try {
      const unit = await writersOf[about.kind].unitOf([plannedRow], context, attempt);
      if (await storeUnit(unit, context)) return unit.rows[0] as Row;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const result = await finishedMeanwhile(about, row, context);
      return result ?? finished(row, "wrong", { why: error.message }, context);
    }
  }
  const result = await finishedMeanwhile(about, row, context);
  return result ?? finished(row, "wrong", { why: meanwhile }, context);
}
