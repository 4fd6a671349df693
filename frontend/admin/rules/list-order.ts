/** The order of a list. In the address: the column's id, with a minus for descending. */
export type Order = { id: string; desc: boolean };

/** How a list is sorted; the keys of `sortable` are the ids of the sortable columns. */
export type Sorting = {
  order: Order;
  sortable: Record<string, unknown>;
  change: (order: Order) => void;
};

export const parseOrder = (text: string): Order => ({
  id: text.replace(/^-/, ""),
  desc: text.startsWith("-"),
});

export function orderOf(text: string, allowed: readonly string[], fallback: Order): Order {
  const order = parseOrder(text);
  return allowed.includes(order.id) ? order : fallback;
}

export const orderText = ({ id, desc }: Order): string => (desc ? `-${id}` : id);

/** Ignores case and sorts numbers by value. */
const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Rows without a key come last in both directions. */
export type SortKey = string | number | undefined;

export function sorted<R>(
  rows: readonly R[],
  keyOf: (row: R) => SortKey,
  { desc }: Pick<Order, "desc">,
): R[] {
  const keyed = rows.map((row, index) => ({ row, index, key: keyOf(row) }));
  const direction = desc ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined) {
      if (a.key === b.key) return a.index - b.index;
      return a.key === undefined ? 1 : -1;
    }
    return direction * compare(a.key, b.key) || a.index - b.index;
  });
  return keyed.map(({ row }) => row);
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return a === b ? 0 : collator.compare(String(a), String(b));
}

/** The order of cards, which have no column headers. */
export const orderOptions = (columns: readonly { id: string; header: string }[], { sortable }: Sorting) =>
  columns.flatMap(({ id, header }) =>
    id in sortable
      ? ([
          [id, `By ${header}`],
          [`-${id}`, `By ${header}, descending`],
        ] as const)
      : [],
  );
