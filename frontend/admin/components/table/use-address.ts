import { useCallback, useState } from "react";
import { useSearchParams } from "react-router";
import { addressNow } from "../ui/address-now.ts";

export type Address = ReturnType<typeof useAddress>;

/**
 * Filters, search and order of a list are in the address, so that a reload, a bookmark and a new sign-in show the
 * same rows.
 */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  // The router updates late; a filter must apply immediately.
  const [own, setOwn] = useState(params);
  const [lastParams, setLastParams] = useState(params);
  if (lastParams !== params) {
    setLastParams(params);
    setOwn(params);
  }

  const get = useCallback((name: string) => own.get(name) ?? "", [own]);

  /** Replaces the address: the back button leads to the previous page, not to the previous filter. */
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
