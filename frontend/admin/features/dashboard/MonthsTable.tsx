import { formatSums } from "../../../../shared/money.ts";
import { formatMonth } from "../../words/dates.ts";
import type { Chart } from "./Bars.tsx";
import classes from "./DashboardPage.module.css";

/** The bars' sums, to the cent. */
export function MonthsTable({ charts }: { charts: readonly Chart[] }) {
  const [first] = charts;
  if (!first) return null;
  const { received, coming, currency } = first;
  const [came, comes] = [received, coming].map((half) => new Set(half.map(({ month }) => month)));
  const months = new Set([...received, ...coming].map(({ month }) => month));
  const sum = (centsOf: (chart: Chart) => number) =>
    formatSums(Object.fromEntries(charts.map((chart) => [chart.currency, centsOf(chart)])), currency);
  /** Of a half, what it comes to, or what of it is of a month. */
  const half = (name: "received" | "coming", month?: string) =>
    sum((chart) =>
      chart[name].reduce((all, one) => all + (month === undefined || one.month === month ? one.cents : 0), 0),
    );
  return (
    <details className={classes.asTable}>
      <summary>Show as a table</summary>
      <table className={charts.length > 1 ? "figures small" : "figures"}>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Received</th>
            <th scope="col">Coming</th>
          </tr>
        </thead>
        <tbody>
          {[...months].map((month) => (
            <tr key={month}>
              <th scope="row">{formatMonth(month)}</th>
              <td>{came?.has(month) && half("received", month)}</td>
              <td>{comes?.has(month) && half("coming", month)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">In all</th>
            <td>{half("received")}</td>
            <td>{half("coming")}</td>
          </tr>
          <tr>
            <th scope="row">Overdue today</th>
            <td />
            <td>{sum(({ late }) => late)}</td>
          </tr>
        </tfoot>
      </table>
    </details>
  );
}
