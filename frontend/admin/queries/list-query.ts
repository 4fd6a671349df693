import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Day } from "../../../shared/day.ts";

/**
 * A list as far as it has come: `complete` once the last page is there; `unreadable` are stored and on none. `today` is
 * the server's, of lists that say it: a wrong clock in the browser makes nothing overdue.
 */
export type Listed<R> = { rows: R[]; today: Day; complete: boolean; unreadable: number };

type Page<R> = {
  rows: R[];
  today?: Day;
  cursor?: string | undefined;
  unreadable?: number | undefined;
};

/**
 * A list that is fetched page after page to its end, each page giving its rows and a cursor. It can be looked at while
 * it comes; fetched again, it changes at once and only when complete.
 */
export const listQuery = <R>(
  queryKey: readonly string[],
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<R>>,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const firstTime = client.getQueryData(queryKey) === undefined;
      let list: Listed<R> = { rows: [], today: "", complete: false, unreadable: 0 };
      let cursor: string | undefined;
      do {
        const page = await fetchPage(cursor, signal);
        signal.throwIfAborted();
        cursor = page.cursor;
        list = {
          rows: [...list.rows, ...page.rows],
          today: page.today ?? "",
          complete: cursor === undefined,
          unreadable: list.unreadable + (page.unreadable ?? 0),
        };
        if (firstTime) client.setQueryData(queryKey, list);
      } while (cursor !== undefined);
      return list;
    },
  });

type ListQuery<R> = ReturnType<typeof listQuery<R>>;

/** Fetches a list anew, whatever is under way, and gives its rows as they are stored now. */
export async function latestRows<R>(queryClient: QueryClient, list: ListQuery<R>): Promise<R[]> {
  await queryClient.cancelQueries({ queryKey: list.queryKey });
  return (await queryClient.query({ ...list, staleTime: 0 })).rows;
}

/** Shows a record in its list as the server has just stored it. */
export function putRow<R extends { id: string }>(
  queryClient: QueryClient,
  { queryKey }: ListQuery<R>,
  row: R,
): void {
  queryClient.setQueryData(queryKey, (list) => {
    if (!list) return list;
    const known = list.rows.some(({ id }) => id === row.id);
    const rows = known ? list.rows.map((other) => (other.id === row.id ? row : other)) : [...list.rows, row];
    return { ...list, rows };
  });
}
