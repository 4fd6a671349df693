import { useDeferredValue, useMemo } from "react";
import type { Order } from "../../components/table/order.ts";
import type { Clients, Subscriptions } from "../../queries/lists.ts";
import { entriesOf, type Filter, filtered, inOrder, totalsOf } from "./portfolio.ts";

/** The portfolio, its totals, and what of it is shown. The control that was touched answers first, the list follows. */
export function useShown(
  list: Subscriptions | undefined,
  clients: Clients | undefined,
  { status, frequency, due, search, order }: Filter & { order: Order },
) {
  const wanted = useMemo(
    () => ({ filter: { status, frequency, due, search }, order }),
    [status, frequency, due, search, order],
  );
  const { filter, order: inThisOrder } = useDeferredValue(wanted);
  const entries = useMemo(
    () => list && clients && entriesOf(list.subscriptions, clients, list.today),
    [list, clients],
  );
  const totals = useMemo(() => entries && totalsOf(entries), [entries]);
  const ordered = useMemo(() => entries && inOrder(entries, inThisOrder), [entries, inThisOrder]);
  const shown = useMemo(() => ordered && filtered(ordered, filter), [ordered, filter]);
  return { entries, totals, shown };
}
