import type { Client } from "../../../shared/clients/client.ts";
import type { NamedPayment, Payment } from "../../../shared/payments/payment.ts";
import type { Subscription } from "../../../shared/subscriptions/subscription.ts";

type Loaded<R> = { rows: readonly R[]; complete: boolean } | undefined;

/** The clients and services that other records refer to, as far as the two lists are loaded. */
export type Names = {
  clientOf: (id: string | undefined) => Pick<Client, "name" | "company" | "sample" | "kra_pin"> | undefined;
  serviceOf: (subscription_id: string | undefined) => string | undefined;
  /** More names may come. */
  loading: boolean;
};

export function namesIn(clients: Loaded<Client>, subscriptions: Loaded<Subscription>): Names {
  const clientById = new Map(clients?.rows.map((client) => [client.id, client]));
  const serviceById = new Map(subscriptions?.rows.map(({ id, service }) => [id, service]));
  return {
    clientOf: (id = "") => clientById.get(id),
    serviceOf: (id = "") => serviceById.get(id),
    loading: !(clients?.complete && subscriptions?.complete),
  };
}

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
      service: payment.service ?? serviceOf(payment.subscription_id),
      sample: client?.sample,
    };
  });
