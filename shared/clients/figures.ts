import { figureSums } from "../amount.ts";
import { openChargesOf } from "../billing/open-charges.ts";
import { counted } from "../count.ts";
import { formatDay } from "../dates.ts";
import { addDays, type Day } from "../day.ts";
import { currencyOf, type Sums } from "../money.ts";
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
          more: overdueText(overdueSubscriptions, openChargesOf(subscriptions, addDays(today, -1)).length),
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

/** `2 subscriptions, 5 periods`; without the periods if each subscription has one. */
const overdueText = (subscriptions: number, periods: number): string =>
  counted(subscriptions, "subscription") + (periods > subscriptions ? `, ${counted(periods, "period")}` : "");
