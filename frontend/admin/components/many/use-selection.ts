import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { allToggled, extended, nothing, toggled } from "./selection.ts";

/** The part that a table shows. */
export type Selected = ReturnType<typeof useSelection>["table"];

/** The selected rows among those shown. Selected rows that a filter hides are not acted on. */
export function useSelection<R extends { id: string }>(shown: readonly R[] | undefined) {
  const [selection, setSelection] = useState(nothing);
  // Pressing a card opens it, or selects it while choosing.
  const [choosing, setChoosing] = useState(false);
  const latest = useRef(shown ?? []);
  useEffect(() => {
    latest.current = shown ?? [];
  }, [shown]);
  const { ids } = selection;
  const chosen = useMemo(
    () => (ids.size === 0 ? [] : (shown ?? []).filter(({ id }) => ids.has(id))),
    [ids, shown],
  );

  const select = useCallback((id: string, asRange: boolean) => {
    setChoosing(true);
    setSelection((now) => (asRange ? extended(now, id, latest.current) : toggled(now, id)));
  }, []);
  const selectAll = useCallback(() => setSelection((now) => allToggled(now, latest.current)), []);
  const choose = useCallback(() => setChoosing(true), []);
  const clear = useCallback(() => {
    setSelection(nothing);
    setChoosing(false);
  }, []);
  /** Selects only these rows. */
  const keep = useCallback((rows: readonly R[]) => {
    const left = new Set(rows.map(({ id }) => id));
    setSelection({ ids: left, anchor: undefined, before: left });
    setChoosing(left.size > 0);
  }, []);
  const all = chosen.length > 0 && chosen.length === shown?.length;
  const table = useMemo(
    () => ({ ids, all, select, selectAll, choosing }),
    [ids, all, select, selectAll, choosing],
  );
  return { table, chosen, choose, clear, keep };
}
