import { type Charge, compareCharges, isAskedFor, isOverdue, sumOf } from "../../shared/billing/account.ts";
import { type Debt, largestDebts } from "../../shared/billing/largest-debts.ts";
import { MAX_DEBTS } from "../../shared/dashboard/dashboard.ts";
import type { Day } from "../../shared/day.ts";
import { type Currency, currencies } from "../../shared/money.ts";
import { debtors, listedDebt } from "../ledger/due-lists.ts";
import { openOf } from "../ledger/read-accounts.ts";
import type { AccountRow, Listed } from "../ledger/rows.ts";
import * as subscriptions from "../stores/subscription-store.ts";

/** Charges that are due today come before smaller debts in the index, so there may be another page to read. */
const MAX_PAGES = 3;

type Owed = Charge & { client_id: string };

/** The largest overdue debts, and the subscriptions of their oldest charges. */
export async function debtsOf(
  listed: Listed,
  { today, usual }: { today: Day; usual: Currency },
): Promise<{ debts: Debt[]; rows: Map<string, subscriptions.Row> }> {
  const overdueByCurrency = await Promise.all(
    currencies.map((currency) => overdueOfDebtors(listed, currency, today)),
  );
  const overdue = new Map(
    overdueByCurrency.flat().map((charge) => [`${charge.client_id} ${charge.id}`, charge]),
  );
  const options = { clientOf: ({ client_id }: Owed) => client_id, today, most: MAX_DEBTS, usual };
  const debts = largestDebts([...overdue.values()].sort(compareCharges), options);
  const named = debts.flatMap(({ charges: [oldest] }) => oldest?.subscription_id ?? []);
  return { debts, rows: await subscriptions.getMany(named) };
}

async function overdueOfDebtors(listed: Listed, currency: Currency, today: Day): Promise<Owed[]> {
  const overdue: Owed[] = [];
  let from: Record<string, unknown> | undefined;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { rows, next } = await debtors(listed, currency, { limit: MAX_DEBTS, from });
    overdue.push(...(await Promise.all(rows.map((row) => overdueOf(row, today)))).flat());
    const last = rows.at(-1);
    const smallest = debtsIn(overdue, currency)[MAX_DEBTS - 1] ?? 0;
    if (!next || !last || listedDebt(last, currency) <= smallest) break;
    from = next;
  }
  return overdue;
}

/** The overdue cents of each client in a currency, the largest first. */
const debtsIn = (charges: readonly Owed[], currency: Currency): number[] =>
  [
    ...Map.groupBy(
      charges.filter((charge) => charge.currency === currency),
      ({ client_id }) => client_id,
    ).values(),
  ]
    .map(sumOf)
    .sort((a, b) => b - a);

const overdueOf = async (row: AccountRow, today: Day): Promise<Owed[]> =>
  (await openOf(row))
    .filter((charge) => isAskedFor(charge) && isOverdue(charge.due, today))
    .map((charge) => ({ ...charge, client_id: row.client_id }));
