import { Group } from "@mantine/core";
import { count } from "../../../../shared/count.ts";
import type { Currency } from "../../../../shared/money.ts";
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
          <span className="quiet small">{`${shownNames[shown]} · ${count(number)}`}</span>
          <span className={`display figures ${classes.sum}`}>
            {number === 0 ? "–" : <SumLines sums={sums} usual={usual} />}
          </span>
        </button>
      ))}
    </Group>
  );
}
