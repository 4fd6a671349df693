import { openOf, overdueIn } from "../../../../shared/billing/open-charges.ts";
import { monthlyCents, yearlyCents } from "../../../../shared/billing/recurring-revenue.ts";
import {
  daysAskedFor,
  dueDayInMonth,
  dueDayOf,
  isAnyDueSoon,
  priceOn,
  type RenewalState,
  stateOfDay,
} from "../../../../shared/billing/renewal-state.ts";
import type { Client } from "../../../../shared/clients/client.ts";
import { clientColumns } from "../../../../shared/clients/fields.ts";
import { isReachable } from "../../../../shared/clients/recipients.ts";
import { type Day, isMonth } from "../../../../shared/day.ts";
import type { RowFields } from "../../../../shared/field-values.ts";
import {
  addTo,
  type Currency,
  currencies,
  currencyOf,
  formatSums,
  fromCents,
  leftCents,
  type Sums,
  toCents,
} from "../../../../shared/money.ts";
import { subscriptionFields } from "../../../../shared/subscriptions/fields.ts";
import {
  type Frequency,
  isFrequency,
  type Subscription,
} from "../../../../shared/subscriptions/subscription.ts";
import { exportOf } from "../../rules/list-fields.ts";
import { rulesOf } from "../../rules/list-rules.ts";
import { renewalNote } from "../../rules/subscription-labels.ts";

/** A row of the portfolio: a subscription with its client's data. */
export type Entry = Subscription & {
  subscription: Subscription;
  client_name: string;
  client_company: string;
  client_email: string;
  client_phone: string;
  client_reference: string | undefined;
  client_language: Client["language"];
  client_active: boolean;
  client_muted: boolean;
  /** Reminders do not reach the client. */
  mail_problem: boolean;
  /** Samples count only if there are no real records. */
  counts: boolean;
  state: RenewalState;
  /** A charge of it is due soon; an older one can be overdue besides. */
  due_soon: boolean;
  /** The note beside the billing date: `3 days overdue`. */
  due: string;
  /** Due before today: a number in the row's currency, or a text if there are others; and the number of periods. */
  overdue: number | string | undefined;
  overdue_periods: number | undefined;
  today: Day;
};

const nothing: RenewalState = { name: "none" };

/** Joins subscriptions with their clients. Thousands share a few hundred dates, so states are cached by date. */
export function entriesOf(
  subscriptions: readonly Subscription[],
  { rows: clients, complete }: { rows: readonly Client[]; complete: boolean },
  today: Day,
): Entry[] {
  const missing = complete ? "Unknown Client" : "…";
  const byId = new Map(clients.map((client) => [client.id, client]));
  const states = new Map<Day, RenewalState>();
  const isReal = ({ sample }: { sample?: true | undefined }) => !sample;
  const allAreSamples = !clients.some(isReal) && !subscriptions.some(isReal);
  function stateOf(subscription: Subscription): RenewalState {
    const [oldest] = daysAskedFor(subscription);
    if (oldest === undefined || (subscription.sample && !allAreSamples)) return nothing;
    const state = states.get(oldest) ?? stateOfDay(oldest, today);
    states.set(oldest, state);
    return state;
  }
  return subscriptions.map((subscription) => {
    const client = byId.get(subscription.client_id);
    const state = stateOf(subscription);
    const counts = allAreSamples || !subscription.sample;
    return {
      ...subscription,
      subscription,
      client_name: client?.name ?? missing,
      client_company: client?.company ?? "",
      client_email: client?.email ?? "",
      client_phone: client?.phone ?? "",
      client_reference: client?.payment_reference,
      client_language: client?.language,
      client_active: client?.status === "active",
      client_muted: client?.muted === true,
      mail_problem: client?.mail_problem !== undefined && !isReachable(client),
      counts,
      state,
      due_soon: state.name !== "none" && isAnyDueSoon(subscription, today),
      due: renewalNote(state),
      ...overdueFields(counts ? overdueIn(subscription, today) : undefined, currencyOf(subscription)),
      today,
    };
  });
}

