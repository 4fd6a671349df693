import { type Order, type SortKey, sorted } from "./order.ts";
import { matcher } from "./search.ts";

/** How the rows of a list are searched, narrowed and put in order. */
export type ListRules<R> = {
  /** What a search looks through, as `searchable` gives it. */
  textOf: (row: R) => string;
  /** By a filter's name in the address: what it compares with what was chosen. */
  filters: Record<string, (row: R, chosen: string) => string>;
  /** By the id of a column that can be sorted. */
  sortKeys: Record<string, (row: R) => SortKey>;
  usualOrder: Order;
};

export function inOrder<R>(
  { sortKeys }: ListRules<R>,
  rows: readonly R[],
  { id, desc }: Order,
): readonly R[] {
  const keyOf = sortKeys[id];
  return keyOf ? sorted(rows, keyOf, desc) : rows;
}

/** The rows that every filter and the search leave; what is empty filters nothing. */
export function filtered<R>(
  { textOf, filters }: ListRules<R>,
  rows: readonly R[],
  chosen: Record<string, string>,
  search: string,
): readonly R[] {
  const given = Object.entries(filters).filter(([name]) => chosen[name]);
  if (given.length === 0 && !search.trim()) return rows;
  const matches = matcher(search);
  return rows.filter(
    (row) =>
      given.every(([name, partOf]) => partOf(row, chosen[name] ?? "") === chosen[name]) &&
      matches(textOf(row)),
  );
}
