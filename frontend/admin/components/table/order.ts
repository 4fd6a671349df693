/** The order of a list: a column's id, with a minus for descending, as it stands in the address. */
export type Order = { id: string; desc: boolean };

/** How a list is sorted, and the way to change that; `sortable` has the columns that can be sorted by, by their ids. */
export type Sorting = {
  order: Order;
  sortable: Record<string, unknown>;
  change: (order: Order) => void;
};

export function orderOf(text: string, allowed: readonly string[], otherwise: Order): Order {
  const desc = text.startsWith("-");
  const id = desc ? text.slice(1) : text;
  return allowed.includes(id) ? { id, desc } : otherwise;
}

export const orderText = ({ id, desc }: Order): string => (desc ? `-${id}` : id);

/** Compares as people sort names: emails regardless of case, numbers by value. */
const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** What a row is sorted by; rows without it come last in either direction. */
export type SortKey = string | number | undefined;

export function sorted<R>(rows: readonly R[], keyOf: (row: R) => SortKey, desc: boolean): R[] {
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
