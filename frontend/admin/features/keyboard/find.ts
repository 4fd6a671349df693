import { priceText } from "../../../../shared/amount.ts";
import { owedOf } from "../../../../shared/billing/account.ts";
import { sumsOwed } from "../../../../shared/billing/due-days.ts";
import { openChargesOf, owedTexts } from "../../../../shared/billing/open-charges.ts";
import { DUE_SOON_DAYS } from "../../../../shared/billing/renewal-state.ts";
import type { Client } from "../../../../shared/clients/client.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { addMonths, type Day, endOfMonth, LAST_DAY } from "../../../../shared/day.ts";
import { currencyOf, formatSums, sumsOf, toCents } from "../../../../shared/money.ts";
import { formatReference } from "../../../../shared/payment-reference.ts";
import type { NamedPayment } from "../../../../shared/payments/payment.ts";
import { matcher, searchable } from "../../../../shared/search.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { nameOfPayment } from "../../rules/names.ts";
import { frequencyName } from "../../rules/subscription-labels.ts";

/** The icons of what can be found. */
type Icon = "clients" | "subscriptions" | "payment" | "check";

export type Result<I extends string = Icon> = {
  id: string;
  name: string;
  detail?: string;
  icon: I;
  target: { to: string } | { pay: string } | { keys: true };
};
type Record = Result & { text: string };
type Group<I extends string> = { name: string; found: Result<I | Icon>[] };

const MAX_RESULTS_PER_GROUP = 6;

/** The stored records with their searchable texts. Payments are recorded for a client: those who owe come first. */
export function recordsOf(clients: readonly Client[], subscriptions: readonly Subscription[], today: Day) {
  const byId = new Map(clients.map((client) => [client.id, client]));
  const named = (option: Result, ...parts: (string | undefined)[]): Record => ({
    ...option,
    text: searchable(option.name, ...parts.map((part) => part ?? "")),
  });
  const present = subscriptions.filter(({ former }) => !former);
  const entries = present.map((subscription) => {
    const { id, client_id, service, amount, frequency, next_billing_date } = subscription;
    const { name = "Unknown client", email, payment_reference } = byId.get(client_id) ?? {};
    const price = `${priceText(amount, currencyOf(subscription))} ${frequencyName(frequency).toLowerCase()}`;
    const detail = [service, price, `next ${formatDay(next_billing_date)}`]
      .concat(owedTexts(subscription, today))
      .filter(Boolean)
      .join(", ");
    const to = `/admin/subscriptions?subscription=${id}`;
    return named(
      { id: `subscription-${id}`, name, detail, icon: "subscriptions", target: { to } },
      service,
      email,
      payment_reference,
    );
  });
  const remaining = clients.filter(({ erased_at }) => !erased_at);
  const ofClient = (option: Result, { email, company, phone, payment_reference }: Client, services = "") =>
    named(option, email, company, phone, payment_reference, services);
  const byClient = Map.groupBy(subscriptions, ({ client_id }) => client_id);
  const owed = owedByClient(byClient, today);
  const servicesOf = (id: string) => byClient.get(id)?.map(({ service = "" }) => service);
  const payers = remaining.filter(({ id }) => owed.has(id));
  return {
    clients: remaining.map((client) => {
      const { id, name, email, payment_reference: reference } = client;
      const detail = [email, reference && formatReference(reference)].filter(Boolean).join(", ");
      const target = { to: `/admin/clients/${id}` };
      return ofClient({ id: `client-${id}`, name, detail, icon: "clients", target }, client);
    }),
    subscriptions: entries,
    payments: [...payers.filter(({ id }) => owed.get(id)), ...payers.filter(({ id }) => !owed.get(id))].map(
      (client) => {
        const { id, name } = client;
        const detail = owed.get(id) || "Nothing is due";
        return ofClient(
          { id: `pay-${id}`, name, detail, icon: "payment", target: { pay: id } },
          client,
          servicesOf(id)?.join(" "),
        );
      },
    ),
  };
}

/** The debts of each client with subscriptions, by currency, as the client's page says them. */
function owedByClient(byClient: ReadonlyMap<string, Subscription[]>, today: Day): Map<string, string> {
  return new Map(
    [...byClient].map(([client_id, rows]) => {
      const owed = owedOf(openChargesOf(rows, LAST_DAY), {}, today);
      const text = (name: "overdue" | "due_soon" | "on_hold", more: string) =>
        owed.some((debt) => debt[name] > 0) ? [`${formatSums(sumsOwed(owed, name), "USD")} ${more}`] : [];
      const texts = [
        ...text("overdue", "overdue"),
        ...text("due_soon", `due within ${DUE_SOON_DAYS} days`),
        ...text("on_hold", "on hold"),
      ];
      return [client_id, texts.join(", ")];
    }),
  );
}

/** The previous month. Most references that people search for are from this month or the previous one. */
export function monthBefore(today: Day): { from: Day; to: Day } {
  const from = addMonths(`${today.slice(0, "YYYY-MM".length)}-01`, -1);
  return { from, to: endOfMonth(from) };
}

/** References contain a digit. Payments are loaded only for such queries. */
export const mayBeReference = (query: string): boolean => /\d/.test(query);

/** Payments by reference. Clients and subscriptions are found by their own names. */
export function referencesOf(payments: readonly NamedPayment[]): Record[] {
  const named = payments.filter(({ reference }) => reference !== "");
  const byPayment = Map.groupBy(named, nameOfPayment);
  return [...byPayment].flatMap(([id, rows]) =>
    rows.slice(0, 1).map((first) => ofReference(id, first, rows)),
  );
}

type Received = Pick<NamedPayment, "reference" | "client_name" | "paid_on" | "amount" | "currency">;

function ofReference(id: string, first: Received, rows: Received[]): Record {
  const { reference, client_name, paid_on } = first;
  const sums = sumsOf(rows, ({ amount }) => toCents(amount));
  return {
    id: `payment-${id}`,
    name: reference,
    detail: [client_name, formatSums(sums, currencyOf(first)), `paid ${formatDay(paid_on)}`].join(", "),
    icon: "check",
    target: {
      to: `/admin/money/received?${new URLSearchParams({ from: paid_on, to: paid_on, q: reference })}`,
    },
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
  actions: readonly Result<I>[],
): Group<I>[] {
  const matches = matcher(query);
  const search = (records: readonly Record[]): Record[] => {
    const matching: Record[] = [];
    for (const record of records) {
      if (matches(record.text)) matching.push(record);
      if (matching.length === MAX_RESULTS_PER_GROUP) break;
    }
    return matching;
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
