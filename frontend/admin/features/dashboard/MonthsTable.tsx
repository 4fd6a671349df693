import { formatCents, toCents } from "../../../../shared/money.ts";
import { dollars } from "../../words/amount.ts";
import { formatMonth } from "../../words/dates.ts";
import type { Sums } from "./Bars.tsx";
import classes from "./DashboardPage.module.css";

/** The bars' sums, to the cent. */
export function MonthsTable({ received, coming, overdue }: Sums) {
  const came = new Map(received.map((month) => [month.month, month]));
  const comes = new Map(coming.map((month) => [month.month, month]));
  const months = [...new Set([...came.keys(), ...comes.keys()])];
  return (
    <details className={classes.asTable}>
      <summary>Show as a table</summary>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Received</th>
            <th scope="col">Coming</th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => {
            const [{ amount } = {}, { cents } = {}] = [came.get(month), comes.get(month)];
            return (
              <tr key={month}>
                <th scope="row">{formatMonth(month)}</th>
                <td>{amount !== undefined && dollars(amount)}</td>
                <td>{cents !== undefined && formatCents(cents)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">In all</th>
            <td>{formatCents(received.reduce((sum, { amount }) => sum + toCents(amount), 0))}</td>
            <td>{formatCents(coming.reduce((sum, { cents }) => sum + cents, 0))}</td>
          </tr>
          <tr>
            <th scope="row">Overdue today</th>
            <td />
            <td>{dollars(overdue.overdueAmount)}</td>
          </tr>
        </tfoot>
      </table>
    </details>
  );
}
