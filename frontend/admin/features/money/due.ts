import {
  type Charge,
  compareCharges,
  isAskedFor,
  isDueSoon,
  isOverdue,
  type Owed,
  owedOf,
} from "../../../../shared/billing/account.ts";
import { sumsOwed } from "../../../../shared/billing/due-days.ts";
import { isPromised } from "../../../../shared/billing/promise.ts";
import { DUE_SOON_DAYS } from "../../../../shared/billing/renewal-state.ts";
import type { Client } from "../../../../shared/clients/client.ts";
import { clientFields } from "../../../../shared/clients/fields.ts";
import { chargesIn, type OwedAccount } from "../../../../shared/clients/owed.ts";
import { isReachable } from "../../../../shared/clients/recipients.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { type Day, daysBetween } from "../../../../shared/day.ts";
import type { RowFields } from "../../../../shared/field-values.ts";
import {
  addTo,
  type Currency,
  currencies,
  currencyOf,
  fromCents,
  type Sums,
  toCents,
} from "../../../../shared/money.ts";
import type { Payment } from "../../../../shared/payments/payment.ts";
import { searchable } from "../../../../shared/search.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import type { Plan } from "../../components/many/ManyDialog.tsx";
import { clientText } from "../../rules/client-text.ts";
import { exportOf } from "../../rules/list-fields.ts";
import type { ListRules } from "../../rules/list-rules.ts";

/** What a row is listed under, in the order of the list. */
export const groupNames = {
  needs: "Needs you",
  overdue: "Overdue",
  soon: `Next ${DUE_SOON_DAYS} days`,
  held: "On hold",
} as const;
type Group = keyof typeof groupNames;
const groups = Object.keys(groupNames) as Group[];

/** A client with something due, or a payment that nobody has yet. */
export type DueRow = {
  /** The client's id, or the payment's; of an announced payment its reference. */
  id: string;
  group: Group;
  /** Absent for a payment. */
  client?: Pick<Client, "email" | "phone" | "payment_reference"> & { sample?: true | undefined };
  name: string;
  company: string;
  /** In cents, by currency; without what is not due yet. */
  owed: readonly Owed[];
  /** What the row is listed with, in cents. */
  sums: Sums;
  /** The due day of the oldest period that is overdue, else of the next one, else of the oldest on hold. */
  since: Day;
  /** How many periods are overdue. */
  periods: number;
  /** The day until which the client promised to pay. */
  promise?: Day | undefined;
  /** The open charges, earliest due first; none of a payment. */
  charges: readonly Charge[];
  /** Payments: whether M-Pesa announced it only. */
  announced?: boolean;
  /** Payments: what the statement says of it. */
  facts?: string;
  /** It was listed since the page opened, and is not any more. */
  settled?: true;
  text: string;
};

/** A client is looked at again when something is overdue this long. */
const LONG_OVERDUE_DAYS = 60;

type Facts = {
  clients: readonly Client[];
  unmatched: readonly Payment[];
  announced: readonly Payment[];
  today: Day;
  /** The company's usual currency. */
  usual: Currency;
};

/** The list of Money: by group, the largest amounts of the usual currency first, then those of the other one. */
export function dueRows(accounts: readonly OwedAccount[], facts: Facts): DueRow[] {
  const byId = new Map(facts.clients.map((client) => [client.id, client]));
  const rows = countedOf(accounts).flatMap((account) =>
    clientRow(account, byId.get(account.client_id), facts),
  );
  const payments = [
    ...facts.unmatched.map((payment) => paymentRow(payment, false)),
    ...facts.announced.map((payment) => paymentRow(payment, true)),
  ];
  return [...rows, ...payments].sort(orderOf(facts.usual));
}

/** Samples count only while there is nothing else. */
function countedOf(accounts: readonly OwedAccount[]): readonly OwedAccount[] {
  const owing = accounts.filter(({ open }) => open.length > 0);
  return owing.every(({ sample }) => sample) ? owing : owing.filter(({ sample }) => !sample);
}

