import { Group } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { count } from "../../../../shared/count.ts";
import { type Currency, currencies, type Sums } from "../../../../shared/money.ts";
import { roomFor, SumLines } from "../../components/ui/SumLines.tsx";
import { type DueRow, figureOf, type Shown, shownNames } from "./due.ts";
import classes from "./MoneyPage.module.css";

type Props = {
  rows: readonly DueRow[];
  usual: Currency;
  /** The figure whose rows are shown; empty for all. */
  chosen: string;
  choose: (shown: string) => void;
};

/** What is overdue, due within a week, and to be placed. Each figure is a filter of the list. */
export function DueFigures({ rows, usual, chosen, choose }: Props) {
  const figures = (Object.keys(shownNames) as Shown[]).map((shown) => ({ shown, ...figureOf(rows, shown) }));
  const room = roomFor(
    figures.map(({ sums }) => sums),
    usual,
  );
  return (
    <Group component="fieldset" className={classes.figures ?? ""} style={room} aria-label="What is due">
      {figures.map(({ shown, count: number, sums }) => (
        <button
          key={shown}
          type="button"
          className={classes.figure}
          aria-pressed={chosen === shown}
          data-tone={shown === "overdue" && number > 0 ? "overdue" : undefined}
          onClick={() => choose(chosen === shown ? "" : shown)}
        >
          <span className={`quiet ${classes.label}`}>{`${shownNames[shown]} · ${count(number)}`}</span>
          <span className={`display figures fitted ${classes.sum}`}>
            {number === 0 ? "–" : <CountedSums sums={sums} usual={usual} />}
          </span>
        </button>
      ))}
    </Group>
  );
}

const COUNT_MS = 400;

/** Counts from the sums before to the new ones, so that a person sees what a payment changed. */
function CountedSums({ sums, usual }: { sums: Sums; usual: Currency }) {
  const text = JSON.stringify(sums);
  const [shown, setShown] = useState(sums);
  const still = useReducedMotion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts once for each change of the sums
  useEffect(() => {
    const [from, to] = [shown, sums];
    if (still || JSON.stringify(from) === text) return setShown(to);
    const began = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, (now - began) / COUNT_MS);
      setShown(part === 1 ? to : between(from, to, part));
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [text, still]);
  return <SumLines sums={shown} usual={usual} />;
}

const between = (from: Sums, to: Sums, part: number): Sums =>
  Object.fromEntries(
    currencies.map((currency) => {
      const [first, last] = [from[currency] ?? 0, to[currency] ?? 0];
      return [currency, Math.round(first + (last - first) * part)];
    }),
  );
