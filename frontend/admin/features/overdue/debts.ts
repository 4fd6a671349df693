import { compareCharges, isAskedFor, isOverdue, owedOf } from "../../../../shared/billing/account.ts";
import { openChargesOf } from "../../../../shared/billing/open-charges.ts";
import type { Client } from "../../../../shared/clients/client.ts";
import { clientFields } from "../../../../shared/clients/fields.ts";
import { type Day, daysBetween, LAST_DAY } from "../../../../shared/day.ts";
import type { RowFields } from "../../../../shared/field-values.ts";
import {
  type Currency,
  currencies,
  currencyNames,
  formatSums,
  fromCents,
  moneyRank,
  sumsOf,
  toCents,
} from "../../../../shared/money.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { exportOf } from "../../rules/list-fields.ts";
import { rulesOf } from "../../rules/list-rules.ts";

/** One client's debt in one currency, divided by how many days it is overdue. Amounts are in wire form. */
export type Debt = {
  id: string;
  client_id: string;
  client_name: string;
  company: string;
  email: string;
  phone: string;
  payment_reference: string | undefined;
  currency: Currency;
  /** The due day of the oldest unpaid period. */
  since: Day;
  days: number;
  periods: number;
  overdue: number;
  /** Owed and not asked for; in no other field. */
  on_hold: number;
  age_30: number;
  age_60: number;
  age_90: number;
  age_more: number;
  sample: true | undefined;
};

/** Everybody with overdue charges or charges on hold, a row for each currency. Samples count only while there is nothing else. */
export function debtsOf(
  subscriptions: readonly Subscription[],
  clients: readonly Client[],
  today: Day,
): Debt[] {
  const allSamples = subscriptions.every(({ sample }) => sample);
  const byId = new Map(clients.map((client) => [client.id, client]));
  const counted = subscriptions.filter(({ sample }) => allSamples || !sample);
  return [...Map.groupBy(counted, ({ client_id }) => client_id)].flatMap(([client_id, rows]) => {
    const charges = openChargesOf(rows, LAST_DAY);
    const client = byId.get(client_id);
    const debts = owedOf(charges, {}, today).filter(({ overdue, on_hold }) => overdue + on_hold > 0);
    return debts.map(({ currency, overdue, on_hold, ages }): Debt => {
      const theirs = charges.filter((charge) => charge.currency === currency);
      const late = theirs.filter((charge) => isAskedFor(charge) && isOverdue(charge.due, today));
      const held = theirs.filter((charge) => charge.on_hold);
      const [oldest] = [...(late.length > 0 ? late : held)].sort(compareCharges);
      const since = oldest?.due ?? today;
      const [age_30 = 0, age_60 = 0, age_90 = 0, age_more = 0] = ages.map(fromCents);
      return {
        id: `${client_id} ${currency}`,
        client_id,
        client_name: client?.name ?? "Unknown Client",
        company: client?.company ?? "",
        email: client?.email ?? "",
        phone: client?.phone ?? "",
        payment_reference: client?.payment_reference,
        currency,
        since,
        days: late.length > 0 ? daysBetween(since, today) : 0,
        periods: late.length,
        overdue: fromCents(overdue),
        on_hold: fromCents(on_hold),
        age_30,
        age_60,
        age_90,
        age_more,
        sample: client?.sample,
      };
    });
  });
}

const age = (label: string, days: string) =>
  ({ label, kind: "amount", description: `What has been due for ${days}.` }) as const;

/** In the order of the exported file. */
export const debtFields = {
  client_name: { ...clientFields.name, label: clientFields.name.heading },
  company: clientFields.company,
  email: clientFields.email,
  phone: clientFields.phone,
  payment_reference: clientFields.payment_reference,
  overdue: { label: "Overdue", kind: "amount", description: "The sum of all overdue periods." },
  on_hold: {
    label: "On hold",
    kind: "amount",
    description: "What is owed and not asked for: the subscription or the client is not active.",
  },
  since: {
    label: "Since",
    kind: "day",
    description: "The due day of the oldest overdue period, else of the oldest on hold.",
  },
  days: { label: "Days overdue", kind: "number", description: "The age of the oldest unpaid period." },
  periods: { label: "Periods", kind: "number", description: "How many periods are unpaid." },
  age_30: age("1–30 days", "1 to 30 days"),
  age_60: age("31–60 days", "31 to 60 days"),
  age_90: age("61–90 days", "61 to 90 days"),
  age_more: age("Over 90 days", "more than 90 days"),
  currency: { label: "Currency", kind: "text", description: "USD or KES." },
  sample: clientFields.sample,
} as const satisfies RowFields<Debt>;

export const debtRules = rulesOf<Debt>(debtFields, {
  filters: {
    currency: ({ currency }) => currency,
    age: ({ days, periods }) =>
      periods === 0 ? "" : days > 90 ? "more" : days > 60 ? "90" : days > 30 ? "60" : "30",
  },
  sortKeys: { overdue: ({ overdue, currency }) => moneyRank(toCents(overdue), currency) },
  defaultOrder: { id: "since", desc: false },
});

export const debtFilters = [
  {
    name: "age",
    label: "Oldest",
    options: [
      ["", "All Ages"],
      ["30", debtFields.age_30.label],
      ["60", debtFields.age_60.label],
      ["90", debtFields.age_90.label],
      ["more", debtFields.age_more.label],
    ],
  },
  {
    name: "currency",
    label: "Currency",
    options: [
      ["", "All Currencies"],
      ...currencies.map((currency) => [currency, currencyNames[currency]] as const),
    ],
  },
] as const;

/** `$1,200.00 + KES 46,500.00 overdue`, `KES 500.00 on hold` */
export function debtTags(debts: readonly Debt[]): string[] {
  const text = (name: "overdue" | "on_hold", label: string) =>
    debts.some((debt) => debt[name] > 0)
      ? [
          `${formatSums(
            sumsOf(debts, (debt) => toCents(debt[name])),
            "USD",
          )} ${label}`,
        ]
      : [];
  return [...text("overdue", "overdue"), ...text("on_hold", "on hold")];
}

/** The number of clients with something overdue. */
export const overdueClients = (debts: readonly Debt[]): number =>
  new Set(debts.filter(({ overdue }) => overdue > 0).map(({ client_id }) => client_id)).size;

export const debtsExport = (today: Day) => exportOf<Debt>(`overdue ${today}`, debtFields);

export const debtTexts = {
  loading: "Loading overdue clients...",
  failed: ["Failed to fetch overdue clients", "An error occurred while fetching overdue clients"],
  empty: ["Nobody is overdue", "Clients with unpaid periods before today are listed here."],
  noMatch: ["No clients found", "No overdue client matches your search and filters.", "Show all overdue"],
} satisfies Record<string, string | [string, string] | [string, string, string]>;
