import { useCallback, useState } from "react";
import { useSearchParams } from "react-router";
import { addressNow } from "../ui/address-now.ts";

export type Address = ReturnType<typeof useAddress>;

/**
 * What a list shows (filters, search, order) stands in the address, so that a reload, a bookmark and
 * signing in again lead to the same place.
 */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  // The router takes its time to follow; a filter must answer at once.
  const [own, setOwn] = useState(params);
  const [followed, setFollowed] = useState(params);
  if (followed !== params) {
    setFollowed(params);
    setOwn(params);
  }

  const get = useCallback((name: string) => own.get(name) ?? "", [own]);

  /** Changes what is shown; going back leads to the page before, not to the filter before. */
  const set = useCallback(
    (changes: Record<string, string | undefined>) => {
      const next = changed(addressNow(), changes);
      setOwn(next);
      setParams(next, { replace: true });
    },
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
