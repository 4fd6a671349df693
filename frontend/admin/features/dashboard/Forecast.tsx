import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { BrokenPage } from "../../components/ui/BrokenPage.tsx";
import { subscriptionList } from "../../queries/subscriptions.ts";
import classes from "./DashboardPage.module.css";
import { ForecastChart } from "./ForecastChart.tsx";

/** The year ahead. It waits for all subscriptions: a chart of half of them would be wrong. */
export function Forecast({ samples }: { samples: boolean }) {
  const { data, error } = useQuery(subscriptionList);
  const counted = useMemo(() => data?.rows.filter(({ sample }) => samples || !sample), [data?.rows, samples]);
  return (
    <section aria-labelledby="forecast" style={{ minHeight: 320 }}>
      <h2 id="forecast">The next 12 months</h2>
      <p className={`quiet ${classes.lead}`}>
        What active subscriptions bring as they fall due. Overdue amounts are not part of it.
      </p>
      {error && !data?.complete && <p role="alert">The forecast could not be loaded.</p>}
      {data?.complete && counted ? (
        <BrokenPage what="chart">
          <ForecastChart subscriptions={counted} today={data.today} />
        </BrokenPage>
      ) : (
        !error && <p role="status">Loading the forecast...</p>
      )}
    </section>
  );
}
