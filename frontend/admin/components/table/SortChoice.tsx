import { Choice } from "./Choice.tsx";
import type { Column } from "./columns.ts";
import { orderText, type Sorting } from "./order.ts";

type Props<R> = { columns: readonly Column<R>[]; sorting: Sorting };

/** The order of cards, which have no column headers. */
export function SortChoice<R>({ columns, sorting }: Props<R>) {
  const options = columns.flatMap(({ id, header }) =>
    id in sorting.sortable
      ? ([
          [id, `By ${header}`],
          [`-${id}`, `By ${header}, descending`],
        ] as const)
      : [],
  );
  return (
    <Choice
      label="Order"
      titled
      value={orderText(sorting.order)}
      options={options}
      onChange={(text) => sorting.change({ id: text.replace(/^-/, ""), desc: text.startsWith("-") })}
      compact
    />
  );
}
