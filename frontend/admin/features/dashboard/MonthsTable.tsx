import type { Sums } from "../../../../shared/money.ts";
import { roomFor, SumLines } from "../../components/ui/SumLines.tsx";
import { formatMonth } from "../../labels/dates.ts";
import type { Chart } from "./Bars.tsx";
import classes from "./DashboardPage.module.css";

/** The chart as a table with exact amounts. */
export function MonthsTable({ charts }: { charts: readonly Chart[] }) {
  const [first] = charts;
  if (!first) return null;
  const { received, coming, currency } = first;
  const [receivedMonths, comingMonths] = [received, coming].map(
    (half) => new Set(half.map(({ month }) => month)),
  );
  const months = new Set([...received, ...coming].map(({ month }) => month));
  const sumOf = (centsOf: (chart: Chart) => number): Sums =>
    Object.fromEntries(charts.map((chart) => [chart.currency, centsOf(chart)]));
  /** The sums of all received or coming amounts, or those of a month. */
  const totals = (name: "received" | "coming", month?: string) =>
    sumOf((chart) =>
      chart[name].reduce((all, one) => all + (month === undefined || one.month === month ? one.cents : 0), 0),
    );
  const lines = (sums: Sums) => <SumLines sums={sums} usual={currency} />;
  return (
    <details className={classes.asTable}>
      <summary>Show as a table</summary>
      <table style={roomFor([totals("received"), totals("coming")], currency)}>
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
              <td>{receivedMonths?.has(month) && lines(totals("received", month))}</td>
              <td>{comingMonths?.has(month) && lines(totals("coming", month))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{lines(totals("received"))}</td>
            <td>{lines(totals("coming"))}</td>
          </tr>
          <tr>
            <th scope="row">Overdue today</th>
            <td />
            <td>{lines(sumOf(({ overdue }) => overdue))}</td>
          </tr>
        </tfoot>
      </table>
    </details>
  );
}
