import "@mantine/charts/styles.layer.css";
import { BarChart } from "@mantine/charts";
import { useMemo } from "react";
import type { Day } from "../../../../shared/day.ts";
import { formatCents } from "../../../../shared/money.ts";
import type { Subscription } from "../../../../shared/subscriptions.ts";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { count } from "../../words/count.ts";
import { formatMonth } from "../../words/dates.ts";
import classes from "./DashboardPage.module.css";
import { forecast } from "./forecast.ts";

const brief = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", notation: "compact" });

/** Bars for the eye, a table for everybody. */
export default function ForecastChart({
  subscriptions,
  today,
}: {
  subscriptions: Subscription[];
  today: Day;
}) {
  const months = useMemo(() => forecast(subscriptions, today), [subscriptions, today]);
  const narrow = useNarrow();
  const total = months.reduce((sum, { cents }) => sum + cents, 0);
  const bars = months.map(({ month, cents }) => ({ month: formatMonth(month), Due: cents / 100 }));
  return (
    <>
      <p style={{ marginBottom: 16 }}>
        <strong className="figures">{formatCents(total)}</strong> in all.
      </p>
      <div aria-hidden="true">
        <BarChart
          h={240}
          data={bars}
          dataKey="month"
          series={[{ name: "Due", color: "var(--accent)" }]}
          valueFormatter={(value) => brief.format(value)}
          gridAxis="x"
          tickLine="none"
          maxBarWidth={44}
          xAxisProps={{ tickFormatter: (month: string) => month.slice(0, 3), interval: narrow ? 1 : 0 }}
          yAxisProps={{ width: 64 }}
          barProps={{ radius: [4, 4, 0, 0], isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <details className={classes.asTable} style={{ marginTop: 12 }}>
        <summary>Show as a table</summary>
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Renewals</th>
              <th scope="col">Due</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, cents, renewals }) => (
              <tr key={month}>
                <th scope="row">{formatMonth(month)}</th>
                <td>{count(renewals)}</td>
                <td>{formatCents(cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
