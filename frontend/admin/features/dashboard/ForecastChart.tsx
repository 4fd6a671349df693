import { useMemo } from "react";
import type { Day } from "../../../../shared/day.ts";
import { formatCents } from "../../../../shared/money.ts";
import type { Subscription } from "../../../../shared/subscriptions.ts";
import { count } from "../../words/count.ts";
import { formatMonth } from "../../words/dates.ts";
import { Bars } from "./Bars.tsx";
import classes from "./DashboardPage.module.css";
import { forecast } from "./forecast.ts";

/** Bars for the eye, a table for everybody. */
export function ForecastChart({ subscriptions, today }: { subscriptions: Subscription[]; today: Day }) {
  const months = useMemo(() => forecast(subscriptions, today), [subscriptions, today]);
  const total = months.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <>
      <p style={{ marginBottom: 16 }}>
        <strong className="figures">{formatCents(total)}</strong> in all.
      </p>
      <Bars months={months} />
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
