import type { ImportedControlUnit } from "../../shared/imports/plan-control-units.ts";
import type { RowPlan } from "../../shared/imports/plan-rows.ts";
import { controlUnitItem, toControlUnit } from "../ledger/control-unit.ts";
import { readPaper } from "../ledger/papers-page.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { changedMeanwhile } from "../platform/http/refusals.ts";
import { putRow, type Row } from "../stores/import-store.ts";
import { finished } from "./finished.ts";
import type { Unit } from "./units.ts";

export type PlannedControlUnit = { row: Row; plan: RowPlan<ImportedControlUnit> };

export async function controlUnitUnit(
  { row, plan }: PlannedControlUnit,
  context: ChangeContext,
): Promise<Unit> {
  const { id, body } = (plan as { write: ImportedControlUnit }).write;
  const paper = await readPaper(id);
  if (!paper || paper.control_unit) throw changedMeanwhile("this invoice");
  const finishedRow = finished(
    row,
    "update",
    {
      name: plan.name,
      record_id: id,
      after: body.number,
      before: {},
      ...("changes" in plan && { changes: [...plan.changes] }),
    },
    context,
  );
  // In one transaction: what was recorded can be taken back after every crash.
  return { rows: [finishedRow], items: [controlUnitItem(paper, toControlUnit(body)), putRow(finishedRow)] };
}

/** The unit that takes an imported number back, or the reason why it stays. */
export async function controlUnitUndo(row: Row): Promise<Unit | string> {
  const paper = await readPaper(row.record_id ?? "");
  const undone: Row = { ...row, undone: true };
  if (!paper?.control_unit) return { rows: [undone], items: [] };
  if (paper.control_unit.number !== row.after) return "Somebody corrected it since.";
  return { rows: [undone], items: [controlUnitItem(paper, undefined), putRow(undone)] };
}
