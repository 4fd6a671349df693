import * as z from "zod/mini";
import { DueNote } from "../clients/timeline.ts";
import { Day } from "../day.ts";
import { Language } from "../languages.ts";
import { Amount, Amounts, Currency } from "../money.ts";
import { PaymentReference } from "../payment-reference.ts";
import type { Routes } from "../route.ts";
import { Count, Id, Instant, Text, Unreadable } from "../text.ts";

export const UpcomingRenewal = z.object({
  /** The subscription, or the charge of what does not recur. */
  id: Id,
  /** Absent for what does not recur. */
  subscription_id: z.optional(Id),
  client_id: Id,
  client_name: z.string(),
  client_email: z.string(),
  client_phone: z.string(),
  client_reference: z.optional(PaymentReference),
  client_language: z.optional(Language),
  company: z.optional(z.string()),
  service: z.optional(Text),
  frequency: z.string(),
  amount: Amount,
  currency: z.optional(Currency),
  /** The part that is already paid. */
  paid: z.optional(Amount),
  next_billing_date: Day,
  sample: z.optional(z.literal(true)),
});
export type UpcomingRenewal = z.output<typeof UpcomingRenewal>;

/** The renewals of a day: how many, and what is left to pay. */
const UpcomingDay = z.object({ day: Day, renewals: Count, amounts: Amounts });
export type UpcomingDay = z.output<typeof UpcomingDay>;

/** One client's overdue charges. */
const OverdueDebt = z.object({
  client_id: Id,
  client_name: z.string(),
  company: z.string(),
  amounts: Amounts,
  /** The number of unpaid periods. */
  periods: Count,
  since: Day,
  /** The one with the oldest unpaid period first. */
  subscription_ids: z.array(Id),
  /** The oldest unpaid period. */
  oldest: UpcomingRenewal,
});
export type OverdueDebt = z.output<typeof OverdueDebt>;

/** Debts in one currency. `ages` divides `overdue`: 1–30, 31–60, 61–90 and over 90 days. */
const OwedAmounts = z.object({
  currency: Currency,
  overdue: z.number(),
  due_soon: z.number(),
  on_hold: z.number(),
  credit: z.number(),
  ages: z.array(z.number()),
});
export type OwedAmounts = z.output<typeof OwedAmounts>;

/** The next daily run: for how many clients something is due by the last day that its reminders name. */
const NextRun = z.object({ day: Day, until: Day, clients: Count });

/** Samples count only while no real record exists. */
export const DashboardStats = z.object({
  totalActiveClients: Count,
  totalActiveSubscriptions: Count,
  /** Active, with an unpaid period due today or within the 7 days after. */
  renewalsThisWeek: Count,
  /** Active, with an unpaid period due from today to the end of the calendar month. */
  renewalsThisMonth: Count,
  /** Active, with the oldest unpaid period due before today. */
  overdueSubscriptions: Count,
  /** All unpaid periods due before today. */
  overdueAmount: z.number(),
  /** "Revenue Due": the unpaid periods due today or within the 7 days after. */
  dueSoonAmount: z.number(),
  /** The monthly revenue of active subscriptions; every frequency is converted to a month. */
  monthlyRecurringRevenue: z.number(),
  annualRecurringRevenue: z.number(),
  /** The currency of these four and of `received`: the default currency, or the only one in use. Absent for dollars. */
  currency: z.optional(Currency),
  /** The same four by currency, if several are in use. */
  byCurrency: z.optional(z.object({ overdue: Amounts, dueSoon: Amounts, monthly: Amounts, annual: Amounts })),
  /** Clients and subscriptions of any status. */
  sampleRecords: Count,
  realRecords: Count,
});
export type DashboardStats = z.output<typeof DashboardStats>;

/** One client with one subscription. With more records, setting up is over. */
const MAX_SETUP_RECORDS = 2;

/** Whether there is nothing active. */
export const isFirstRun = ({ totalActiveClients, totalActiveSubscriptions }: DashboardStats) =>
  totalActiveClients === 0 && totalActiveSubscriptions === 0;

/** Whether somebody is still setting up, without samples. */
export const isSettingUp = ({ realRecords, sampleRecords }: DashboardStats) =>
  sampleRecords === 0 && realRecords <= MAX_SETUP_RECORDS;

