import type { ControlUnit } from "../../shared/invoices/invoice.ts";
import type { NewControlUnit } from "../../shared/invoices/routes.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { type TransactItem, table, tryTransact } from "../platform/dynamo/database.ts";
import { isAsRead, updateItem } from "../platform/dynamo/update-if.ts";
import { Conflict, changedMeanwhile, Forbidden, notFound } from "../platform/http/refusals.ts";
import { eventRecord } from "../stores/activity-store.ts";
import type { PaperRow } from "./paper-row.ts";
import { readPaper } from "./papers-page.ts";

/**
 * Records the number of the control unit. It is the only thing that changes of a paper with a number; once it is recorded, only
 * an administrator corrects it.
 * @throws NotFound, Conflict, Forbidden
 */
export async function recordControlUnit(
  id: string,
  body: NewControlUnit,
  { isAdmin, ...context }: ChangeContext & { isAdmin: boolean },
): Promise<void> {
  const paper = await readPaper(id);
  if (!paper) throw notFound("invoice");
  const after = toControlUnit(body);
  if (paper.number === undefined)
    throw new Conflict("This invoice has no number yet. It gets one in a moment. Please try again then.");
  if (isSameUnit(paper.control_unit, after)) return;
  if (paper.control_unit && !isAdmin)
    throw new Forbidden(
      `The control unit number ${paper.control_unit.number} is recorded already. Only an administrator can correct it.`,
    );
  const items = [controlUnitItem(paper, after), controlUnitRecord(paper, after, context)];
  if (!(await tryTransact(items))) throw changedMeanwhile("this invoice");
}

export const toControlUnit = ({ number, link }: NewControlUnit): ControlUnit => ({
  number,
  ...(link && { link }),
});

const isSameUnit = (a: ControlUnit | undefined, b: ControlUnit | undefined): boolean =>
  a?.number === b?.number && a?.link === b?.link;

/** Sets or removes the number, if it is as it was read and the paper has its own. */
export const controlUnitItem = (paper: PaperRow, after: ControlUnit | undefined): TransactItem =>
  updateItem(
    { TableName: table("papers"), Key: { id: paper.id } },
    {
      set: after ? { control_unit: after } : { unconfirmed: "yes" },
      remove: [after ? "unconfirmed" : "control_unit"],
      onlyIf: `attribute_exists(#number) AND ${isAsRead("control_unit", paper.control_unit)}`,
      ...(paper.control_unit && { values: { control_unit: paper.control_unit } }),
    },
  );

/** The change as the activity has it. */
const controlUnitRecord = (
  { client_id, number, control_unit: before }: PaperRow,
  after: ControlUnit | undefined,
  context: ChangeContext,
): TransactItem =>
  eventRecord("control-unit-recorded", { subject: client_id }, context, {
    before: { control_unit: before?.number, control_unit_link: before?.link },
    after: { invoice: number, control_unit: after?.number, control_unit_link: after?.link },
  });
