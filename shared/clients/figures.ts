import { figureSums } from "../amount.ts";
import { openPeriods, owedSums } from "../billing/open-periods.ts";
import { count, counted } from "../count.ts";
import { formatDay } from "../dates.ts";
import { addDays, type Day } from "../day.ts";
import { type Currency, currencyOf, formatSums, isFree, type Sums } from "../money.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import type { ClientFigures } from "./timeline.ts";

type NamedSum = { name: string; value: string | Sums; more?: string; late?: boolean };

/** A client's totals with their names. */
export function clientSums(
  figures: ClientFigures,
  subscriptions: readonly Subscription[],
  today: Day,
): NamedSum[] {
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
  return [
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
