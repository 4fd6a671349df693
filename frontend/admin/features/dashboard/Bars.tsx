import type { CSSProperties, ReactNode } from "react";
import { Link } from "react-router";
import { endOfMonth } from "../../../../shared/day.ts";
import { type Currency, currencyNames, formatBriefly, formatCents } from "../../../../shared/money.ts";
import { counted } from "../../words/count.ts";
import { formatMonth } from "../../words/dates.ts";
import type { Month } from "./forecast.ts";
import classes from "./Months.module.css";

/** What came in and what is coming in one currency. How many it was is told where that is the only one. */
export type Chart = {
  currency: Currency;
  received: readonly { month: string; cents: number; payments: number | undefined }[];
  coming: readonly Month[];
  late: number;
  lateOnes: number | undefined;
};

/** Twelve months back, this one, and those ahead: columns where there is room for their sums, else lines. */
export function Bars({ chart, several }: { chart: Chart; several: boolean }) {
  const { currency, received, coming, late, lateOnes } = chart;
  const named = (title: string) =>
    several || currency !== "USD" ? `${title} in ${currencyNames[currency]}` : title;
  const briefly = (cents: number) => formatBriefly(cents, currency);
  const many = (number: number | undefined, noun: string) =>
    number === undefined ? "" : `, ${counted(number, noun)}`;
  const highest = Math.max(
    1,
    ...received.map(({ cents }) => cents),
    ...coming.map(({ cents }, index) => cents + (index === 0 ? late : 0)),
  );
  const sizeOf = (cents: number) => ({ "--size": cents / highest }) as CSSProperties;
  return (
    <div className={`figures ${classes.bars}`}>
      {received.length > 0 && (
        <Half title={named("Received")} columns={received.length}>
          {received.map(({ month, cents, payments }, index) => (
            <li key={month} data-month={month}>
              <Link
                to={`/admin/payments?from=${month}-01&to=${endOfMonth(`${month}-01`)}`}
                aria-label={`${formatMonth(month)}: ${formatCents(cents, currency)} received${many(payments, "payment")}`}
              >
                <MonthName month={month} first={index === 0} />
                <span className={classes.bar} style={sizeOf(cents)} />
                <span className={classes.sum}>{briefly(cents)}</span>
              </Link>
            </li>
          ))}
        </Half>
      )}
      <Half title={named("Coming")} columns={coming.length}>
        {coming.map(({ month, cents, renewals }, index) => (
          <li key={month} data-month={month}>
            <Link
              to={`/admin/subscriptions?month=${month}`}
              aria-label={`${formatMonth(month)}: ${formatCents(cents, currency)} coming, ${counted(renewals, "renewal")}`}
            >
              <MonthName month={month} first={index === 0} />
              <span className={classes.bar} data-coming style={sizeOf(cents)} />
              <span className={classes.sum}>{briefly(cents)}</span>
            </Link>
            {index === 0 && late > 0 && (
              <Link
                to="/admin/subscriptions?due=overdue"
                data-tone="overdue"
                aria-label={`Overdue: ${formatCents(late, currency)}${many(lateOnes, "subscription")}`}
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

const idOf = (title: string) => `months-${title.replaceAll(" ", "-")}`;

const Half = ({ title, columns, children }: HalfProps) => (
  <div className={classes.half} style={{ "--columns": columns } as CSSProperties}>
    <h3 id={idOf(title)}>{title}</h3>
    <ol aria-labelledby={idOf(title)}>{children}</ol>
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
