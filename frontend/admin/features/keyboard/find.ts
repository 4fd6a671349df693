import type { Client } from "../../../../shared/clients.ts";
import { addMonths, type Day, endOfMonth } from "../../../../shared/day.ts";
import { currencyOf, formatSums, sumsOf, toCents } from "../../../../shared/money.ts";
import { spaced } from "../../../../shared/payment-reference.ts";
import type { Payment } from "../../../../shared/payments.ts";
import type { KnownLine } from "../../../../shared/statement-lines.ts";
import type { Subscription } from "../../../../shared/subscriptions.ts";
import type { Role } from "../../../auth.ts";
import { matcher, searchable } from "../../components/table/search.ts";
import type { IconName } from "../../components/ui/Icon.tsx";
import { placesOf } from "../../places.ts";
import { leftText, priceText } from "../../words/amount.ts";
import { frequencyName } from "../../words/billing.ts";
import { formatDay } from "../../words/dates.ts";
import { nameOfPayment } from "../../words/payments.ts";

export type Found = {
  id: string;
  name: string;
  more?: string;
  icon: IconName;
  leads: { to: string } | { renew: string } | { keys: true };
};
type Record = Found & { text: string };
type Group = { name: string; found: Found[] };

/** So many of a kind are shown: whoever needs more types more. */
const most = 6;

const otherActions = [
  { id: "add-client", name: "Add a client", icon: "plus", leads: { to: "/admin/clients?add=client" } },
  {
    id: "add-subscription",
    name: "Add a subscription",
    icon: "plus",
    leads: { to: "/admin/subscriptions?add=subscription" },
  },
  { id: "api", name: "Read about the API", icon: "info", leads: { to: "/admin/api" } },
  { id: "keys", name: "Show the keys", icon: "info", leads: { keys: true } },
] satisfies Found[];

/** What can be done by somebody of that role. */
export const actionsOf = (role: Role | undefined): Found[] => [
  ...placesOf(role).map(({ to, name, icon }) => ({
    id: `place-${name}`,
    name: `Go to ${name}`,
    icon,
    leads: { to },
  })),
  ...otherActions,
];

/** What can be found of what is stored, with the text it is found by. */
export function recordsOf(clients: readonly Client[], subscriptions: readonly Subscription[]) {
  const byId = new Map(clients.map((client) => [client.id, client]));
  const named = (found: Found, ...parts: (string | undefined)[]): Record => ({
    ...found,
    text: searchable(found.name, ...parts.map((part) => part ?? "")),
  });
  const sold = subscriptions.map((subscription) => {
    const { id, client_id, service, amount, frequency, next_billing_date } = subscription;
    const { name = "Unknown client", email, payment_reference } = byId.get(client_id) ?? {};
    const price = `${priceText(amount, currencyOf(subscription))} ${frequencyName(frequency).toLowerCase()}`;
    const more = [service, price, `next ${formatDay(next_billing_date)}`, leftText(subscription)]
      .filter(Boolean)
      .join(", ");
    const to = `/admin/subscriptions?edit=${id}`;
    const found = named(
      { id: `subscription-${id}`, name, more, icon: "subscriptions", leads: { to } },
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
            more: [email, payment_reference && spaced(payment_reference)].filter(Boolean).join(", "),
            icon: "clients",
            leads: { to: `/admin/clients/${id}` },
          },
          email,
          company,
          phone,
          payment_reference,
        ),
      ),
    subscriptions: sold.map(({ found }) => found),
    payments: sold
      .filter(({ subscription }) => subscription.status === "active")
      .map(
        ({ subscription: { id }, found }): Record => ({
          ...found,
          id: `pay-${id}`,
          icon: "renew",
          leads: { renew: id },
        }),
      ),
  };
}

/** The month before a day's. A reference that somebody asks for is mostly of this month or of that one. */
export function monthBefore(today: Day): { from: Day; to: Day } {
  const from = addMonths(`${today.slice(0, "YYYY-MM".length)}-01`, -1);
  return { from, to: endOfMonth(from) };
}

/** A reference has a digit in it: an M-Pesa code, a cheque's number. Payments are not fetched for less. */
export const mayBeReference = (query: string): boolean => /\d/.test(query);

/** Payments, found by their reference alone: whom they are from is found by its own name. */
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
    more: [client_name, formatSums(sums, currencyOf(first)), `paid ${formatDay(paid_on)}`].join(", "),
    icon: "check",
    leads: { to: `/admin/payments?${new URLSearchParams({ from: paid_on, to: paid_on, q: reference })}` },
    text: searchable(reference),
  };
}

/** A payment that is known by its receipt number alone. */
export function ofReceipt(reference: string, recorded: KnownLine["recorded"] | null): Record[] {
  if (!recorded) return [];
  const { client_name, paid_on, amount, currency, subscription_id = "" } = recorded;
  const payment = { reference, client_name, paid_on, amount, currency, subscription_id };
  return [ofReference(`${subscription_id} ${reference}`, payment, [payment])];
}

/** What fits the words, kind by kind; without any, what can be done. */
export function find(
  { clients, subscriptions, payments }: ReturnType<typeof recordsOf>,
  references: readonly Record[],
  query: string,
  actions: readonly Found[],
): Group[] {
  const fits = matcher(query);
  const some = (records: readonly Record[]): Record[] => {
    const found: Record[] = [];
    for (const record of records) {
      if (fits(record.text)) found.push(record);
      if (found.length === most) break;
    }
    return found;
  };
  const groups = [
    ...(query.trim() === ""
      ? []
      : [
          { name: "Clients", found: some(clients) },
          { name: "Subscriptions", found: some(subscriptions) },
          { name: "Record a payment", found: some(payments) },
          { name: "Payments", found: mayBeReference(query) ? some(references) : [] },
        ]),
    { name: "Actions", found: actions.filter(({ name }) => fits(searchable(name))) },
  ];
  return groups.filter(({ found }) => found.length > 0);
}
