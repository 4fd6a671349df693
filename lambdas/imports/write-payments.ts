import type { PastPayment } from "../../shared/imports/plan-payments.ts";
import type { RowPlan } from "../../shared/imports/plan-rows.ts";
import { fingerprint, recordPast, removePast } from "../ledger/past-payments.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { type Row, recordIdOf } from "../stores/import-store.ts";
import { finished } from "./finished.ts";
import type { Unit } from "./units.ts";

export type PlannedPayment = { row: Row; plan: RowPlan<PastPayment> };

const writeOf = ({ plan }: PlannedPayment) => (plan as { write: PastPayment }).write;

/** For one transaction: each has up to three items. */
const MAX_PAYMENTS = 15;

/** Rows that are stored together: payments of one client. */
export const paymentGroups = (all: readonly PlannedPayment[]): PlannedPayment[][] =>
  [...Map.groupBy(all, (planned) => writeOf(planned).client_id).values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / MAX_PAYMENTS) }, (_, at) =>
      group.slice(at * MAX_PAYMENTS, (at + 1) * MAX_PAYMENTS),
    ),
  );

export async function paymentUnit(group: readonly PlannedPayment[], context: ChangeContext): Promise<Unit> {
  const payments = group.map((planned) => ({ ...writeOf(planned), id: recordIdOf(planned.row) }));
  const { client_id } = payments[0] as PastPayment;
  const recorded = await recordPast(client_id, payments, context);
  const rows = group.map(({ row }) => {
    const id = recordIdOf(row);
    const payment = recorded.changes
      .flatMap((change) => change.payments)
      .find((candidate) => candidate.id === id);
    const after = payment && fingerprint(payment);
    return finished(row, "new", { name: "", record_id: id, ...(after && { after }) }, context);
  });
  return { rows, ...recorded };
}

export async function paymentUndo(row: Row, { today }: ChangeContext): Promise<Unit | string> {
  const undone: Row = { ...row, undone: true };
  const removed = await removePast(row.record_id ?? "", String(row.after), today);
  if (typeof removed === "string") return removed;
  return removed ? { rows: [undone], ...removed } : { rows: [undone], items: [] };
}
