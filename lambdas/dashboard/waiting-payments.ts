import { MAX_TO_PLACE, type PaymentsToPlace } from "../../shared/dashboard/dashboard.ts";
import { fromSums, sumsOf } from "../../shared/money.ts";
import { PULL_BACK_HOURS } from "../../shared/paybill/connection.ts";
import { type StateWithoutClient, statePage } from "../ledger/unmatched-store.ts";
import { readStatus } from "../stores/paybill-status-store.ts";

/**
 * The payments that wait for a person, and what does not agree with M-Pesa's list. Reads one row, and at most a hundred
 * payments of each kind: up to some 8 read units, and 2 if nothing waits.
 */
export async function waitingPayments(now: string) {
  const confirmedUntil = new Date(Date.parse(now) - PULL_BACK_HOURS * 3_600_000).toISOString();
  const [unmatched, unconfirmed, status] = await Promise.all([
    toPlace("unmatched"),
    toPlace("announced", confirmedUntil),
    readStatus(),
  ]);
  const { compared, failure, failed_at, last_pull_at = "" } = status;
  const differences = compared?.differences.length ?? 0;
  const isFailing = failure !== undefined && failed_at !== undefined && failed_at >= last_pull_at;
  return {
    ...(unmatched && { unmatched }),
    ...(unconfirmed && { unconfirmed }),
    ...((differences > 0 || isFailing) && {
      paybill: {
        ...(compared && differences > 0 && { differing: { day: compared.day, differences } }),
        ...(isFailing && { failed_at }),
      },
    }),
  };
}

/** Those recorded before an instant, if one is given. Undefined if there are none. */
async function toPlace(state: StateWithoutClient, before?: string): Promise<PaymentsToPlace | undefined> {
  const page = await statePage(state, undefined, MAX_TO_PLACE);
  const rows = page.rows.filter(({ recorded_at }) => before === undefined || recorded_at < before);
  if (rows.length === 0) return undefined;
  return {
    payments: rows.length,
    amounts: fromSums(sumsOf(rows, ({ cents }) => cents)),
    ...(page.next && { more: true as const }),
  };
}
