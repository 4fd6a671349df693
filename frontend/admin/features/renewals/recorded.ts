import type { AllRoutes } from "../../../../shared/api.ts";
import { currencyOf, formatSums, sumsOf, toCents } from "../../../../shared/money.ts";
import type { AnswerOf } from "../../../../shared/route.ts";
import { leftText, money } from "../../words/amount.ts";
import { formatDay } from "../../words/dates.ts";

type Answer = AnswerOf<AllRoutes["POST /api/v1/subscriptions/{id}/renewals"]>;

/** What is said once the payment of that id is on record, or another one was already. */
export function recordedText(answer: Answer, id: string, client: string): string {
  const { renewal, renewals = [renewal], subscription } = answer;
  const next = formatDay(subscription.next_billing_date);
  if (renewal.id !== id)
    return `${client} was recorded as paid before (${money(renewal.amount, currencyOf(renewal))} on ${formatDay(renewal.paid_on)}), and nothing was added; the next billing date is ${next}.`;
  const whole = renewals.filter(({ part }) => !part).length;
  const left = leftText(subscription);
  if (whole === 0) {
    const sums = sumsOf(renewals, ({ amount }) => toCents(amount));
    return `${formatSums(sums, currencyOf(renewal))} of ${client} is recorded; ${left}, due ${next}.`;
  }
  const paid = whole === 1 ? `${client} is paid` : `${client} has paid ${whole} periods`;
  return `${paid}; the next billing date is ${next}${left && `, ${left}`}.`;
}
