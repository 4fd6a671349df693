import type { RowFields } from "../../../shared/field-values.ts";
import { matcher } from "../../../shared/search.ts";
import { searchTextOf, sortKeysOf } from "./list-fields.ts";
import { type Order, type SortKey, sorted } from "./list-order.ts";

/** How the rows of a list are searched, filtered and sorted. */
export type ListRules<R> = {
  /** The text that a search looks through, made by `searchable`. */
  textOf: (row: R) => string;
  /** By the filter's name in the address: the value compared with the chosen one. */
  filters: Record<string, (row: R, chosen: string) => string>;
  /** By the id of the sortable column. */
  sortKeys: Record<string, (row: R) => SortKey>;
  defaultOrder: Order;
};

/** Searches and sorts by the declared fields; `rules` has the rest. */
export const rulesOf = <R extends object>(
  fields: RowFields<R>,
  { sortKeys, ...rules }: Pick<ListRules<R>, "filters" | "defaultOrder"> & Partial<ListRules<R>>,
): ListRules<R> => ({
  textOf: searchTextOf(fields),
  ...rules,
  sortKeys: { ...sortKeysOf(fields), ...sortKeys },
});

export function inOrder<R>(
  { sortKeys }: ListRules<R>,
  rows: readonly R[],
  { id, desc }: Order,
): readonly R[] {
  const keyOf = sortKeys[id];
  return keyOf ? sorted(rows, keyOf, { desc }) : rows;
}

/** The rows that match every filter and the search. */
export function filtered<R>(
  { textOf, filters }: ListRules<R>,
  rows: readonly R[],
  chosen: Record<string, string>,
  search: string,
): readonly R[] {
  const active = Object.entries(filters).filter(([name]) => chosen[name]);
  if (active.length === 0 && !search.trim()) return rows;
  const matches = matcher(search);
  return rows.filter(
    (row) =>
      active.every(([name, fieldOf]) => fieldOf(row, chosen[name] ?? "") === chosen[name]) &&
      matches(textOf(row)),
  );
}
