import { useDeferredValue, useMemo } from "react";
import { filtered, inOrder, type ListRules } from "./list.ts";
import { orderOf, orderText, type Sorting } from "./order.ts";
import type { Address } from "./use-address.ts";
import { useSearch } from "./use-search.ts";

export type List<R> = ReturnType<typeof useList<R>>;

/**
 * What of a list is shown: its search, filters and order stand in the address. The control that was touched answers
 * first, the rows follow. A list that is still coming grows at its end, so that nothing jumps; it is put in order once
 * it is complete.
 */
export function useList<R>(
  rules: ListRules<R>,
  rows: readonly R[] | undefined,
  { get, set }: Address,
  complete = true,
) {
  const [search, setSearch] = useSearch(get("q"), (q) => set({ q }));
  // As text: another address with the same filters narrows nothing anew.
  const asked = new URLSearchParams(Object.keys(rules.filters).map((name) => [name, get(name)])).toString();
  const chosen = useMemo(() => Object.fromEntries(new URLSearchParams(asked)), [asked]);
  const orderInAddress = get("sort");
  const order = useMemo(
    () => orderOf(orderInAddress, Object.keys(rules.sortKeys), rules.usualOrder),
    [orderInAddress, rules],
  );
  const wantedOrder = useDeferredValue(order);
  const wanted = useDeferredValue(useMemo(() => ({ chosen, search }), [chosen, search]));
  const ordered = useMemo(
    () => (complete ? rows && inOrder(rules, rows, wantedOrder) : rows),
    [rules, rows, wantedOrder, complete],
  );
  const shown = useMemo(
    () => ordered && filtered(rules, ordered, wanted.chosen, wanted.search),
    [rules, ordered, wanted],
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
