import { ActionIcon, Tooltip } from "@mantine/core";
import type { DashboardStats } from "../../../../shared/dashboard.ts";
import { Icon } from "../../components/ui/Icon.tsx";
import { dollars } from "../../words/amount.ts";
import { count } from "../../words/count.ts";
import classes from "./DashboardPage.module.css";

type Figure = { label: string; value: string; meaning: string };

const figuresOf = (stats: DashboardStats): Figure[] => [
  {
    label: "Active clients",
    value: count(stats.totalActiveClients),
    meaning: "Clients whose status is active. Inactive ones are not counted.",
  },
  {
    label: "Active subscriptions",
    value: count(stats.totalActiveSubscriptions),
    meaning: "Subscriptions whose status is active. Paused and inactive ones are not counted.",
  },
  {
    label: "MRR",
    value: dollars(stats.monthlyRecurringRevenue),
    meaning:
      "Monthly recurring revenue: what active subscriptions bring in a month, with every frequency brought to one month.",
  },
  {
    label: "ARR",
    value: dollars(stats.annualRecurringRevenue),
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
  {
    label: "Overdue",
    value: count(stats.overdueSubscriptions),
    meaning: "Active subscriptions whose billing date lies before today.",
  },
  {
    label: "Overdue amount",
    value: dollars(stats.overdueAmount),
    meaning: "What those overdue subscriptions add up to, one period each.",
  },
];

export const Figures = ({ stats }: { stats: DashboardStats }) => (
  <dl className={classes.figures}>
    {figuresOf(stats).map(({ label, value, meaning }) => (
      <div key={label}>
        <dt className="quiet small">
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
        <dd className="figures">{value}</dd>
      </div>
    ))}
  </dl>
);
