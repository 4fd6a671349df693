import { ActionIcon, Box, Group, Popover } from "@mantine/core";
import { useState } from "react";
import { figureSums } from "../../../../shared/amount.ts";
import { DUE_SOON_DAYS } from "../../../../shared/billing/renewal-state.ts";
import { count, counted } from "../../../../shared/count.ts";
import type { DashboardStats, MonthReceived } from "../../../../shared/dashboard/dashboard.ts";
import { type Currency, currencyOf, type Sums } from "../../../../shared/money.ts";
import { Icon } from "../../components/ui/Icon.tsx";
import { roomFor, SumLines } from "../../components/ui/SumLines.tsx";
import classes from "./DashboardPage.module.css";

/** `meaning` is what is counted. */
type Figure = { label: string; meaning: string };
type MoneyFigure = Figure & { sums: Sums; tone?: "overdue" };
type CountFigure = Figure & { value: number };

const overdue = ({ overdueAmount, overdueSubscriptions, ...stats }: DashboardStats): MoneyFigure => ({
  label: "Overdue",
  sums: figureSums(overdueAmount, currencyOf(stats), stats.byCurrency?.overdue),
  ...(overdueSubscriptions > 0 && { tone: "overdue" }),
  meaning: "All unpaid periods of active subscriptions that were due before today.",
});

const REVENUE_DUE = "Revenue Due";

const revenueDue = (stats: DashboardStats): MoneyFigure => ({
  label: REVENUE_DUE,
  sums: figureSums(stats.dueSoonAmount, currencyOf(stats), stats.byCurrency?.dueSoon),
  meaning: `What is left to pay of all that is due today or within the next ${DUE_SOON_DAYS} days.`,
});

const received = (stats: DashboardStats, month: MonthReceived | undefined): MoneyFigure[] =>
  month
    ? [
        {
          label: "Received this month",
          sums: figureSums(month.amount, currencyOf(stats), month.byCurrency),
          meaning: `Payments with a payment date from the first day of this month to today: ${counted(month.payments, "payment")}.`,
        },
      ]
    : [];

const perMonth = (stats: DashboardStats): MoneyFigure => ({
  label: "Per month",
  sums: figureSums(stats.monthlyRecurringRevenue, currencyOf(stats), stats.byCurrency?.monthly),
  meaning: "Monthly recurring revenue (MRR): the amounts of active subscriptions, converted to one month.",
});

const counts = (stats: DashboardStats): CountFigure[] => [
  {
    label: "Active clients",
    value: stats.totalActiveClients,
    meaning: "Clients with the status active.",
  },
  {
    label: "Active subscriptions",
    value: stats.totalActiveSubscriptions,
    meaning: "Subscriptions with the status active, without paused and inactive ones.",
  },
  {
    label: "Renewals this week",
    value: stats.renewalsThisWeek,
    meaning: "Active subscriptions due today or within the next 7 days.",
  },
  {
    label: "Renewals this month",
    value: stats.renewalsThisMonth,
    meaning: "Active subscriptions due from today to the end of this calendar month.",
  },
];

type Props = { stats: DashboardStats; months: readonly MonthReceived[] };

/** What is owed: the two most important figures. */
export const OwedFigures = ({ stats }: { stats: DashboardStats }) => (
  <Line figures={[overdue(stats), revenueDue(stats)]} stats={stats} />
);

/** How the company is doing. */
export const OtherFigures = ({ stats, months }: Props) => (
  <Line figures={[...received(stats, months.at(-1)), perMonth(stats)]} counts={counts(stats)} stats={stats} />
);

/** All figures in one line. */
export const Figures = ({ stats, months }: Props) => (
  <Line
    figures={[overdue(stats), revenueDue(stats), ...received(stats, months.at(-1)), perMonth(stats)]}
    counts={counts(stats)}
    stats={stats}
  />
);

type LineProps = { stats: DashboardStats; figures: readonly MoneyFigure[]; counts?: readonly CountFigure[] };

function Line({ stats, figures, counts = [] }: LineProps) {
  const usual = currencyOf(stats);
  return (
    <div
      className={`sums ${classes.figures}`}
      style={roomFor(
        figures.map(({ sums }) => sums),
        usual,
      )}
    >
      {figures.map((figure) => (
        <MoneyFigure key={figure.label} figure={figure} usual={usual} />
      ))}
      {counts.length > 0 && (
        <Box pos="relative" pr={28}>
          <dl className={`smaller ${classes.counts}`}>
            {counts.map(({ label, value }) => (
              <Group key={label} component="div" justify="space-between" gap={8} wrap="nowrap">
                <dt className="quiet">{label}</dt>
                <dd className="figures">{count(value)}</dd>
              </Group>
            ))}
          </dl>
          <Meanings figures={[...figures, ...counts]} />
        </Box>
      )}
    </div>
  );
}

/** "Revenue Due" is a card of its own, as specified. */
function MoneyFigure({ figure: { label, sums, tone }, usual }: { figure: MoneyFigure; usual: Currency }) {
  const value = <SumLines sums={sums} usual={usual} />;
  if (label === REVENUE_DUE)
    return (
      <section aria-labelledby="revenue-due">
        <Box component="h2" id="revenue-due" className="quiet smaller" ff="text" fw={400}>
          {label}
        </Box>
        <p className={`display figures fitted ${classes.value}`}>{value}</p>
      </section>
    );
  return (
    <Box component="dl" display="contents">
      <div>
        <dt className="quiet smaller">{label}</dt>
        <dd className={`display figures fitted ${classes.value}`} data-tone={tone}>
          {value}
        </dd>
      </div>
    </Box>
  );
}

/** Tells what the figures count. Escape also closes it before the focus has moved into it. */
function Meanings({ figures }: { figures: readonly Figure[] }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover opened={open} onChange={setOpen} width={320} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="transparent"
          size={24}
          pos="absolute"
          top={0}
          right={-4}
          c="var(--quiet)"
          aria-label="What the figures count"
          onClick={() => setOpen(!open)}
          onKeyDown={({ key }) => key === "Escape" && setOpen(false)}
        >
          <Icon name="info" size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="What the figures count">
        <dl className="small">
          {figures.map(({ label, meaning }) => (
            <Box key={label} component="div" mb={8}>
              <Box component="dt" fw={600}>
                {label}
              </Box>
              <dd className="quiet">{meaning}</dd>
            </Box>
          ))}
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}
