import { useDeferredValue, useMemo } from "react";
import type { Client } from "../../../../shared/clients.ts";
import type { Order } from "../../components/table/order.ts";
import { type Entry, entryOf, filtered, inOrder } from "./directory.ts";

/** What of the directory is shown, in its order. The control that was touched answers first, the list follows. */
export function useShown(
  clients: readonly Client[] | undefined,
  status: string,
  search: string,
  order: Order,
): readonly Entry[] | undefined {
  const wanted = useDeferredValue(useMemo(() => ({ status, search, order }), [status, search, order]));
  const entries = useMemo(() => clients?.map(entryOf), [clients]);
  const ordered = useMemo(() => entries && inOrder(entries, wanted.order), [entries, wanted.order]);
  return useMemo(
    () => ordered && filtered(ordered, wanted.status, wanted.search),
    [ordered, wanted.status, wanted.search],
  );
}
