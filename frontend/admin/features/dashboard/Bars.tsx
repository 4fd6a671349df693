import type { CSSProperties, ReactNode } from "react";
import { Link } from "react-router";
import type { DashboardStats, MonthReceived } from "../../../../shared/dashboard.ts";
import { endOfMonth } from "../../../../shared/day.ts";
import { formatCents, toCents } from "../../../../shared/money.ts";
import { dollars } from "../../words/amount.ts";
import { counted } from "../../words/count.ts";
import { formatMonth } from "../../words/dates.ts";
import type { Month } from "./forecast.ts";
import classes from "./Months.module.css";

export type Sums = {
  received: readonly MonthReceived[];
  coming: readonly Month[];
  overdue: Pick<DashboardStats, "overdueAmount" | "overdueSubscriptions">;
};

const brief = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", notation: "compact" });
const briefly = (cents: number) => brief.format(cents / 100);

/** Twelve months back, this one, and those ahead: columns where there is room for their sums, else lines. */
export function Bars({ received, coming, overdue }: Sums) {
  const late = toCents(overdue.overdueAmount);
  const highest = Math.max(
    1,
    ...received.map(({ amount }) => toCents(amount)),
    ...coming.map(({ cents }, index) => cents + (index === 0 ? late : 0)),
  );
  const sizeOf = (cents: number) => ({ "--size": cents / highest }) as CSSProperties;
  return (
    <div className={`figures ${classes.bars}`}>
      {received.length > 0 && (
        <Half title="Received" columns={received.length}>
          {received.map(({ month, amount, payments }, index) => (
            <li key={month} data-month={month}>
              <Link
                to={`/admin/payments?from=${month}-01&to=${endOfMonth(`${month}-01`)}`}
                aria-label={`${formatMonth(month)}: ${dollars(amount)} received, ${counted(payments, "payment")}`}
              >
                <MonthName month={month} first={index === 0} />
                <span className={classes.bar} style={sizeOf(toCents(amount))} />
                <span className={classes.sum}>{briefly(toCents(amount))}</span>
              </Link>
            </li>
          ))}
        </Half>
      )}
      <Half title="Coming" columns={coming.length}>
        {coming.map(({ month, cents, renewals }, index) => (
          <li key={month} data-month={month}>
            <Link
              to={`/admin/subscriptions?month=${month}`}
              aria-label={`${formatMonth(month)}: ${formatCents(cents)} coming, ${counted(renewals, "renewal")}`}
            >
              <MonthName month={month} first={index === 0} />
              <span className={classes.bar} data-coming style={sizeOf(cents)} />
              <span className={classes.sum}>{briefly(cents)}</span>
            </Link>
            {index === 0 && late > 0 && (
              <Link
                to="/admin/subscriptions?due=overdue"
                data-tone="overdue"
                aria-label={`Overdue: ${formatCents(late)}, ${counted(overdue.overdueSubscriptions, "subscription")}`}
              >
                <span className={classes.month}>Overdue</span>
                <span className={classes.bar} style={sizeOf(late)} />
                <span className={classes.sum}>{briefly(late)}</span>
              </Link>
            )}
          </li>
        ))}
      </Half>
    </div>
  );
}

type HalfProps = { title: string; columns: number; children: ReactNode };

const Half = ({ title, columns, children }: HalfProps) => (
  <div className={classes.half} style={{ "--columns": columns } as CSSProperties}>
    <h3 id={`months-${title}`}>{title}</h3>
    <ol aria-labelledby={`months-${title}`}>{children}</ol>
  </div>
);

/** The year is told where one begins. */
function MonthName({ month, first }: { month: string; first: boolean }) {
  const [name, year] = formatMonth(month).split(" ");
  return (
    <span className={classes.month} data-turn={first || month.endsWith("-01") || undefined}>
      {name} <span>{year}</span>
    </span>
  );
}