function overdueFields(overdue: ReturnType<typeof overdueIn>, currency: Currency) {
  const { sums = {}, periods: overdue_periods } = overdue ?? {};
  const { [currency]: sum, ...others } = sums;
  const isMixed = Object.keys(others).length > 0;
  return { overdue: isMixed ? formatSums(sums, currency) : sum && fromCents(sum), overdue_periods };
}

const dayNumber = (day: Day): number => Number(day.replaceAll("-", ""));

/** The address may contain anything as a month. */
const dueOf = (month: string, { subscription, counts, today }: Entry): Day | undefined =>
  counts && isMonth(month) ? dueDayInMonth(month, subscription, today) : undefined;

/** The declared fields of a row, in the order of the exported file. */
export const entryFields = {
  ...clientColumns,
  ...subscriptionFields,
  due: { label: "Due", kind: "text", description: "", readOnly: true },
  overdue: { label: "Overdue", kind: "text", description: "", readOnly: true },
  overdue_periods: { label: "Overdue charges", kind: "number", description: "", readOnly: true },
} as const satisfies RowFields<Entry>;

export const portfolio = rulesOf<Entry>(entryFields, {
  filters: {
    status: ({ status }) => status,
    frequency: ({ frequency }) => frequency,
    // The name of a renewal state. What is overdue can be due soon with another charge.
    due: ({ state, due_soon }, name) => (name === "due-soon" && due_soon ? name : state.name),
    // A month with a due date from today on, as in the dashboard's chart.
    month: (entry, month) => (dueOf(month, entry) ? month : ""),
  },
  sortKeys: {
    // Inactive subscriptions come last, but for what a former client owes.
    next_billing_date: ({ status, former, next_billing_date }) =>
      status === "active" || former ? dayNumber(next_billing_date) : undefined,
  },
  defaultOrder: { id: "next_billing_date", desc: false },
});

export const subscriptionsExport = exportOf<Entry>("subscriptions", entryFields);

/** The amount due in a month: of an open charge, what is left to pay. */
export function comingIn(month: string, entries: readonly Entry[]): Sums {
  const sums: Sums = {};
  for (const entry of entries) {
    const { subscription } = entry;
    const day = dueOf(month, entry);
    const written = openOf(subscription).find((charge) => dueDayOf(charge) === day);
    if (day)
      addTo(
        sums,
        written?.currency ?? currencyOf(subscription),
        written ? leftCents(written) : toCents(priceOn(subscription, day)),
      );
  }
  return sums;
}

/**
 * Counts and sums of a portfolio. As specified, `active` adds active amounts without regard to their frequency.
 * `currencies` are those in use.
 */
export function totalsOf(entries: readonly Entry[]) {
  const active: Sums = {};
  const byFrequency = new Map(
    currencies.map((currency) => [currency, {} as Partial<Record<Frequency, number>>]),
  );
  const totals = { overdue: 0, dueSoon: 0 };
  const used = new Set<Currency>();
  for (const { subscription, state, due_soon, counts } of entries) {
    const currency = currencyOf(subscription);
    used.add(currency);
    if (!counts) continue;
    if (state.name === "overdue") totals.overdue += 1;
    if (due_soon) totals.dueSoon += 1;
    if (subscription.status !== "active") continue;
    const cents = toCents(subscription.amount);
    addTo(active, currency, cents);
    const sums = byFrequency.get(currency);
    if (sums && isFrequency(subscription.frequency))
      sums[subscription.frequency] = (sums[subscription.frequency] ?? 0) + cents;
  }
  const sumBy = (centsOf: typeof yearlyCents): Sums =>
    Object.fromEntries([...byFrequency].map(([currency, sums]) => [currency, centsOf(sums)]));
  return {
    ...totals,
    active,
    monthly: sumBy(monthlyCents),
    yearly: sumBy(yearlyCents),
    currencies: currencies.filter((currency) => used.has(currency)),
  };
}