function clientRow(account: OwedAccount, client: Client | undefined, { today }: Facts): DueRow[] {
  const charges = chargesIn(account).sort(compareCharges);
  const owed = owedOf(charges, {}, today);
  const [overdue, soon, held] = (["overdue", "due_soon", "on_hold"] as const).map((name) =>
    sumsOwed(owed, name),
  ) as [Sums, Sums, Sums];
  const late = charges.filter((charge) => isAskedFor(charge) && isOverdue(charge.due, today));
  const { name = "Unknown Client", company = "" } = client ?? {};
  const row = (group: Group, sums: Sums, oldest: Charge | undefined): DueRow => ({
    id: account.client_id,
    group,
    client: {
      email: client?.email ?? "",
      phone: client?.phone ?? "",
      payment_reference: client?.payment_reference,
      sample: account.sample,
    },
    name,
    company,
    owed,
    sums,
    since: oldest?.due ?? today,
    periods: late.length,
    promise: account.promise,
    charges,
    text: client ? clientText(client) : searchable(name),
  });
  const [oldest] = late;
  if (oldest) {
    const isBroken = account.promise !== undefined && account.promise < today;
    const isLong = daysBetween(oldest.due, today) > LONG_OVERDUE_DAYS;
    return [row(isBroken || isLong ? "needs" : "overdue", overdue, oldest)];
  }
  const next = charges.find((charge) => isAskedFor(charge) && isDueSoon(charge.due, today));
  if (next) return [row("soon", soon, next)];
  return Object.keys(held).length > 0
    ? [
        row(
          "held",
          held,
          charges.find(({ on_hold }) => on_hold),
        ),
      ]
    : [];
}

function paymentRow(payment: Payment, announced: boolean): DueRow {
  const { amount, paid_on, payer, phone, account, details, reference } = payment;
  const name = payer || phone || account || "Unknown payer";
  return {
    // An announced payment has no id.
    id: payment.id ?? reference,
    group: "needs",
    name,
    company: "",
    owed: [],
    charges: [],
    sums: { [currencyOf(payment)]: toCents(amount) },
    since: paid_on,
    periods: 0,
    announced,
    facts: [account && `Account ${account}`, reference, details].filter(Boolean).join(" · "),
    text: searchable(...[payer, phone, account, reference, details].map((part) => part ?? "")),
  };
}

/** The list with the rows that have left it, in their places. */
export const withSettled = (
  rows: readonly DueRow[],
  settled: readonly DueRow[],
  usual: Currency,
): readonly DueRow[] =>
  settled.length === 0
    ? rows
    : [...rows, ...settled.map((row) => ({ ...row, settled: true as const }))].sort(orderOf(usual));

const orderOf = (usual: Currency) => {
  const order = [usual, ...currencies.filter((currency) => currency !== usual)];
  return (a: DueRow, b: DueRow): number => {
    if (a.group !== b.group) return groups.indexOf(a.group) - groups.indexOf(b.group);
    for (const currency of order) {
      const difference = (b.sums[currency] ?? 0) - (a.sums[currency] ?? 0);
      if (difference !== 0) return difference;
    }
    return a.name < b.name ? -1 : 1;
  };
};

/** The sums above the list. Each is a filter of it. */
export const shownNames = { overdue: "Overdue", soon: groupNames.soon, place: "To place" } as const;
export type Shown = keyof typeof shownNames;

const sumsShown = (row: DueRow, shown: Shown): Sums => {
  if (shown === "place") return row.client ? {} : row.sums;
  return sumsOwed(row.owed, shown === "overdue" ? "overdue" : "due_soon");
};

/** How many rows have something of this, and how much. */
export function figureOf(rows: readonly DueRow[], shown: Shown): { count: number; sums: Sums } {
  const sums: Sums = {};
  let count = 0;
  for (const row of rows) {
    const own = Object.entries(sumsShown(row, shown)) as [Currency, number][];
    if (own.length > 0) count += 1;
    for (const [currency, cents] of own) addTo(sums, currency, cents);
  }
  return { count, sums };
}

export const dueRules: ListRules<DueRow> = {
  textOf: ({ text }) => text,
  filters: {
    show: (row, chosen) => (Object.keys(sumsShown(row, chosen as Shown)).length > 0 ? chosen : ""),
  },
  sortKeys: {},
  defaultOrder: { id: "group", desc: false },
};

type Records = { clients: readonly Client[]; subscriptions: readonly Subscription[]; today: Day };

/** With the charge from which the email is sent. */
type RemindedRow = DueRow & { charge?: string };

