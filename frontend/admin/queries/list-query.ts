import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Day } from "../../../shared/day.ts";
import { LIST_PARTS, type ListPage } from "../../../shared/list-page.ts";
import { withRetry } from "../query-client.ts";
import { limitRequests } from "./map-limited.ts";

/**
 * The rows loaded so far. `complete`: the last page has arrived. `unreadable`: stored records that could not be read.
 * `today`: the server's date, because the browser's clock may be wrong.
 */
export type LoadedList<R> = { rows: R[]; today: Day; complete: boolean; unreadable: number };

/** Lets the browser draw the first rows before the rest loads. */
const FIRST_DRAW_MS = 50;

type Row = { id: string; version: number };

type Page<R> = {
  rows: R[];
  today?: Day;
  cursor?: string | undefined;
  unreadable?: number | undefined;
};

/** When somebody returns to the window after this time, the list is fetched again in the background. */
const STALE_MS = 5 * 60_000;

/**
 * A list of any length: first one page, then the parts of the rest in parallel. Rows show as they arrive; a second
 * fetch replaces them only when it is complete. The list stays cached while the page is open: changes saved here are
 * added, changes of others arrive when somebody returns to the window.
 */
export const listQuery = <R extends Row>(
  queryKey: readonly string[],
  fetchPage: (page: ListPage, signal: AbortSignal) => Promise<Page<R>>,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const before = client.getQueryData<LoadedList<R>>(queryKey);
      const fetched = new Map<string, R>();
      const list: LoadedList<R> = { rows: [], today: "", complete: false, unreadable: 0 };

      const fetchOne = async (page: ListPage) => {
        const answer = await limitRequests(() => {
          signal.throwIfAborted();
          return withRetry(() => fetchPage(page, signal));
        });
        signal.throwIfAborted();
        // The parts contain the rows of the first page again.
        for (const row of answer.rows) keepNewer(fetched, row);
        list.today = answer.today ?? "";
        return answer;
      };
      /** The fetched rows, with what was saved here since the fetch started. */
      const merged = (): LoadedList<R> => {
        const known = new Set(before?.rows.map(({ id }) => id));
        for (const row of client.getQueryData<LoadedList<R>>(queryKey)?.rows ?? [])
          if (fetched.has(row.id) || !known.has(row.id)) keepNewer(fetched, row);
        return { ...list, rows: [...fetched.values()] };
      };
      const show = () => {
        if (!before) client.setQueryData(queryKey, merged());
      };

      const first = await fetchOne({});
      if (first.cursor === undefined)
        return { ...merged(), unreadable: first.unreadable ?? 0, complete: true };
      show();
      await new Promise((resolve) => setTimeout(resolve, FIRST_DRAW_MS));
      const fetchPart = async (part: ListPage["part"]) => {
        let cursor: string | undefined;
        do {
          const page = await fetchOne({ part, cursor });
          cursor = page.cursor;
          list.unreadable += page.unreadable ?? 0;
          show();
        } while (cursor !== undefined);
      };
      await Promise.all(LIST_PARTS.map(fetchPart));
      return { ...merged(), complete: true };
    },
    // An incomplete list is fetched again by the next screen that shows it.
    staleTime: ({ state }) => (state.data?.complete ? Number.POSITIVE_INFINITY : 0),
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > STALE_MS && "always",
    // `withRetry` retries each page.
    retry: false,
  });

type ListQuery<R extends Row> = ReturnType<typeof listQuery<R>>;

function keepNewer<R extends Row>(rows: Map<string, R>, row: R): void {
  const known = rows.get(row.id);
  if (!known || known.version < row.version) rows.set(row.id, row);
}

/** Cancels running fetches, fetches the list again and returns its rows. */
export async function latestRows<R extends Row>(queryClient: QueryClient, list: ListQuery<R>): Promise<R[]> {
  await queryClient.cancelQueries({ queryKey: list.queryKey });
  return (await queryClient.query({ ...list, staleTime: 0 })).rows;
}

/** Puts a saved record into its cached list. */
export const putRow = <R extends Row>(queryClient: QueryClient, list: ListQuery<R>, row: R): void =>
  putRows(queryClient, list, [row]);

/** The same for many records in one pass. */
export function putRows<R extends Row>(
  queryClient: QueryClient,
  { queryKey }: ListQuery<R>,
  saved: readonly R[],
): void {
  queryClient.setQueryData(queryKey, (list: LoadedList<R> | undefined) => {
    if (!list) return list;
    const left = new Map(saved.map((row) => [row.id, row]));
    const rows = list.rows.map((row) => {
      const stored = left.get(row.id) ?? row;
      left.delete(row.id);
      return stored;
    });
    return { ...list, rows: [...rows, ...left.values()] };
  });
}
