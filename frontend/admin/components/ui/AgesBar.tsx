import { VisuallyHidden } from "@mantine/core";
import { Fragment } from "react";
import { money } from "../../../../shared/amount.ts";
import type { Currency } from "../../../../shared/money.ts";
import classes from "./AgesBar.module.css";
import { Money } from "./Money.tsx";

const ageNames = ["1–30 days", "31–60 days", "61–90 days", "over 90 days"];

/** The ages of a debt, 1–30, 31–60, 61–90 and over 90 days, in wire form. */
type Props = {
  ages: readonly number[];
  currency: Currency;
  /** Shows the figures below the bar; else they are in its title, and screen readers have them. */
  withText?: boolean;
};

/** A debt as a bar of its four ages, from pale to strong. Nothing if nothing is overdue. */
export function AgesBar({ ages, currency, withText }: Props) {
  const parts = ages.flatMap((amount, age) =>
    amount > 0 ? { age, amount, text: `${ageNames[age]} ${money(amount, currency)}` } : [],
  );
  if (parts.length === 0) return null;
  const text = parts.map((part) => part.text).join(", ");
  return (
    <div>
      <div className={classes.bar} title={text} aria-hidden>
        {parts.map((part) => (
          <span key={part.age} data-age={part.age} style={{ flexGrow: part.amount }} title={part.text} />
        ))}
      </div>
      {withText ? (
        <p className={`quiet small ${classes.text}`}>
          By age:
          {parts.map((part, index) => (
            <Fragment key={part.age}>
              {" "}
              <span className={classes.part}>
                <Money>{index < parts.length - 1 ? `${part.text},` : part.text}</Money>
              </span>
            </Fragment>
          ))}
        </p>
      ) : (
        <VisuallyHidden>{`By age: ${text}`}</VisuallyHidden>
      )}
    </div>
  );
}
