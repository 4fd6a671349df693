import {
  type Charge,
  isDueSoon,
  isOverdue,
  leftOf,
  type Owed,
  owedOf,
} from "../../shared/billing/account.ts";
import { openCharges } from "../../shared/billing/open-charges.ts";
import { DUE_SOON_DAYS } from "../../shared/billing/renewal-state.ts";
import { addDays, type Day } from "../../shared/day.ts";
import { sumsOf } from "../../shared/money.ts";
import type { DueTotals } from "../platform/email/due-totals.ts";
import type * as subscriptions from "../subscriptions/store.ts";

/** The digest lists no more subscriptions of each kind than this. */
const MAX_LISTED = 20;

type Totals = { upcoming: DueTotals; overdue: DueTotals };

/** Adds one page of due subscriptions to the totals of the digest. Samples do not count. */
export function addDue(
  { upcoming, overdue }: Totals,
  rows: readonly subscriptions.OwingRow[],
  today: Day,
): Totals {
  const payable = rows
    .filter((row) => !row.sample)
    .map((row) => ({ row, charges: openCharges([row], addDays(today, DUE_SOON_DAYS)) }));
  const owed = owedOf(
    payable.flatMap(({ charges }) => charges),
    {},
    today,
  );
  const linesOf = (isDue: typeof isOverdue) =>
    payable.flatMap(({ row, charges }) =>
      lineOf(
        row,
        charges.filter(({ due }) => isDue(due, today)),
      ),
    );
  return {
    upcoming: add(upcoming, linesOf(isDueSoon), sumIn(owed, "due_soon")),
    overdue: add(overdue, linesOf(isOverdue), sumIn(owed, "overdue")),
  };
}

type Line = DueTotals["first"][number];

/** Its charges keep their currency when that of the subscription changes. */
function lineOf({ client_id, service, muted }: subscriptions.Row, charges: Charge[]): Line[] {
  const [oldest] = charges;
  if (!oldest) return [];
  const paid = sumsOf(
    charges.filter(({ paid_cents }) => paid_cents > 0),
    ({ paid_cents }) => paid_cents,
  );
  return [
    {
      client_id,
      ...(service && { service }),
      period: oldest.due,
      ...(charges.length > 1 && { periods: charges.length }),
      sums: sumsOf(charges, leftOf),
      ...(Object.keys(paid).length > 0 && { paid }),
      ...(muted && { muted }),
    },
  ];
}

const sumIn = (owed: Owed[], part: "overdue" | "due_soon") => (currency: Owed["currency"]) =>
  owed.find((one) => one.currency === currency)?.[part] ?? 0;

function add(totals: DueTotals, lines: Line[], sum: ReturnType<typeof sumIn>): DueTotals {
  const shillings = (totals.kes_cents ?? 0) + sum("KES");
  return {
    count: totals.count + lines.length,
    cents: totals.cents + sum("USD"),
    ...(shillings > 0 && { kes_cents: shillings }),
    first: [...totals.first, ...lines].slice(0, MAX_LISTED),
  };
}
