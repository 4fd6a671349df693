import type { NamedPayment, Payment } from "../../../shared/payments/payment.ts";
import type { Names } from "./names.ts";

/** The key of a payment. A payment for several periods has several rows with the same key. */
export const nameOfPayment = (row: Pick<Payment, "id" | "subscription_id" | "period">): string =>
  row.id ?? `${row.subscription_id}-${row.period}`;

export const withNames = (
  payments: readonly Payment[],
  { clientOf, serviceOf, loading }: Names,
): NamedPayment[] =>
  payments.map((payment) => {
    const client = clientOf(payment.client_id);
    return {
      ...payment,
      client_name: client?.name ?? (loading ? "…" : "Unknown Client"),
      company: client?.company,
      service: serviceOf(payment.subscription_id),
      sample: client?.sample,
    };
  });

/** A list by day, newest first, with a page of what changed since. */
export function withChanges(
  rows: Payment[],
  { payments, changed = [] }: { payments: readonly Payment[]; changed?: readonly string[] | undefined },
): Payment[] {
  if (changed.length === 0) return rows;
  const ids = new Set<string | undefined>(changed);
  const place = ({ paid_on, recorded_at }: Payment) => `${paid_on} ${recorded_at}`;
  return [...rows.filter(({ id }) => !ids.has(id)), ...payments].sort((one, other) =>
    place(one) < place(other) ? 1 : place(one) > place(other) ? -1 : 0,
  );
}
