import { errorsOf, quoted } from "../errors.ts";
import type { ControlUnit } from "../invoices/invoice.ts";
import { NewControlUnit } from "../invoices/routes.ts";
import { controlUnitFields, type Name } from "./control-unit-fields.ts";
import type { Difference } from "./import.ts";
import { type Cells, joinProblems, type RowPlan } from "./plan-rows.ts";

/** An invoice or a credit note that rows can be about. */
type NumberedPaper = { id: string; number: string; control_unit?: ControlUnit | undefined };

export type ImportedControlUnit = { id: string; body: NewControlUnit };

/** The number of an invoice as a file has it. */
export const paperNumberIn = (cell: string): string => cell.replaceAll(/\s/g, "").toUpperCase();

/** Returns a function that plans one row: the control unit number of an invoice that has none. */
export function controlUnitPlanner(papers: readonly NumberedPaper[]) {
  const byNumber = new Map(papers.map((paper) => [paper.number, paper]));
  return (cells: Cells<Name>): RowPlan<ImportedControlUnit> => {
    const number = paperNumberIn(cells("number") ?? "");
    const name = number || "No number";
    const wrong = (why: string): RowPlan<ImportedControlUnit> => ({ name, action: "wrong", why });
    if (!number) return wrong("Enter the number of the invoice.");
    const paper = byNumber.get(number);
    if (!paper) return wrong(`No invoice or credit note has the number ${quoted(number)}.`);
    const request = { number: cells("control_unit") ?? "", link: cells("link") ?? "" };
    const { success, data } = NewControlUnit.safeParse(request);
    if (!success) return wrong(joinProblems(Object.values(errorsOf(NewControlUnit, request))));
    if (paper.control_unit?.number === data.number) return { name, action: "same", id: paper.id };
    if (paper.control_unit)
      return wrong(
        `It has the control unit number ${quoted(paper.control_unit.number)} already. An administrator can correct it on the invoice.`,
      );
    return {
      name,
      action: "update",
      id: paper.id,
      keys: [`paper ${paper.id}`],
      changes: [changed("control_unit", data.number), ...(data.link ? [changed("link", data.link)] : [])],
      write: { id: paper.id, body: data },
    };
  };
}

const changed = (field: Name, after: string): Difference => ({
  field,
  label: controlUnitFields[field].label,
  before: "",
  after,
});
