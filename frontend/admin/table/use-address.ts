import { useCallback } from "react";
import { useSearchParams } from "react-router";

/**
 * What a list shows (filters, search, order) and which dialog is open stand in the address, so that a
 * reload, a bookmark and signing in again lead to the same place.
 */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const get = useCallback((name: string) => params.get(name) ?? "", [params]);

  /** Changes what is shown; going back leads to the page before, not to the filter before. */
  const set = useCallback(
    (changes: Record<string, string | undefined>) =>
      setParams((now) => changed(now, changes), { replace: true }),
    [setParams],
  );

  return { get, set };
}

function changed(now: URLSearchParams, changes: Record<string, string | undefined>): URLSearchParams {
  const next = new URLSearchParams(now);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
