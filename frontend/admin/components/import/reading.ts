import type { Columns } from "../../../../shared/imports/columns.ts";
import { type DayOrder, possibleOrders } from "../../../../shared/parse-day.ts";
import { halfConvertedDays, type TwoReadings, withSwappedDays } from "./half-converted-days.ts";
import { hiddenText, withoutHidden } from "./hidden-cells.ts";
import type { Table } from "./table.ts";

/** A person answers these if the file does not say it itself. */
export type Answers = {
  hidden?: "read" | "left" | undefined;
  order?: DayOrder | undefined;
  days?: "shown" | "swapped" | undefined;
};

export type Reading<N extends string> = {
  /** As they are read: without what is left out, and with days that were swapped put right. */
  table: Table;
  columns: Columns<N>;
  order: DayOrder | undefined;
  /** Names the hidden cells; empty if there are none. */
  hidden: string;
  /** The texts of all dates, and the orders of day and month that fit them. */
  days: readonly string[];
  orders: readonly DayOrder[];
  converted: readonly TwoReadings[];
  /** The question that has no answer yet, or why the dates cannot be read. */
  problem: string | undefined;
};

/** How a table is read with these answers. `names`: the fields that hold dates. */
export function readingOf<N extends string>(
  chosen: { table: Table; columns: Columns<N> },
  names: readonly N[],
  answers: Answers,
): Reading<N> {
  const hidden = hiddenText(chosen);
  const read = hidden && answers.hidden === "left" ? withoutHidden(chosen) : chosen;
  const days = daysOf(read, names);
  const orders = possibleOrders(days);
  const order = orders.length === 1 ? orders[0] : answers.order;
  const converted = halfConvertedDays(read, names);
  const isSwapped = converted.length > 0 && answers.days === "swapped";
  return {
    table: isSwapped ? withSwappedDays(read, names) : read.table,
    columns: read.columns,
    order,
    hidden,
    days,
    orders,
    converted,
    problem:
      (hidden && !answers.hidden ? "Choose what happens to what is hidden." : undefined) ??
      daysProblem(orders, order) ??
      (converted.length > 0 && !answers.days ? "Choose what the converted dates mean." : undefined),
  };
}

function daysProblem(orders: readonly DayOrder[], order: DayOrder | undefined): string | undefined {
  if (orders.length === 0)
    return "The dates contradict each other: some have the day first, others the month first.";
  return order ? undefined : "Choose how to read the dates.";
}

/** The texts of all date columns. */
const daysOf = <N extends string>(
  { table, columns }: { table: Table; columns: Columns<N> },
  names: readonly N[],
): string[] =>
  names.flatMap((name) => {
    const at = columns[name];
    return at === undefined ? [] : table.rows.map(({ cells }) => cells[at] ?? "");
  });
