import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { BrokenPage } from "../../components/ui/BrokenPage.tsx";
import { subscriptionList } from "../../queries/subscriptions.ts";
import { Bars } from "./Bars.tsx";
import { chartsOf } from "./charts.ts";
import classes from "./Months.module.css";
import { MonthsTable } from "./MonthsTable.tsx";
import type { Data } from "./use-due.ts";

/** The chart by month. It waits for all subscriptions, because a partial chart would be wrong. */
export function Months({ data: { stats, received } }: { data: Data }) {
  const { data, error } = useQuery(subscriptionList);
  const samples = stats.realRecords === 0;
  const charts = useMemo(
    () =>
      data?.complete
        ? chartsOf(
            data.rows.filter(({ sample }) => samples || !sample),
            { stats, received, today: data.today },
          )
        : undefined,
    [data, samples, stats, received],
  );
  return (
    <section aria-labelledby="months" className={classes.months}>
      <h2 id="months">Month by month</h2>
      <p className="quiet small">
        Payments by payment date, and the amounts of active subscriptions by due date. Press a bar to see its
        rows.
      </p>
      {error && !data?.complete && <p role="alert">The forecast could not be loaded.</p>}
      {!received && (
        <p role="status">Received payments are being counted. Open this page again in a moment.</p>
      )}
      {charts ? (
        <BrokenPage what="chart">
          {charts.map((chart) => (
            <Bars key={chart.currency} chart={chart} several={charts.length > 1} />
          ))}
          <MonthsTable charts={charts} />
        </BrokenPage>
      ) : (
        !error && <p role="status">Loading the forecast...</p>
      )}
    </section>
  );
}
