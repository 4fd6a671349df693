import { type CSSProperties, Fragment } from "react";
import { type Currency, type Sums, sumTexts } from "../../../../shared/money.ts";
import classes from "./Money.module.css";
import { Amount, centsOfMillions } from "./Money.tsx";

type SumsProps = { sums: Sums; usual: Currency };

/** A line for each currency, the second one smaller. */
export const SumLines = ({ sums, usual }: SumsProps) => (
  <span className={classes.sums}>
    {sumTexts(sums, usual).map((text, index) => (
      <Fragment key={text}>
        {index > 0 && "\n"}
        <Amount>{text}</Amount>
      </Fragment>
    ))}
  </span>
);

/** As the style sheet has it. */
const SECOND_LINE_SIZE = 0.75;

/** For the style of what holds several sums: how many characters have to fit, so that all of them get one size. */
export const roomFor = (all: readonly Sums[], usual: Currency) =>
  ({
    "--characters": Math.max(
      ...all.flatMap((sums) =>
        sumTexts(sums, usual).map(
          (text, index) => text.replace(centsOfMillions, "").length * (index === 0 ? 1 : SECOND_LINE_SIZE),
        ),
      ),
    ),
  }) as CSSProperties;
