import { MAX_TO_CONFIRM, UNCONFIRMED_DAYS } from "../../shared/dashboard/dashboard.ts";
import { addDays, type Day } from "../../shared/day.ts";
import { countUnconfirmed } from "../ledger/papers-page.ts";

/** The invoices that should have a number of the control unit by now. Reads at most a hundred entries of an index. */
export async function invoicesToConfirm(today: Day) {
  const { count, more } = await countUnconfirmed(addDays(today, -UNCONFIRMED_DAYS), MAX_TO_CONFIRM);
  return count === 0
    ? {}
    : { invoices_to_confirm: { invoices: count, ...(more && { more: true as const }) } };
}
