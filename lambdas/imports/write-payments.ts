import type { RowPlan } from "../../shared/imports/plan-rows.ts";
import type { PastPayment } from "../../shared/payments/import.ts";
import { recordPast, removePast } from "../billing/past-payments.ts";
import { getPayment } from "../billing/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { finished } from "./finished.ts";
import { type Row, recordIdOf } from "./store.ts";
import type { Unit } from "./units.ts";

export type PlannedPayment = { row: Row; plan: RowPlan<PastPayment> };

const writeOf = ({ plan }: PlannedPayment) => (plan as { write: PastPayment }).write;

/** For one transaction: each has up to three items. */
const MAX_PAYMENTS = 15;

/** Rows that are stored together: payments of one client. */
export const paymentGroups = (all: readonly PlannedPayment[]): PlannedPayment[][] =>
  [...Map.groupBy(all, (one) => writeOf(one).client_id).values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / MAX_PAYMENTS) }, (_, at) =>
      group.slice(at * MAX_PAYMENTS, (at + 1) * MAX_PAYMENTS),
    ),
  );

export async function paymentUnit(group: readonly PlannedPayment[], context: ChangeContext): Promise<Unit> {
  const payments = group.map((one) => ({ ...writeOf(one), id: recordIdOf(one.row) }));
  const { client_id } = payments[0] as PastPayment;
  const rows = group.map(({ row }) =>
    finished(row, "new", { name: "", record_id: recordIdOf(row) }, context),
  );
  return { rows, ...(await recordPast(client_id, payments, context)) };
}

export async function paymentUndo(row: Row, context: ChangeContext): Promise<Unit | string> {
  const payment = await getPayment(row.record_id ?? "");
  if (!payment) return { rows: [{ ...row, undone: true }], items: [] };
  const removed = await removePast(payment.client_id, payment.id, context);
  return typeof removed === "string"
    ? removed
    : { rows: [{ ...row, undone: true }], removesFrom: "payments", ...removed };
}
