import { leftText, priceText } from "../amount.ts";
import { formatReference } from "../billing/payment-reference.ts";
import type { Client } from "../clients/client.ts";
import { formatDay } from "../dates.ts";
import { addMonths, type Day, endOfMonth } from "../day.ts";
import { currencyOf, formatSums, isFree, sumsOf, toCents } from "../money.ts";
import { nameOfPayment } from "../payments/labels.ts";
import type { Payment } from "../payments/payment.ts";
import { frequencyName } from "../subscriptions/labels.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import { matcher, searchable } from "./search.ts";

/** The icons of what can be found. */
type Icon = "clients" | "subscriptions" | "payment" | "check";

export type Found<I extends string = Icon> = {
  id: string;
  name: string;
  detail?: string;
  icon: I;
  target: { to: string } | { pay: string } | { keys: true };
};
type Record = Found & { text: string };
type Group<I extends string> = { name: string; found: Found<I | Icon>[] };

const MAX_RESULTS_PER_GROUP = 6;

/** The stored records with their searchable texts. */
export function recordsOf(clients: readonly Client[], subscriptions: readonly Subscription[]) {
  const byId = new Map(clients.map((client) => [client.id, client]));
  const named = (found: Found, ...parts: (string | undefined)[]): Record => ({
    ...found,
    text: searchable(found.name, ...parts.map((part) => part ?? "")),
  });
  const entries = subscriptions.map((subscription) => {
    const { id, client_id, service, amount, frequency, next_billing_date } = subscription;
    const { name = "Unknown client", email, payment_reference } = byId.get(client_id) ?? {};
    const price = `${priceText(amount, currencyOf(subscription))} ${frequencyName(frequency).toLowerCase()}`;
    const detail = [service, price, `next ${formatDay(next_billing_date)}`, leftText(subscription)]
      .filter(Boolean)
      .join(", ");
    const to = `/admin/subscriptions?edit=${id}`;
    const found = named(
      { id: `subscription-${id}`, name, detail, icon: "subscriptions", target: { to } },
      service,
      email,
      payment_reference,
    );
    return { subscription, found };
  });
  return {
    clients: clients
      .filter(({ erased_at }) => !erased_at)
      .map(({ id, name, email, company, phone, payment_reference }) =>
        named(
          {
            id: `client-${id}`,
            name,
            detail: [email, payment_reference && formatReference(payment_reference)]
              .filter(Boolean)
              .join(", "),
            icon: "clients",
            target: { to: `/admin/clients/${id}` },
          },
          email,
          company,
          phone,
          payment_reference,
        ),
      ),
    subscriptions: entries.map(({ found }) => found),
    payments: entries
      .filter(({ subscription: { status, amount } }) => status === "active" && !isFree(amount))
      .map(
        ({ subscription: { id, client_id }, found }): Record => ({
          ...found,
          id: `pay-${id}`,
          icon: "payment",
          target: { pay: `${client_id}.${id}` },
        }),
      ),
  };
}

/** The previous month. Most references that people search for are from this month or the previous one. */
export function monthBefore(today: Day): { from: Day; to: Day } {
  const from = addMonths(`${today.slice(0, "YYYY-MM".length)}-01`, -1);
  return { from, to: endOfMonth(from) };
}

/** References contain a digit. Payments are loaded only for such queries. */
export const mayBeReference = (query: string): boolean => /\d/.test(query);

/** Payments by reference. Clients and subscriptions are found by their own names. */
export function referencesOf(payments: readonly Payment[]): Record[] {
  const named = payments.filter(({ reference }) => reference !== "");
  const byPayment = Map.groupBy(named, nameOfPayment);
  return [...byPayment].flatMap(([id, rows]) =>
    rows.slice(0, 1).map((first) => ofReference(id, first, rows)),
  );
}

type Received = Pick<Payment, "reference" | "client_name" | "paid_on" | "amount" | "currency">;

function ofReference(id: string, first: Received, rows: Received[]): Record {
  const { reference, client_name, paid_on } = first;
  const sums = sumsOf(rows, ({ amount }) => toCents(amount));
  return {
    id: `payment-${id}`,
    name: reference,
    detail: [client_name, formatSums(sums, currencyOf(first)), `paid ${formatDay(paid_on)}`].join(", "),
    icon: "check",
    target: { to: `/admin/payments?${new URLSearchParams({ from: paid_on, to: paid_on, q: reference })}` },
    text: searchable(reference),
  };
}

/** The payment with an M-Pesa code: a row for each period that it pays. */
export function ofCode(code: string, rows: readonly Received[]): Record[] {
  const [first] = rows;
  return first ? [ofReference(code, { ...first, reference: code }, [...rows])] : [];
}

/** The results in groups; without a query, only actions. */
export function find<I extends string>(
  { clients, subscriptions, payments }: ReturnType<typeof recordsOf>,
  references: readonly Record[],
  query: string,
  actions: readonly Found<I>[],
): Group<I>[] {
  const matches = matcher(query);
  const search = (records: readonly Record[]): Record[] => {
    const found: Record[] = [];
    for (const record of records) {
      if (matches(record.text)) found.push(record);
      if (found.length === MAX_RESULTS_PER_GROUP) break;
    }
    return found;
  };
  const groups: Group<I>[] = [
    ...(query.trim() === ""
      ? []
      : [
          { name: "Clients", found: search(clients) },
          { name: "Subscriptions", found: search(subscriptions) },
          { name: "Record a payment", found: search(payments) },
          { name: "Payments", found: mayBeReference(query) ? search(references) : [] },
        ]),
    { name: "Actions", found: actions.filter(({ name }) => matches(searchable(name))) },
  ];
  return groups.filter(({ found }) => found.length > 0);
}
