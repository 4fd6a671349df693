import { addCharge } from "../../shared/billing/change-charge.ts";
import { isByHand, isTold } from "../../shared/billing/charges.ts";
import { bringUpToDate } from "../../shared/billing/payments.ts";
import type { ImportedCharge } from "../../shared/imports/plan-charges.ts";
import type { RowPlan } from "../../shared/imports/plan-rows.ts";
import { toCents } from "../../shared/money.ts";
import { accountItems } from "../ledger/account-items.ts";
import { Reading } from "../ledger/account-reading.ts";
import { changeDraft } from "../ledger/change-draft.ts";
import { clientWithMoney } from "../ledger/client-with-money.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { type Row, recordIdOf } from "../stores/import-store.ts";
import { finished } from "./finished.ts";
import type { Unit } from "./units.ts";

export type PlannedCharge = { row: Row; plan: RowPlan<ImportedCharge> };

const writeOf = ({ plan }: PlannedCharge) => (plan as { write: ImportedCharge }).write;

/** For one transaction: each can take credit, which changes a payment too. */
const MAX_CHARGES = 15;

/** Rows that are stored together: charges of one client. */
export const chargeGroups = (all: readonly PlannedCharge[]): PlannedCharge[][] =>
  [...Map.groupBy(all, (planned) => writeOf(planned).client_id).values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / MAX_CHARGES) }, (_, at) =>
      group.slice(at * MAX_CHARGES, (at + 1) * MAX_CHARGES),
    ),
  );

export async function chargeUnit(group: readonly PlannedCharge[], context: ChangeContext): Promise<Unit> {
  const { today } = context;
  const { client_id } = writeOf(group[0] as PlannedCharge);
  const reading = await Reading.of([client_id]);
  const { sample } = clientWithMoney(reading, client_id);
  const before = reading.account(client_id);
  const stored = new Set(before.charges.map(({ id }) => id));
  const [after] = changeDraft(before, (account) => {
    for (const planned of group) {
      const id = recordIdOf(planned.row);
      const { service, amount, currency, vat, due } = writeOf(planned);
      // An attempt that was interrupted has stored it.
      if (!stored.has(id))
        addCharge(account, { id, service, due, currency, vat, cents: toCents(amount) }, today);
    }
  });
  const change = accountItems(before, after, { today, sample });
  return {
    rows: group.map(({ row }) =>
      finished(row, "new", { name: "", record_id: recordIdOf(row), client_id }, context),
    ),
    items: [],
    changes: change.isChanged ? [change] : [],
  };
}

/** The unit that removes an imported charge, or the reason why it stays. */
export async function chargeUndo(row: Row, { today }: ChangeContext): Promise<Unit | string> {
  const { client_id = "", record_id } = row;
  const undone: Row = { ...row, undone: true };
  const reading = await Reading.of([client_id]);
  const before = reading.account(client_id);
  const charge = before.account.charges.find(({ id }) => id === record_id);
  if (!charge) return { rows: [undone], items: [] };
  if (charge.paid_cents > 0 || charge.paid_by?.length) return "Something is paid of it.";
  if (isByHand(charge)) return "Somebody changed it since.";
  if (isTold(charge)) return "The client was told about it.";
  const [after] = changeDraft(before, (account) => {
    account.charges = account.charges.filter(({ id }) => id !== record_id);
    bringUpToDate(account, today);
  });
  return { rows: [undone], items: [], changes: [accountItems(before, after, { today })] };
}
