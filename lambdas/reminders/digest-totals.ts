import {
  type Charge,
  isAskedFor,
  isDueSoon,
  isOverdue,
  leftOf,
  type Owed,
  owedOf,
} from "../../shared/billing/account.ts";
import { DUE_SOON_DAYS } from "../../shared/billing/renewal-state.ts";
import { addDays, type Day } from "../../shared/day.ts";
import { sumsOf } from "../../shared/money.ts";
import type { OwingAccount } from "../ledger/read-accounts.ts";
import type { DueTotals } from "../platform/email/due-totals.ts";

/** The digest lists no more of each kind than this. */
const MAX_LISTED = 20;

type Owing = { account: Pick<OwingAccount["account"], "client_id" | "sample">; open: readonly Charge[] };
type Totals = { upcoming: DueTotals; overdue: DueTotals };

/** Adds one page of accounts to the totals of the digest. Samples do not count. */
export function addDue({ upcoming, overdue }: Totals, page: readonly Owing[], today: Day): Totals {
  const last = addDays(today, DUE_SOON_DAYS);
  const real = page
    .filter(({ account }) => !account.sample)
    .map(({ account, open }) => ({
      client_id: account.client_id,
      charges: open.filter((charge) => isAskedFor(charge) && charge.due <= last),
    }));
  const owed = owedOf(
    real.flatMap(({ charges }) => charges),
    {},
    today,
  );
  const linesOf = (isDue: typeof isOverdue) =>
    real.flatMap(({ client_id, charges }) => {
      const due = charges.filter((charge) => isDue(charge.due, today));
      const bySubscription = Map.groupBy(due, ({ id, subscription_id = id }) => subscription_id);
      return [...bySubscription.values()].map((ownCharges) => lineOf(client_id, ownCharges));
    });
  return {
    upcoming: add(upcoming, linesOf(isDueSoon), sumIn(owed, "due_soon")),
    overdue: add(overdue, linesOf(isOverdue), sumIn(owed, "overdue")),
  };
}

type Line = DueTotals["first"][number];

/** Sums the open charges of a subscription, or a charge that does not recur. Charges keep their currency. */
function lineOf(client_id: string, charges: readonly Charge[]): Line {
  const [oldest] = charges as readonly [Charge];
  const paid = sumsOf(
    charges.filter(({ paid_cents }) => paid_cents > 0),
    ({ paid_cents }) => paid_cents,
  );
  return {
    client_id,
    ...(oldest.subscription_id && { subscription_id: oldest.subscription_id }),
    ...(oldest.service && { service: oldest.service }),
    period: oldest.due,
    ...(charges.length > 1 && { periods: charges.length }),
    sums: sumsOf(charges, leftOf),
    ...(Object.keys(paid).length > 0 && { paid }),
  };
}

const sumIn = (owed: Owed[], part: "overdue" | "due_soon") => (currency: Owed["currency"]) =>
  owed.find((entry) => entry.currency === currency)?.[part] ?? 0;

function add(totals: DueTotals, lines: Line[], sum: ReturnType<typeof sumIn>): DueTotals {
  const shillings = (totals.kes_cents ?? 0) + sum("KES");
  return {
    count: totals.count + lines.length,
    cents: totals.cents + sum("USD"),
    ...(shillings > 0 && { kes_cents: shillings }),
    // Accounts come by their oldest charge, but for those with a charge on hold or at another price, which come first.
    first: [...totals.first, ...lines].sort(byPeriod).slice(0, MAX_LISTED),
  };
}

const byPeriod = (a: Line, b: Line): number => (a.period < b.period ? -1 : Number(a.period > b.period));
