import { creditText, type Plan } from "../../../../shared/billing/payment-plan.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { type Currency, formatCents } from "../../../../shared/money.ts";
import { Amount, Money } from "../../components/ui/Money.tsx";

/** What recording the payment will do. */
export function PlanText({
  plan: { shares, remaining, credit },
  currency,
}: {
  plan: Plan;
  currency: Currency;
}) {
  const whole = shares.filter((share) => share.next_billing_date !== share.period);
  const part = shares[whole.length];
  const [first, last] = [whole[0], whole.at(-1)];
  return (
    <>
      {first && last && (
        <>
          {first === last ? (
            <>
              This pays the period due on <strong>{formatDay(first.period)}</strong>.{" "}
            </>
          ) : (
            <>
              This pays {whole.length} periods, due from <strong>{formatDay(first.period)}</strong> to{" "}
              <strong>{formatDay(last.period)}</strong>.{" "}
            </>
          )}
          The next billing date becomes <strong>{formatDay(last.next_billing_date)}</strong>.{" "}
        </>
      )}
      {part && (
        <>
          <Amount>{formatCents(part.cents, currency)}</Amount> is a part payment for the period due on{" "}
          <strong>{formatDay(part.period)}</strong>.{" "}
          <strong>
            <Amount>{formatCents(remaining, currency)}</Amount>
          </strong>{" "}
          remains due.
        </>
      )}
      {credit > 0 && <Money>{` ${creditText(credit, currency)}`}</Money>}
    </>
  );
}
