import type { CSSProperties, ReactNode } from "react";
import { Link } from "react-router";
import { endOfMonth } from "../../../../shared/day.ts";
import { type Currency, currencyNames, formatCents, formatCompact } from "../../../../shared/money.ts";
import { Amount } from "../../components/ui/Money.tsx";
import { counted } from "../../labels/count.ts";
import { formatMonth } from "../../labels/dates.ts";
import type { Month } from "./forecast.ts";
import classes from "./Months.module.css";

/** Received and coming amounts in one currency. Counts are known only if it is the only currency. */
export type Chart = {
  currency: Currency;
  received: readonly { month: string; cents: number; payments: number | undefined }[];
  coming: readonly Month[];
  /** Overdue cents. */
  overdue: number;
  overdueSubscriptions: number | undefined;
};

/** The received amounts of the last months and the amounts of the coming months, as bars. */
export function Bars({ chart, several }: { chart: Chart; several: boolean }) {
  const { currency, received, coming, overdue, overdueSubscriptions } = chart;
  const named = (title: string) =>
    several || currency !== "USD" ? `${title} in ${currencyNames[currency]}` : title;
  const shortText = (cents: number) => formatCompact(cents, currency);
  const countText = (number: number | undefined, noun: string) =>
    number === undefined ? "" : `, ${counted(number, noun)}`;
  const highest = Math.max(
    1,
    ...received.map(({ cents }) => cents),
    ...coming.map(({ cents }, index) => cents + (index === 0 ? overdue : 0)),
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
                aria-label={`${formatMonth(month)}: ${formatCents(cents, currency)} received${countText(payments, "payment")}`}
              >
                <MonthName month={month} first={index === 0} />
                <span className={classes.bar} style={sizeOf(cents)} />
                <span className={classes.sum}>
                  <Amount>{shortText(cents)}</Amount>
                </span>
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
              <span className={classes.sum}>
                <Amount>{shortText(cents)}</Amount>
              </span>
            </Link>
            {index === 0 && overdue > 0 && (
              <Link
                to="/admin/subscriptions?due=overdue"
                data-tone="overdue"
                aria-label={`Overdue: ${formatCents(overdue, currency)}${countText(overdueSubscriptions, "subscription")}`}
              >
                <span className={classes.month}>Overdue</span>
                <span className={classes.bar} style={sizeOf(overdue)} />
                <span className={classes.sum}>
                  <Amount>{shortText(overdue)}</Amount>
                </span>
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

/** Shows the year in the first month and in January. */
function MonthName({ month, first }: { month: string; first: boolean }) {
  const [name, year] = formatMonth(month).split(" ");
  return (
    <span className={classes.month} data-turn={first || month.endsWith("-01") || undefined}>
      {name} <span>{year}</span>
    </span>
  );
}
