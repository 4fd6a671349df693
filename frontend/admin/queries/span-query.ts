import { queryOptions } from "@tanstack/react-query";
import type { Day } from "../../../shared/day.ts";
import type { Span } from "../../../shared/day-span.ts";

/** The rows between two days loaded so far. */
type LoadedSpan<R> = Span & { rows: R[]; complete: boolean; unreadable: number };

type PageQuery = Partial<Span> & { cursor: string | undefined };
type Page<R> = {
  rows: R[];
  from: Day;
  to: Day;
  cursor?: string | undefined;
  unreadable?: number | undefined;
};

/** A list between two days, loaded page by page; rows show as they arrive. */
export const spanQuery = <R>(
  queryKey: readonly string[],
  span: Span | undefined,
  fetchPage: (query: PageQuery, signal: AbortSignal) => Promise<Page<R>>,
) =>
  queryOptions({
    queryKey: [...queryKey, span?.from ?? "", span?.to ?? ""],
    queryFn: async ({ client, signal, queryKey }) => {
      const firstTime = client.getQueryData(queryKey) === undefined;
      const found: LoadedSpan<R> = { rows: [], from: "", to: "", complete: false, unreadable: 0 };
      let cursor: string | undefined;
      do {
        const page = await fetchPage({ ...span, cursor }, signal);
        signal.throwIfAborted();
        cursor = page.cursor;
        found.rows = [...found.rows, ...page.rows];
        Object.assign(found, { from: page.from, to: page.to });
        found.unreadable += page.unreadable ?? 0;
        found.complete = cursor === undefined;
        if (firstTime) client.setQueryData(queryKey, { ...found });
      } while (cursor !== undefined);
      return found;
    },
  });
