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

  const select = useCallback((id: string, { asRange }: { asRange: boolean }) => {
    setChoosing(true);
    setSelection((current) => (asRange ? extended(current, id, latest.current) : toggled(current, id)));
  }, []);
  const selectAll = useCallback(() => setSelection((current) => allToggled(current, latest.current)), []);
  const choose = useCallback(() => setChoosing(true), []);
  const clear = useCallback(() => {
    setSelection(nothing);
    setChoosing(false);
  }, []);
  /** Selects only these rows. */
  const keep = useCallback((rows: readonly R[]) => {
    const ids = new Set(rows.map(({ id }) => id));
    setSelection({ ids, anchor: undefined, before: ids });
    setChoosing(ids.size > 0);
  }, []);
  const all = chosen.length > 0 && chosen.length === shown?.length;
  const table = useMemo(
    () => ({ ids, all, select, selectAll, choosing }),
    [ids, all, select, selectAll, choosing],
  );
  return { table, chosen, choose, clear, keep };
}