/** Payments received in a month, `YYYY-MM`. */
export const MonthReceived = z.object({
  month: z.string(),
  amount: z.number(),
  payments: Count,
  /** The amount by currency, if several are in use. */
  byCurrency: z.optional(Amounts),
});
export type MonthReceived = z.output<typeof MonthReceived>;

/** How many months before this one `received` covers. */
export const MONTHS_BACK = 12;

const DuePromise = z.object({
  client_id: Id,
  client_name: z.string(),
  company: z.optional(z.string()),
  day: Day,
});
export type DuePromise = z.output<typeof DuePromise>;

/** Payments that nobody has, with their sums. */
const PaymentsToPlace = z.object({
  payments: Count,
  amounts: Amounts,
  /** There are more, which are not counted. */
  more: z.optional(z.literal(true)),
});
export type PaymentsToPlace = z.output<typeof PaymentsToPlace>;

/** Invoices and credit notes that still have no number of the control unit this many days after they were written. */
export const UNCONFIRMED_DAYS = 2;

const InvoicesToConfirm = z.object({
  invoices: Count,
  /** There are more, which are not counted. */
  more: z.optional(z.literal(true)),
});

/** How many invoices to confirm are counted, so that many cost no more. */
export const MAX_TO_CONFIRM = 100;

/** How many payments to place are counted of each kind, so that a long list costs no more. */
export const MAX_TO_PLACE = 100;

/** How M-Pesa's list of a day differs from our payments, and when reading the list last failed if it did not work since. */
const PaybillProblems = z.object({
  differing: z.optional(z.object({ day: Day, differences: Count })),
  failed_at: z.optional(Instant),
});

/** How many promises are listed. */
export const MAX_PROMISES = 50;

/** How many clients `overdue` lists. */
export const MAX_DEBTS = 8;

/** The number of renewals to list, as text: 1 to 50. */
const MaxRows = z.pipe(
  z.string().check(z.regex(/^([1-9]|[1-4]\d|50)$/, "Please give the rows as a number from 1 to 50.")),
  z.transform(Number),
);

export const dashboardRoutes = {
  "GET /api/v1/dashboard/stats": {
    summary: "Read today's figures, the largest overdue debts and the renewals of the next week",
    description:
      "`rows` limits the renewals listed; counts and sums stay complete. A debt is in `overdue` by its place among those of its currency.",
    access: "staff",
    query: z.strictObject({ rows: z.optional(MaxRows) }),
    response: z.object({
      stats: DashboardStats,
      /** One entry for each unpaid period due today or within the 7 days after, earliest first; at most `rows`. */
      upcomingRenewals: z.array(UpcomingRenewal),
      /** The same by day, complete also if the list is not. */
      upcomingDays: z.array(UpcomingDay),
      /** The clients who owe most, by currency: the largest debt in each, then the second largest in each. */
      overdue: z.array(OverdueDebt),
      /** The debts of all clients, by currency. */
      owed: z.array(OwedAmounts),
      nextRun: NextRun,
      /** The past months and this one, earliest first. */
      received: z.array(MonthReceived),
      /** On the first run and while setting up: whether a test email was ever sent. */
      tested: z.optional(z.boolean()),
      /** Notes that are due and not done; absent if there are none. */
      notes: z.optional(z.array(DueNote)),
      /** Promises whose day has come and that are not kept; absent if there are none. */
      promises: z.optional(z.array(DuePromise)),
      /** Payments that wait until somebody assigns them; absent if there are none. */
      unmatched: z.optional(PaymentsToPlace),
      /** Payments that M-Pesa announced and did not confirm in time; absent if there are none. */
      unconfirmed: z.optional(PaymentsToPlace),
      /** Invoices and credit notes without a control unit number after two days; absent if there are none. */
      invoices_to_confirm: z.optional(InvoicesToConfirm),
      /**
       * Dollars fall due tomorrow, and their invoices have no rate in shillings that is at most seven days old. `day` is that
       * of the last rate. Absent if nobody has to do anything.
       */
      old_rate: z.optional(z.object({ day: z.optional(Day) })),
      /** Absent if there are none. */
      paybill: z.optional(PaybillProblems),
      unreadable: Unreadable,
      today: Day,
    }),
  },
} as const satisfies Routes;
