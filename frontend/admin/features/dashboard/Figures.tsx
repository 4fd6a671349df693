import { ActionIcon, Tooltip } from "@mantine/core";
import { DUE_SOON_DAYS } from "../../../../shared/billing/renewal-state.ts";
import type { DashboardStats, MonthReceived, UpcomingRenewal } from "../../../../shared/dashboard.ts";
import { type Currency, currencyOf, leftCents, type Sums, sumsOf } from "../../../../shared/money.ts";
import { Icon } from "../../components/ui/Icon.tsx";
import { roomFor, SumLines } from "../../components/ui/SumLines.tsx";
import { figureSums } from "../../labels/amount.ts";
import { count, counted } from "../../labels/count.ts";
import classes from "./Figures.module.css";

type Props = {
  stats: DashboardStats;
  renewals: readonly UpcomingRenewal[];
  received: MonthReceived | undefined;
};
type Figure = { label: string; value: string | Sums; second?: string; tone?: "overdue"; meaning: string };

const overdue = (
  { overdueAmount, overdueSubscriptions, byCurrency }: DashboardStats,
  usual: Currency,
): Figure => ({
  label: "Overdue",
  value: figureSums(overdueAmount, usual, byCurrency?.overdue),
  second: overdueSubscriptions === 0 ? "Nothing is overdue" : counted(overdueSubscriptions, "subscription"),
  ...(overdueSubscriptions > 0 && { tone: "overdue" }),
  meaning: "The unpaid amounts of active subscriptions with a billing date before today, one period each.",
});

const running = (stats: DashboardStats, usual: Currency): Figure[] => [
  {
    label: "MRR",
    value: figureSums(stats.monthlyRecurringRevenue, usual, stats.byCurrency?.monthly),
    second: "Monthly average",
    meaning: "Monthly recurring revenue: the amounts of active subscriptions, converted to one month.",
  },
];

const receivedIn = (month: MonthReceived | undefined, usual: Currency): Figure => ({
  label: "Received this month",
  value: month ? figureSums(month.amount, usual, month.byCurrency) : "…",
  second: month ? counted(month.payments, "payment") : "",
  meaning: "Payments with a payment date from the first day of this month to today.",
});

const further = (stats: DashboardStats): Figure[] => [
  {
    label: "Active subscriptions",
    value: count(stats.totalActiveSubscriptions),
    meaning: "Subscriptions with the status active, without paused and inactive ones.",
  },
  {
    label: "Active clients",
    value: count(stats.totalActiveClients),
    meaning: "Clients with the status active.",
  },
  {
    label: "ARR",
    value: annualSums(stats),
    meaning: "Annual recurring revenue: the amounts of active subscriptions, converted to one year.",
  },
  {
    label: "Renewals this week",
    value: count(stats.renewalsThisWeek),
    meaning: "Active subscriptions due today or within the next 7 days.",
  },
  {
    label: "Renewals this month",
    value: count(stats.renewalsThisMonth),
    meaning: "Active subscriptions due from today to the end of this calendar month.",
  },
];

/** The four most important figures. */
export function Figures({ stats, renewals, received }: Props) {
  const usual = currencyOf(stats);
  const late = [overdue(stats, usual)];
  const due = sumsOf(renewals, leftCents);
  const others = [...running(stats, usual), receivedIn(received, usual)];
  const sums = [...late, ...others].flatMap(({ value }) => (typeof value === "string" ? [] : [value]));
  return (
    <div className={classes.figures} data-first style={roomFor([...sums, due], usual)}>
      <Line figures={late} usual={usual} />
      <RevenueDue count={renewals.length} due={due} usual={usual} />
      <Line figures={others} usual={usual} />
    </div>
  );
}

export function FurtherFigures({ stats }: { stats: DashboardStats }) {
  const usual = currencyOf(stats);
  const annual = annualSums(stats);
  return (
    <div className={classes.figures} style={roomFor([annual], usual)}>
      <Line figures={further(stats)} usual={usual} />
    </div>
  );
}

const annualSums = (stats: DashboardStats) =>
  figureSums(stats.annualRecurringRevenue, currencyOf(stats), stats.byCurrency?.annual);

/** The sum of the listed renewals. */
const RevenueDue = ({ count, due, usual }: { count: number; due: Sums; usual: Currency }) => (
  <section aria-labelledby="revenue-due">
    <h2 id="revenue-due">Revenue Due</h2>
    <p className={`display ${classes.value}`}>
      <SumLines sums={due} usual={usual} />
    </p>
    <p className="quiet smaller">
      {counted(count, "renewal")} within {DUE_SOON_DAYS} days
    </p>
  </section>
);

const Line = ({ figures, usual }: { figures: Figure[]; usual: Currency }) => (
  <dl>
    {figures.map(({ label, value, second, tone, meaning }) => (
      <div key={label}>
        <dt>
          {label}
          <Tooltip label={meaning}>
            <ActionIcon
              variant="transparent"
              size={28}
              c="inherit"
              style={{ cursor: "help" }}
              aria-label={`${label}: what is counted`}
            >
              <Icon name="info" size={15} />
            </ActionIcon>
          </Tooltip>
        </dt>
        <dd className={`display figures ${classes.value}`} data-tone={tone}>
          {typeof value === "string" ? value : <SumLines sums={value} usual={usual} />}
        </dd>
        {second !== undefined && <dd className="quiet smaller">{second}</dd>}
      </div>
    ))}
  </dl>
);
