import { queryOptions } from "@tanstack/react-query";
import type { Day } from "../../../shared/day.ts";
import { partsOf, type Span } from "../../../shared/day-span.ts";
import { limitRequests } from "./list-query.ts";

type Page<R> = { rows: R[]; cursor?: string | undefined; unreadable?: number | undefined };

type Loaded<P extends Page<unknown>> = P & { complete: boolean; unreadable: number };

type Options<P extends Page<unknown>> = {
  /** Stops when there are this many rows. */
  most?: number;
  /** A complete list with what changed since; undefined if all has to be loaded again. */
  bringUpToDate?: (loaded: Loaded<P>, signal: AbortSignal) => Promise<Loaded<P> | undefined>;
};

/** A list that is loaded page by page, its parts in parallel; rows show as they arrive, in the order of the parts. */
export const pagedQuery = <T, P extends Page<unknown>>(
  queryKey: readonly string[],
  parts: readonly T[],
  fetchPage: (part: T, cursor: string | undefined, signal: AbortSignal) => Promise<P>,
  { most = Number.POSITIVE_INFINITY, bringUpToDate }: Options<NoInfer<P>> = {},
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const before = client.getQueryData<Loaded<P>>(queryKey);
      const isFirstTime = before === undefined;
      const upToDate = before?.complete && (await bringUpToDate?.(before, signal));
      if (upToDate) return upToDate;
      const pages = parts.map((): P[] => []);
      const loaded = (complete: boolean): Loaded<P> => {
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
export const spanQuery = <P extends SpanPage<unknown>>(
  queryKey: readonly string[],
  span: Span | undefined,
  fetchPage: (query: Partial<Span> & { cursor: string | undefined }, signal: AbortSignal) => Promise<P>,
  bringUpToDate?: Options<NoInfer<P>>["bringUpToDate"],
) =>
  pagedQuery<Partial<Span>, P>(
    [...queryKey, span?.from ?? "", span?.to ?? ""],
    span ? partsOf(span) : [{}],
    (part, cursor, signal) => fetchPage({ ...part, cursor }, signal),
    bringUpToDate && { bringUpToDate },
  );
