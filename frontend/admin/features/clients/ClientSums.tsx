import { openPeriods, owedSums } from "../../../../shared/billing/open-periods.ts";
import type { ClientFigures } from "../../../../shared/clients/timeline.ts";
import { addDays, type Day } from "../../../../shared/day.ts";
import { type Currency, currencyOf, formatSums, isFree, type Sums } from "../../../../shared/money.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { Money } from "../../components/ui/Money.tsx";
import { roomFor, SumLines } from "../../components/ui/SumLines.tsx";
import { figureSums } from "../../labels/amount.ts";
import { count, counted } from "../../labels/count.ts";
import { formatDay } from "../../labels/dates.ts";
import classes from "./ClientPage.module.css";

type Props = { figures: ClientFigures; subscriptions: readonly Subscription[]; today: Day };

/** A client's totals in one line. */
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
  const sums: { name: string; value: string | Sums; more?: string; late?: boolean }[] = [
    { name: "Per year", value: figureSums(yearlyAmount, currency, byCurrency?.yearly) },
    nextDue
      ? {
          name: "Due next",
          value: figureSums(nextAmount, currency, byCurrency?.next),
          more: formatDay(nextDue),
        }
      : { name: "Due next", value: "nothing" },
    overdueSubscriptions > 0
      ? {
          name: "Overdue",
          value: figureSums(overdueAmount, currency, byCurrency?.overdue),
          more: [counted(overdueSubscriptions, "subscription"), allPeriods(subscriptions, today, currency)]
            .filter(Boolean)
            .join(", "),
          late: true,
        }
      : { name: "Overdue", value: "nothing" },
    {
      name: "Total paid",
      value: figureSums(paidAmount, currency, byCurrency?.paid),
      more: counted(payments, "payment"),
    },
  ];
  const amounts = sums.flatMap(({ value }) => (typeof value === "string" ? [] : [value]));
  return (
    <dl className={classes.sums} aria-label="Figures" style={roomFor(amounts, currency)}>
      {sums.map(({ name, value, more, late }) => (
        <div key={name}>
          <dt className="quiet small">{name}</dt>
          <dd {...(late && { className: "note", "data-tone": "overdue" })}>
            {typeof value === "string" ? value : <SumLines sums={value} usual={currency} />}
          </dd>
          {more && (
            <dd className={`quiet smaller ${classes.more}`}>
              <Money>{more}</Money>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** All overdue periods and their total, if a subscription has more than one. */
function allPeriods(subscriptions: readonly Subscription[], today: Day, usual: Currency): string {
  const yesterday = addDays(today, -1);
  const priced = subscriptions.filter(({ amount }) => !isFree(amount));
  const periods = priced.map((subscription) => openPeriods(subscription, yesterday).length);
  if (Math.max(...periods) < 2) return "";
  const all = periods.reduce((sum, some) => sum + some, 0);
  return `${count(all)} periods: ${formatSums(owedSums(priced, yesterday), usual)} in total`;
}
