import { addDays, type Day } from "../../../../shared/day.ts";
import { type Currency, currencyOf, formatSums } from "../../../../shared/money.ts";
import { openPeriods, owedSums } from "../../../../shared/owed.ts";
import type { Subscription } from "../../../../shared/subscriptions.ts";
import type { ClientFigures } from "../../../../shared/timeline.ts";
import { figureLines } from "../../words/amount.ts";
import { count, counted } from "../../words/count.ts";
import { formatDay } from "../../words/dates.ts";
import classes from "./ClientPage.module.css";

/** So many signs have room where they are large. */
const mostInLarge = 13;

type Props = { figures: ClientFigures; subscriptions: readonly Subscription[]; today: Day };

/** What a client comes to, in one line. */
export function ClientSums({ figures, subscriptions, today }: Props) {
  const {
    yearlyAmount,
    nextDue,
    nextAmount = 0,
    overdueSubscriptions,
    overdueAmount,
    payments,
    paidAmount,
    byCurrency,
  } = figures;
  const currency = currencyOf(figures);
  const sums: { name: string; value: string; more?: string; late?: boolean }[] = [
    { name: "A year", value: figureLines(yearlyAmount, currency, byCurrency?.yearly) },
    nextDue
      ? {
          name: "Due next",
          value: figureLines(nextAmount, currency, byCurrency?.next),
          more: formatDay(nextDue),
        }
      : { name: "Due next", value: "nothing" },
    overdueSubscriptions > 0
      ? {
          name: "Overdue",
          value: figureLines(overdueAmount, currency, byCurrency?.overdue),
          more: [counted(overdueSubscriptions, "subscription"), allPeriods(subscriptions, today, currency)]
            .filter(Boolean)
            .join(", "),
          late: true,
        }
      : { name: "Overdue", value: "nothing" },
    {
      name: "Ever paid",
      value: figureLines(paidAmount, currency, byCurrency?.paid),
      more: payments === 1 ? "1 payment" : `${count(payments)} payments`,
    },
  ];
  // Shillings are long.
  const long = sums.some(({ value }) => value.split("\n").some((line) => line.length > mostInLarge));
  return (
    <dl className={classes.sums} aria-label="Figures">
      {sums.map(({ name, value, more, late }) => (
        <div key={name}>
          <dt className="quiet small">{name}</dt>
          <dd
            className="figures"
            {...(late && { className: "figures note", "data-tone": "overdue" })}
            {...(long && { style: { fontSize: "0.9375rem" } })}
          >
            {value}
          </dd>
          {more && <dd className={`quiet smaller ${classes.more}`}>{more}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** What is overdue in all, where a subscription has more than the period that is to be paid next. */
function allPeriods(subscriptions: readonly Subscription[], today: Day, usual: Currency): string {
  const yesterday = addDays(today, -1);
  const priced = subscriptions.filter(({ amount }) => amount > 0);
  const periods = priced.map((sold) => openPeriods(sold, yesterday).length);
  if (Math.max(...periods) < 2) return "";
  const all = periods.reduce((sum, some) => sum + some, 0);
  return `${count(all)} periods: ${formatSums(owedSums(priced, yesterday), usual)} in all`;
}
