import { compareTexts } from "../../../shared/compare-texts.ts";
import type { Payment } from "../../../shared/payments/payment.ts";

/** A list by day, newest first, with a page of what changed since. */
export function withChanges(
  rows: Payment[],
  { payments, changed = [] }: { payments: readonly Payment[]; changed?: readonly string[] | undefined },
): Payment[] {
  if (changed.length === 0) return rows;
  const ids = new Set<string | undefined>(changed);
  const place = ({ paid_on, recorded_at }: Payment) => `${paid_on} ${recorded_at}`;
  return [...rows.filter(({ id }) => !ids.has(id)), ...payments].sort((a, b) =>
    compareTexts(place(b), place(a)),
  );
}
