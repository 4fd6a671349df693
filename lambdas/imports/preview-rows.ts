import { count } from "../../shared/count.ts";
import { type ImportCounts, MAX_IMPORT_ROWS } from "../../shared/imports/import.ts";
import { cellsOf, type PlannedRow, planPart } from "../../shared/imports/plan-rows.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { Conflict, changedMeanwhile, notFound } from "../platform/http/refusals.ts";
import { putNames } from "../stores/import-names-store.ts";
import * as store from "../stores/import-store.ts";
import { plannerFor } from "./planners.ts";

type Part = { rows: readonly (readonly string[])[]; from?: number | undefined };

/** Stores a part of the file's rows, and says what would happen to each. */
export async function previewRows(id: string, part: Part, context: ChangeContext) {
  const about = await store.get(id);
  if (!about) throw notFound("import");
  if (about.state !== "preview") throw new Conflict("This import was started already. Create another one.");
  const { counts } = about;
  const { from = counts.rows + 1 } = part;
  const last = from + part.rows.length - 1;
  if (from > counts.rows + 1) throw new Conflict(`Row ${count(counts.rows + 1)} comes first.`);
  if (last > MAX_IMPORT_ROWS)
    throw new Conflict(`An import has at most ${count(MAX_IMPORT_ROWS)} rows. Split the file.`);
  const isRepeat = about.arriving !== undefined;
  if (about.arriving && (about.arriving[0] !== from || about.arriving[1] !== last)) throw partMissing();
  // The rows that this part replaces are counted no more, from before it is stored: a repeat does not count them twice.
  const before =
    isRepeat || from > counts.rows
      ? []
      : await store.rowsFrom(id, from, Math.min(last, counts.rows) - from + 1);
  const reserved = await store.saveAbout(about, {
    arriving: [from, last],
    counts: added(counts, before, -1),
    emptied: withEmptied(about.emptied, before, -1),
  });
  if (!reserved) throw changedMeanwhile("this import");
  const cells = part.rows.map((row) => cellsOf(about.columns, row));
  const key = store.partKey(from, last);
  const [plan, seenRows] = await Promise.all([
    plannerFor(about.kind, cells, context.today),
    store.seenRows(id, key),
  ]);
  const numbered = part.rows.map((row, at) => ({ row: from + at, cells: row }));
  // Of a repeat it is not known which rows were wrong before.
  const corrected = isRepeat
    ? numbered.map(({ row }) => row).filter((row) => row <= counts.rows)
    : before.filter(({ action }) => action === "wrong").map(store.numberOf);
  const planned = planPart(numbered, about.columns, plan, seenRows, new Set(corrected));
  const rows = planned.map((plannedRow, at) => rowOf(plannedRow, part.rows[at] ?? [], about));
  // First what they name: no row is stored that an erasure does not find.
  await putNames(about, key, rows);
  await store.putRows(rows);
  if (seenRows.added.length > 0 || from <= counts.rows)
    await store.putKeys(id, key, seenRows.added, about.expires_at);
  const saved = await store.saveAbout(reserved, {
    arriving: undefined,
    counts: { ...added(reserved.counts, rows, 1), rows: Math.max(counts.rows, last) },
    emptied: withEmptied(reserved.emptied, rows, 1),
  });
  if (!saved) throw changedMeanwhile("this import");
  return { import: store.importOnWire(saved), rows: rows.map(store.rowOnWire) };
}

export const partMissing = () =>
  new Conflict("The rows of the file did not arrive completely. Choose the file again.");

function rowOf(
  planned: PlannedRow<unknown>,
  cells: readonly string[],
  { id, kind, expires_at }: store.AboutRow,
): store.Row {
  const { row, action, name } = planned;
  const base = { id, row: store.rowKey(row), action, name, expires_at, cells: [...cells] };
  if (planned.action === "wrong") return { ...base, why: planned.why };
  if (planned.action === "duplicate") {
    const { of, why } = planned;
    return { ...base, of, why, ...(typeof of === "number" && planned.alike && { alike: true }) };
  }
  if (planned.action === "new") {
    const { client_id } = planned.write as { client_id: string };
    return { ...base, changes: [...planned.changes], ...(kind === "charges" && { client_id }) };
  }
  if (planned.action === "same") return { ...base, record_id: planned.id };
  const { version } = (planned.write as { body: { version: number } }).body;
  return { ...base, record_id: planned.id, changes: [...planned.changes], version };
}

function added(counts: ImportCounts, rows: readonly store.Row[], sign: 1 | -1): ImportCounts {
  const sums = { ...counts };
  for (const { action } of rows) sums[action] += sign;
  return sums;
}

/** How many records have a value that the file would empty, by field. */
function withEmptied(emptied: Record<string, number>, rows: readonly store.Row[], sign: 1 | -1) {
  const sums = { ...emptied };
  for (const { action, changes = [] } of rows)
    for (const { field, before, after } of changes)
      if (action === "update" && before !== "" && after === "") sums[field] = (sums[field] ?? 0) + sign;
  return sums;
}
