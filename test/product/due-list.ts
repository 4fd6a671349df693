import { type DueRow, dueRows, figureOf } from "../../frontend/admin/features/money/due.ts";
import { sumsOwed } from "../../shared/billing/due-days.ts";
import type { Client } from "../../shared/clients/client.ts";
import type { OwedAccount } from "../../shared/clients/owed.ts";
import type { Day } from "../../shared/day.ts";
import { addTo, type Currency, type Sums } from "../../shared/money.ts";

/** The list of what is due, as Money shows it. */
export const dueList = (accounts: readonly OwedAccount[], clients: readonly Client[], today: Day): DueRow[] =>
  dueRows(accounts, { clients, unmatched: [], announced: [], today, usual: "USD" });

/** What the rows of Money add up to, in cents. */
export function dueSums(rows: readonly DueRow[]): Record<"overdue" | "due_soon" | "on_hold", Sums> {
  const on_hold: Sums = {};
  for (const { owed } of rows)
    for (const [currency, cents] of Object.entries(sumsOwed(owed, "on_hold")) as [Currency, number][])
      addTo(on_hold, currency, cents);
  return { overdue: figureOf(rows, "overdue").sums, due_soon: figureOf(rows, "soon").sums, on_hold };
}
