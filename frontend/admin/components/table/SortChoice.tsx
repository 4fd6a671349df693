import { Choice } from "./Choice.tsx";
import type { Column } from "./columns.ts";
import { type Order, orderText } from "./order.ts";

type Props<R> = {
  columns: readonly Column<R>[];
  sortable: Record<string, unknown>;
  order: Order;
  onOrder: (order: Order) => void;
};

/** The order of cards, which have no column headers to press. */
export function SortChoice<R>({ columns, sortable, order, onOrder }: Props<R>) {
  const options = columns.flatMap(({ id, header }) =>
    id in sortable
      ? ([
          [id, `Sort by ${header}`],
          [`-${id}`, `Sort by ${header}, descending`],
        ] as const)
      : [],
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
