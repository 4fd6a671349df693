import { ActionIcon, Tooltip } from "@mantine/core";
import { dueSoonDays } from "../../../../shared/billing.ts";
import type { DashboardStats, MonthReceived, UpcomingRenewal } from "../../../../shared/dashboard.ts";
import { type Currency, currencyOf, leftCents, sumsOf, sumTexts } from "../../../../shared/money.ts";
import { Icon } from "../../components/ui/Icon.tsx";
import { figureLines } from "../../words/amount.ts";
import { count, counted } from "../../words/count.ts";
import classes from "./Figures.module.css";

type Props = {
  stats: DashboardStats;
  renewals: readonly UpcomingRenewal[];
  received: MonthReceived | undefined;
};
type Figure = { label: string; value: string; second?: string; tone?: "overdue"; meaning: string };

/** What is asked first: what is late, and what comes in. "Revenue Due" stands between them. */
const overdue = (
  { overdueAmount, overdueSubscriptions, byCurrency }: DashboardStats,
  usual: Currency,
): Figure => ({
  label: "Overdue",
  value: figureLines(overdueAmount, usual, byCurrency?.overdue),
  second: overdueSubscriptions === 0 ? "Nothing is late" : ofSubscriptions(overdueSubscriptions),
  ...(overdueSubscriptions > 0 && { tone: "overdue" }),
  meaning:
    "What is left to be paid of active subscriptions whose billing date lies before today, one period each.",
});

const ofSubscriptions = (of: number) => (of === 1 ? "1 subscription" : `${count(of)} subscriptions`);

const running = (stats: DashboardStats, usual: Currency): Figure[] => [
  {
    label: "MRR",
    value: figureLines(stats.monthlyRecurringRevenue, usual, stats.byCurrency?.monthly),
    second: "A month, on average",
    meaning:
      "Monthly recurring revenue: what active subscriptions bring in a month, with every frequency brought to one month.",
  },
];

const receivedIn = (month: MonthReceived | undefined, usual: Currency): Figure => ({
  label: "Received this month",
  value: month ? figureLines(month.amount, usual, month.byCurrency) : "…",
  second: month ? counted(month.payments, "payment") : "",
  meaning: "Payments recorded as paid from the first day of this month up to today.",
});

const further = (stats: DashboardStats): Figure[] => [
  {
    label: "Active subscriptions",
    value: count(stats.totalActiveSubscriptions),
    meaning: "Subscriptions whose status is active. Paused and inactive ones are not counted.",
  },
  {
    label: "Active clients",
    value: count(stats.totalActiveClients),
    meaning: "Clients whose status is active. Inactive ones are not counted.",
  },
  {
    label: "ARR",
    value: figureLines(stats.annualRecurringRevenue, currencyOf(stats), stats.byCurrency?.annual),
    meaning: "Annual recurring revenue: what active subscriptions bring in a year.",
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

/** The four that are looked at first. */
export function Figures({ stats, renewals, received }: Props) {
  const usual = currencyOf(stats);
  return (
    <div className={classes.figures} data-first>
      <Line figures={[overdue(stats, usual)]} />
      <RevenueDue renewals={renewals} usual={usual} />
      <Line figures={[...running(stats, usual), receivedIn(received, usual)]} />
    </div>
  );
}

export const FurtherFigures = ({ stats }: { stats: DashboardStats }) => (
  <div className={classes.figures}>
    <Line figures={further(stats)} />
  </div>
);

/** What the listed renewals add up to. */
function RevenueDue({ renewals, usual }: { renewals: readonly UpcomingRenewal[]; usual: Currency }) {
  const due = sumTexts(sumsOf(renewals, leftCents), usual);
  return (
    <section aria-labelledby="revenue-due">
      <h2 id="revenue-due">Revenue Due</h2>
      <p className={`display figures ${classes.value}`}>{due.join("\n")}</p>
      <p className="quiet smaller">
        {renewals.length === 1 ? "1 renewal" : `${count(renewals.length)} renewals`} within {dueSoonDays} days
      </p>
    </section>
  );
}

const Line = ({ figures }: { figures: Figure[] }) => (
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
          {value}
        </dd>
        {second !== undefined && <dd className="quiet smaller">{second}</dd>}
      </div>
    ))}
  </dl>
);
