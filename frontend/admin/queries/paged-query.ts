import { queryOptions } from "@tanstack/react-query";
import type { Day } from "../../../shared/day.ts";
import { partsOf, type Span } from "../../../shared/day-span.ts";
import { limitRequests } from "./list-query.ts";

type Page<R> = { rows: R[]; cursor?: string | undefined; unreadable?: number | undefined };

/**
 * A list that is loaded page by page, its parts in parallel; rows show as they arrive, in the order of the parts. Stops
 * when there are `most` rows.
 */
export const pagedQuery = <T, P extends Page<unknown>>(
  queryKey: readonly string[],
  parts: readonly T[],
  fetchPage: (part: T, cursor: string | undefined, signal: AbortSignal) => Promise<P>,
  most = Number.POSITIVE_INFINITY,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const isFirstTime = client.getQueryData(queryKey) === undefined;
      const pages = parts.map((): P[] => []);
      const loaded = (complete: boolean) => {
        const all = pages.flat() as [P, ...P[]];
        const rows = all.flatMap((page) => page.rows) as P["rows"];
        return {
          ...all[0],
          rows,
          complete,
          unreadable: all.reduce((sum, one) => sum + (one.unreadable ?? 0), 0),
        };
      };
      const fetchPart = async (part: T, index: number) => {
        let cursor: string | undefined;
        do {
          const page = await limitRequests(() => fetchPage(part, cursor, signal));
          signal.throwIfAborted();
          pages[index]?.push(page);
          cursor = page.cursor;
          if (isFirstTime) client.setQueryData(queryKey, loaded(false));
        } while (cursor !== undefined && loaded(false).rows.length < most);
        return cursor === undefined;
      };
      const isComplete = await Promise.all(parts.map(fetchPart));
      return loaded(isComplete.every(Boolean));
    },
  });

type SpanPage<R> = Page<R> & { from: Day; to: Day };

/** A list between two days, newest first. */
export const spanQuery = <R>(
  queryKey: readonly string[],
  span: Span | undefined,
  fetchPage: (
    query: Partial<Span> & { cursor: string | undefined },
    signal: AbortSignal,
  ) => Promise<SpanPage<R>>,
) =>
  pagedQuery<Partial<Span>, SpanPage<R>>(
    [...queryKey, span?.from ?? "", span?.to ?? ""],
    span ? partsOf(span) : [{}],
    (part, cursor, signal) => fetchPage({ ...part, cursor }, signal),
  );
