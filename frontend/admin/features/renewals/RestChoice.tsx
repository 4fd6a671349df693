import { useId } from "react";
import { type Currency, formatCents } from "../../../../shared/money.ts";
import type { Plan, Rest } from "./paying.ts";
import classes from "./RestChoice.module.css";

type Props = {
  plan: Plan;
  currency: Currency;
  /** Whether there is a next period that could use what goes beyond. */
  onChange: (rest: Rest) => void;
  error?: string | undefined;
  disabled: boolean;
};

const below = [
  ["part", "It stays due"],
  ["in-full", "It is let go: nothing more is due"],
] as const;
const above = [
  ["credit", "It is credit for the next period"],
  ["kept", "It belongs to this payment, and pays nothing else"],
] as const;

/** What becomes of the difference where an amount is not what is due. More than is due is never taken unsaid. */
export function RestChoice({ plan: { beyond, rest }, currency, onChange, error, disabled }: Props) {
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
        {beyond < 0
          ? `What becomes of the ${formatCents(-beyond, currency)} that is left?`
          : `What is the ${formatCents(beyond, currency)} beyond what is due for?`}
      </p>
      {(beyond < 0 ? below : above).map(([value, text]) => (
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
