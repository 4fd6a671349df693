import type { RowData } from "@tanstack/react-table";
import type { Columns } from "./columns.ts";
import { Choice } from "./Filters.tsx";
import { type Order, orderText } from "./order.ts";

type Props<R extends RowData> = { columns: Columns<R>; order: Order; onOrder: (order: Order) => void };

/** The order of cards, which have no column headers to press. */
export function SortChoice<R extends RowData>({ columns, order, onOrder }: Props<R>) {
  const options = columns.flatMap(({ id = "", header }) =>
    id === "actions"
      ? []
      : ([
          [id, `Sort by ${header}`],
          [`-${id}`, `Sort by ${header}, descending`],
        ] as const),
  );
  return (
    <Choice
      label="Sort"
      value={orderText(order)}
      options={options}
      onChange={(text) => onOrder({ id: text.replace(/^-/, ""), desc: text.startsWith("-") })}
      compact
    />
  );
}
