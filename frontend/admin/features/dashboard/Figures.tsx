import { ActionIcon, Box, Group, SimpleGrid, Tooltip } from "@mantine/core";
import { figureSums } from "../../../../shared/amount.ts";
import { DUE_SOON_DAYS } from "../../../../shared/billing/renewal-state.ts";
import { count, counted } from "../../../../shared/count.ts";
import type { DashboardStats, MonthReceived } from "../../../../shared/dashboard/dashboard.ts";
import { type Currency, currencyOf, type Sums } from "../../../../shared/money.ts";
import { Icon } from "../../components/ui/Icon.tsx";
import { roomFor, SumLines } from "../../components/ui/SumLines.tsx";
import classes from "./DashboardPage.module.css";

type Props = {
  stats: DashboardStats;
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
  meaning: "All unpaid periods of active subscriptions that were due before today.",
});

const running = (stats: DashboardStats, usual: Currency): Figure => ({
  label: "MRR",
  value: figureSums(stats.monthlyRecurringRevenue, usual, stats.byCurrency?.monthly),
  second: "Monthly average",
  meaning: "Monthly recurring revenue: the amounts of active subscriptions, converted to one month.",
});

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

const space = { spacing: 24, verticalSpacing: 12, py: 4 } as const;
const label = { gap: 2, mih: 24, wrap: "nowrap", className: "quiet small", ff: "text", fw: 400 } as const;

/** The four most important figures. */
export function Figures({ stats, received }: Props) {
  const usual = currencyOf(stats);
  const late = [overdue(stats, usual)];
  const due = figureSums(stats.dueSoonAmount, usual, stats.byCurrency?.dueSoon);
  const otherFigures = [running(stats, usual), receivedIn(received, usual)];
  const sums = [...late, ...otherFigures].flatMap(({ value }) => (typeof value === "string" ? [] : [value]));
  return (
    <SimpleGrid
      className="sums"
      cols={{ base: 2, sm: 4 }}
      {...space}
      mb={8}
      style={roomFor([...sums, due], usual)}
    >
      <Line figures={late} usual={usual} />
      <RevenueDue count={stats.renewalsThisWeek} due={due} usual={usual} />
      <Line figures={otherFigures} usual={usual} />
    </SimpleGrid>
  );
}

export function FurtherFigures({ stats }: { stats: DashboardStats }) {
  const usual = currencyOf(stats);
  const room = roomFor([annualSums(stats)], usual);
  return (
    <SimpleGrid className="sums" cols={{ base: 2, sm: 5 }} {...space} my={32} style={room}>
      <Line figures={further(stats)} usual={usual} />
    </SimpleGrid>
  );
}

const annualSums = (stats: DashboardStats) =>
  figureSums(stats.annualRecurringRevenue, currencyOf(stats), stats.byCurrency?.annual);

/** The sum of what is due within the week, as listed by day. */
const RevenueDue = ({ count, due, usual }: { count: number; due: Sums; usual: Currency }) => (
  <section aria-labelledby="revenue-due">
    <Group component="h2" id="revenue-due" {...label}>
      Revenue Due
    </Group>
    <p className={`display ${classes.value}`}>
      <SumLines sums={due} usual={usual} />
    </p>
    <p className="quiet smaller">{`${counted(count, "renewal")} within ${DUE_SOON_DAYS} days`}</p>
  </section>
);

const Line = ({ figures, usual }: { figures: Figure[]; usual: Currency }) => (
  <Box component="dl" display="contents">
    {figures.map(({ label: name, value, second, tone, meaning }) => (
      <div key={name}>
        <Group component="dt" {...label}>
          {name}
          <Tooltip label={meaning}>
            <ActionIcon
              variant="transparent"
              size={24}
              c="inherit"
              style={{ cursor: "help" }}
              aria-label={`${name}: what is counted`}
            >
              <Icon name="info" size={15} />
            </ActionIcon>
          </Tooltip>
        </Group>
        <dd className={`display figures ${classes.value}`} data-tone={tone}>
          {typeof value === "string" ? value : <SumLines sums={value} usual={usual} />}
        </dd>
        {second !== undefined && <dd className="quiet smaller">{second}</dd>}
      </div>
    ))}
  </Box>
);
