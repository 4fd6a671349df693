import { useDeferredValue, useMemo } from "react";
import type { Order } from "../../components/table/order.ts";
import { countsOf, filtered, inOrder, lineOf } from "./log.ts";
import type { Log } from "./queries.ts";

/** What of a day's log is shown, in its order. The control that was touched answers first, the list follows. */
export function useShown(log: Log | undefined, group: string, search: string, order: Order) {
  const wanted = useDeferredValue(useMemo(() => ({ group, search, order }), [group, search, order]));
  const lines = useMemo(() => log?.reminders.map(lineOf), [log]);
  const counts = useMemo(() => lines && countsOf(lines), [lines]);
  const ordered = useMemo(() => lines && inOrder(lines, wanted.order), [lines, wanted.order]);
  const shown = useMemo(
    () => ordered && filtered(ordered, wanted.group, wanted.search),
    [ordered, wanted.group, wanted.search],
  );
  return { lines, counts, shown };
}
