import { useDeferredValue, useMemo } from "react";
import { orderOf, orderText, type Sorting } from "../../../../shared/lists/order.ts";
import { filtered, inOrder, type ListRules } from "../../../../shared/lists/rules.ts";
import type { Address } from "./use-address.ts";
import { useSearch } from "./use-search.ts";

export type List<R> = ReturnType<typeof useList<R>>;

/**
 * The rows to show, by search, filters and order in the address. Controls respond before the rows update. While a list
 * loads, rows are added at its end; it is sorted when it is complete.
 */
export function useList<R>(
  rules: ListRules<R>,
  rows: readonly R[] | undefined,
  { get, set }: Address,
  complete = true,
) {
  const [search, setSearch] = useSearch(get("q"), (q) => set({ q }));
  // As text, so that an equal filter causes no new filtering.
  const filterText = new URLSearchParams(
    Object.keys(rules.filters).map((name) => [name, get(name)]),
  ).toString();
  const chosen = useMemo(() => Object.fromEntries(new URLSearchParams(filterText)), [filterText]);
  const orderInAddress = get("sort");
  const order = useMemo(
    () => orderOf(orderInAddress, Object.keys(rules.sortKeys), rules.defaultOrder),
    [orderInAddress, rules],
  );
  const deferredOrder = useDeferredValue(order);
  const deferred = useDeferredValue(useMemo(() => ({ chosen, search }), [chosen, search]));
  const ordered = useMemo(
    () => (complete ? rows && inOrder(rules, rows, deferredOrder) : rows),
    [rules, rows, deferredOrder, complete],
  );
  const shown = useMemo(
    () => ordered && filtered(rules, ordered, deferred.chosen, deferred.search),
    [rules, ordered, deferred],
  );
  const sorting = useMemo(
    (): Sorting => ({
      order,
      sortable: rules.sortKeys,
      change: (next) => set({ sort: orderText(next) }),
    }),
    [order, rules, set],
  );
  return {
    rows,
    shown,
    search,
    setSearch,
    chosen,
    choose: (name: string, value: string) => set({ [name]: value }),
    sorting,
    showAll: () => {
      setSearch("");
      set({ q: "", ...Object.fromEntries(Object.keys(rules.filters).map((name) => [name, ""])) });
    },
  };
}
