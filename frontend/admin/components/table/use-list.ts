import { useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { Day } from "../../../../shared/day.ts";
import { type Span, spanProblem } from "../../../../shared/day-span.ts";
import { orderOf, orderText, type Sorting } from "../../rules/list-order.ts";
import { filtered, inOrder, type ListRules } from "../../rules/list-rules.ts";
import { addressNow } from "../ui/address-now.ts";

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

export type Address = ReturnType<typeof useAddress>;

/**
 * Filters, search and order of a list are in the address, so that a reload, a bookmark and a new sign-in show the
 * same rows.
 */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  // The router updates late; a filter must apply immediately.
  const [current, setCurrent] = useState(params);
  const [lastParams, setLastParams] = useState(params);
  if (lastParams !== params) {
    setLastParams(params);
    setCurrent(params);
  }

  const get = useCallback((name: string) => current.get(name) ?? "", [current]);

  /** Replaces the address: the back button leads to the previous page, not to the previous filter. */
  const set = useCallback(
    (changes: Record<string, string | undefined>) => {
      const next = changed(addressNow(), changes);
      setCurrent(next);
      setParams(next, { replace: true });
    },
    [setParams],
  );
  return { get, set };
}

function changed(current: URLSearchParams, changes: Record<string, string | undefined>): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

const DEBOUNCE_MS = 300;

/** The text of a search box: immediately for the list, and in the address when typing pauses. */
export function useSearch(inAddress: string, remember: (text: string) => void) {
  const [text, setText] = useState(inAddress);
  const remembered = useRef(inAddress);
  const write = useEffectEvent(remember);

  // A link set another search.
  useEffect(() => {
    if (inAddress === remembered.current) return;
    remembered.current = inAddress;
    setText(inAddress);
  }, [inAddress]);

  useEffect(() => {
    if (text === remembered.current) return;
    const timer = setTimeout(() => {
      remembered.current = text;
      write(text);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return [text, setText] as const;
}

/** The loading state of a list. */
export type ListStatus = {
  error: Error | null;
  /** No rows are loaded yet. */
  pending: boolean;
  /** More rows are loading. */
  loadingMore: boolean;
  complete: boolean;
  unreadable: number | undefined;
  retry: () => void;
};

/** A list without a query. */
export const loaded: ListStatus = {
  error: null,
  pending: false,
  loadingMore: false,
  complete: true,
  unreadable: undefined,
  retry: () => {},
};

type Query = {
  data: { complete?: boolean; unreadable?: number | undefined; rows?: unknown } | undefined;
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

/** The combined status of these queries; the first one has the rows. */
export function statusOf(...queries: [Query, ...Query[]]): ListStatus {
  const error = queries.find((query) => query.error)?.error ?? null;
  const complete = queries.every(({ data }) => data?.complete !== false);
  return {
    error,
    pending: !error && queries.some(({ isPending }) => isPending),
    loadingMore: !complete && queries.some(({ isFetching }) => isFetching),
    complete,
    unreadable: queries[0].data?.unreadable,
    retry: () => {
      for (const { refetch } of queries) void refetch();
    },
  };
}

/** Why no list covers what was typed; undefined if one does. */
export const typedProblem = (span: Span): string | undefined =>
  Day.safeParse(span.from).success && Day.safeParse(span.to).success
    ? spanProblem(span)
    : span.from === "" || span.to === ""
      ? "Enter the first and the last day."
      : "Enter two dates that exist.";

/** The days in the address; undefined if they are invalid. */
export function spanInAddress({ get }: Address): Span | undefined {
  const span = { from: get("from"), to: get("to") };
  return typedProblem(span) ? undefined : span;
}
