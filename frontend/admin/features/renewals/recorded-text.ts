import type { AllRoutes } from "../../../../shared/api.ts";
import { currencyOf, formatSums, sumsOf, toCents } from "../../../../shared/money.ts";
import type { ResponseOf } from "../../../../shared/route.ts";
import { leftText } from "../../labels/amount.ts";
import { formatDay } from "../../labels/dates.ts";

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
