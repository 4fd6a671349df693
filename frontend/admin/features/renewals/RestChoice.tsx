import { useId } from "react";
import { type Currency, formatCents } from "../../../../shared/money.ts";
import { Money } from "../../components/ui/Money.tsx";
import type { Plan, Rest } from "./payment-plan.ts";
import classes from "./RestChoice.module.css";

type Props = {
  plan: Plan;
  currency: Currency;
  onChange: (rest: Rest) => void;
  error?: string | undefined;
  disabled: boolean;
};

const below = [
  ["part", "It remains due"],
  ["in-full", "Waive it: nothing more is due"],
] as const;
const above = [
  ["credit", "Use it as credit for the next period"],
  ["kept", "Keep it with this payment: it pays no other period"],
] as const;

/** Asks what to do with the difference between the amount and the amount due. */
export function RestChoice({ plan: { difference, rest }, currency, onChange, error, disabled }: Props) {
  const name = useId();
  if (rest === "") return null;
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${name}title`}
      aria-invalid={error !== undefined}
      aria-describedby={error && `${name}error`}
      tabIndex={-1}
      className={classes.rest}
    >
      <p id={`${name}title`}>
        <Money>
          {difference < 0
            ? `What should happen with the missing ${formatCents(-difference, currency)}?`
            : `The amount is ${formatCents(difference, currency)} more than due. What is it for?`}
        </Money>
      </p>
      {(difference < 0 ? below : above).map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={rest === value}
            disabled={disabled}
            onChange={() => onChange(value)}
          />
          {text}
        </label>
      ))}
      {error && (
        <p id={`${name}error`} className={`small ${classes.error}`}>
          {error}
        </p>
      )}
    </div>
  );
}