/** The clients who can be reminded, and why the others cannot. */
export function remindPlan(rows: readonly DueRow[], records: Records): Plan<RemindedRow> {
  const clients = new Map(records.clients.map((client) => [client.id, client]));
  const muted = new Set(
    records.subscriptions.flatMap(({ id, client_id, muted }) => (muted ? `${client_id} ${id}` : [])),
  );
  const plan = { rows: [] as RemindedRow[], skipped: [] as { row: DueRow; reason: string }[] };
  for (const row of rows) {
    const isMuted = ({ subscription_id }: Charge) => muted.has(`${row.id} ${subscription_id}`);
    const charge = row.charges.find((charge) => isAskedFor(charge) && !isMuted(charge))?.id;
    const reason = reasonNotToRemind(row, clients.get(row.id), records.today);
    if (reason === undefined && charge !== undefined) plan.rows.push({ ...row, charge });
    else plan.skipped.push({ row, reason: reason ?? MUTED });
  }
  return plan;
}

const MUTED = "muted: you can remind the client individually";

function reasonNotToRemind(row: DueRow, client: Client | undefined, today: Day): string | undefined {
  if (!row.client || !client) return "a payment that nobody has yet";
  if (row.settled) return "settled";
  if (row.client.sample) return "sample data gets no email";
  if (client.status !== "active") return "the client is inactive";
  if (row.group === "held") return "on hold";
  if (!isReachable(client)) return "email does not reach the client";
  if (client.muted) return MUTED;
  if (row.promise && isPromised({ promised_until: row.promise }, today))
    return `promised to pay by ${formatDay(row.promise)}`;
  return row.charges.some(({ told_on }) => told_on === today) ? "already reminded today" : undefined;
}

/** One client's debt in one currency. Amounts are in wire form. */
type Debt = {
  client_name: string;
  company: string;
  email: string;
  phone: string;
  payment_reference: string | undefined;
  currency: Currency;
  overdue: number;
  due_soon: number;
  on_hold: number;
  since: Day;
  days: number;
  periods: number;
  age_30: number;
  age_60: number;
  age_90: number;
  age_more: number;
  sample: true | undefined;
};

/** What is exported: a line for each client and currency. */
export const debtsOf = (rows: readonly DueRow[], today: Day): Debt[] =>
  rows
    .filter(({ settled }) => !settled)
    .flatMap(({ client, name, company, owed, since, periods }) =>
      owed.map(({ currency, overdue, due_soon, on_hold, ages }): Debt => {
        const [age_30 = 0, age_60 = 0, age_90 = 0, age_more = 0] = ages.map(fromCents);
        return {
          client_name: name,
          company,
          email: client?.email ?? "",
          phone: client?.phone ?? "",
          payment_reference: client?.payment_reference,
          currency,
          overdue: fromCents(overdue),
          due_soon: fromCents(due_soon),
          on_hold: fromCents(on_hold),
          since,
          days: periods > 0 ? daysBetween(since, today) : 0,
          periods,
          age_30,
          age_60,
          age_90,
          age_more,
          sample: client?.sample,
        };
      }),
    );

const age = (label: string, days: string) =>
  ({ label, kind: "amount", description: `What has been due for ${days}.` }) as const;

const debtFields = {
  client_name: { ...clientFields.name, label: clientFields.name.heading },
  company: clientFields.company,
  email: clientFields.email,
  phone: clientFields.phone,
  payment_reference: clientFields.payment_reference,
  overdue: { label: "Overdue", kind: "amount", description: "The sum of what is overdue." },
  due_soon: {
    label: groupNames.soon,
    kind: "amount",
    description: "What is due today or within seven days.",
  },
  on_hold: {
    label: "On hold",
    kind: "amount",
    description: "What is owed and not asked for: the subscription or the client is not active.",
  },
  since: { label: "Since", kind: "day", description: "The oldest due day of the client." },
  days: { label: "Days overdue", kind: "number", description: "The age of the oldest of it." },
  periods: { label: "Overdue charges", kind: "number", description: "How many charges are overdue." },
  age_30: age("1–30 days", "1 to 30 days"),
  age_60: age("31–60 days", "31 to 60 days"),
  age_90: age("61–90 days", "61 to 90 days"),
  age_more: age("Over 90 days", "more than 90 days"),
  currency: { label: "Currency", kind: "text", description: "USD or KES." },
  sample: clientFields.sample,
} as const satisfies RowFields<Debt>;

export const debtsExport = (today: Day) => exportOf<Debt>(`due ${today}`, debtFields);
