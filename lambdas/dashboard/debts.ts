import { type Charge, compareCharges, sumOf } from "../../shared/billing/account.ts";
import { type Debt, largestDebts } from "../../shared/billing/largest-debts.ts";
import { openCharges } from "../../shared/billing/open-charges.ts";
import { MAX_DEBTS } from "../../shared/dashboard.ts";
import { addDays, type Day } from "../../shared/day.ts";
import { type Currency, currencies } from "../../shared/money.ts";
import { debtors, listedDebt } from "../ledger/due-lists.ts";
import { formerRows } from "../ledger/former.ts";
import { type Listed, listedAs } from "../ledger/rows.ts";
import * as subscriptions from "../subscriptions/store.ts";

/** Charges that are due today come before smaller debts in the index, so there may be another page to read. */
const MAX_PAGES = 3;

type Owed = Charge & { client_id: string };

/** The largest overdue debts, and the subscriptions of these clients. */
export async function debtsOf(
  listed: Listed,
  today: Day,
): Promise<{ debts: Debt[]; rows: subscriptions.Row[] }> {
  const former = (await formerRows()).filter((row) => listed === listedAs(row));
  const found = await Promise.all(
    currencies.map((currency) => subscriptionsOfDebtors(listed, currency, { former, today })),
  );
  const rows = [...new Map(found.flat().map((row) => [`${row.client_id} ${row.id}`, row])).values()];
  const options = { clientOf: ({ client_id }: Owed) => client_id, today, most: MAX_DEBTS };
  return { debts: largestDebts(overdueOf(rows, today), options), rows };
}

async function subscriptionsOfDebtors(
  listed: Listed,
  currency: Currency,
  { former, today }: { former: readonly subscriptions.Row[]; today: Day },
): Promise<subscriptions.Row[]> {
  const found: subscriptions.Row[] = [];
  let from: Record<string, unknown> | undefined;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { rows, next } = await debtors(listed, currency, { limit: MAX_DEBTS, from });
    const read = await subscriptions.getMany(rows.flatMap(({ subscription_ids }) => subscription_ids));
    found.push(...[...read.values()].filter((row) => listed === listedAs(row)));
    found.push(...former.filter((row) => rows.some(({ client_id }) => client_id === row.client_id)));
    const last = rows.at(-1);
    const smallest = debtsIn(found, currency, today)[MAX_DEBTS - 1] ?? 0;
    if (!next || !last || listedDebt(last, currency) <= smallest) break;
    from = next;
  }
  return found;
}

/** The overdue cents of each client in a currency, the largest first. */
function debtsIn(rows: readonly subscriptions.Row[], currency: Currency, today: Day): number[] {
  const charges = overdueOf(rows, today).filter((charge) => charge.currency === currency);
  return [...Map.groupBy(charges, ({ client_id }) => client_id).values()]
    .map(sumOf)
    .sort((one, other) => other - one);
}

const overdueOf = (rows: readonly subscriptions.Row[], today: Day): Owed[] =>
  rows
    .flatMap((row) =>
      openCharges([row], addDays(today, -1)).map((charge) => ({ ...charge, client_id: row.client_id })),
    )
    .sort(compareCharges);
