import { leftText } from "../amount.ts";
import type { AllRoutes } from "../api.ts";
import { formatDay } from "../dates.ts";
import type { Day } from "../day.ts";
import { currencyOf, formatSums, sumsOf, toCents } from "../money.ts";
import type { ResponseOf } from "../route.ts";
import type { Subscription } from "../subscriptions/subscription.ts";

type Answer = ResponseOf<AllRoutes["POST /api/v1/subscriptions/{id}/renewals"]>;

/** The message after recording a payment. */
export function recordedText(answer: Answer, client: string): string {
  const { renewal, renewals = [renewal], subscription } = answer;
  const next = formatDay(subscription.next_billing_date);
  const whole = renewals.filter(({ part }) => !part).length;
  const left = leftText(subscription);
  if (whole === 0) {
    const sums = sumsOf(renewals, ({ amount }) => toCents(amount));
    return `A payment of ${formatSums(sums, currencyOf(renewal))} from ${client} was recorded: ${left}, due ${next}.`;
  }
  const paid = whole === 1 ? `The payment of ${client} was recorded` : `${client} has paid ${whole} periods`;
  return `${paid}. The next billing date is ${next}${left && `, ${left}`}.`;
}

/** The message after undoing a payment. */
export function undoneText({ subscription, note }: Undone, period: Day): string {
  const left = leftText(subscription);
  return note ?? `The period of ${formatDay(period)} is unpaid again${left && `: ${left}`}.`;
}

type Undone = { subscription: Subscription; note?: string | undefined };
