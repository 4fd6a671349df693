import { type Currency, formatCents } from "../../../../shared/money.ts";
import { formatDay } from "../../words/dates.ts";
import type { Plan } from "./paying.ts";

/** What recording a payment does, before it is done. */
export function PlanText({ plan: { shares, stays }, currency }: { plan: Plan; currency: Currency }) {
  const whole = shares.filter((share) => share.next_billing_date !== share.period);
  const part = shares[whole.length];
  const [first, last] = [whole[0], whole.at(-1)];
  return (
    <>
      {first && last && (
        <>
          {first === last ? (
            <>
              The period due on <strong>{formatDay(first.period)}</strong> was paid.{" "}
            </>
          ) : (
            <>
              The {whole.length} periods due from <strong>{formatDay(first.period)}</strong> to{" "}
              <strong>{formatDay(last.period)}</strong> were paid.{" "}
            </>
          )}
          The next billing date becomes <strong>{formatDay(last.next_billing_date)}</strong>.{" "}
        </>
      )}
      {part && (
        <>
          {formatCents(part.cents, currency)} was paid for the period due on{" "}
          <strong>{formatDay(part.period)}</strong>; <strong>{formatCents(stays, currency)}</strong> stays
          due.
        </>
      )}
    </>
  );
}
