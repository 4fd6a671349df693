import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Day } from "../../../shared/day.ts";
import { type ListPage, parts } from "../../../shared/list.ts";
import { onceMore } from "../query-client.ts";
import { inTurn } from "./in-turn.ts";

/**
 * A list as far as it has come: `complete` once the last page is there; `unreadable` are stored and on none. `today` is
 * the server's, of lists that say it: a wrong clock in the browser makes nothing overdue.
 */
export type Listed<R> = { rows: R[]; today: Day; complete: boolean; unreadable: number };

/** Milliseconds that the first rows have to be drawn in, before the rest takes the machine's time. */
const untilDrawn = 50;

type Row = { id: string; version: number };

type Page<R> = {
  rows: R[];
  today?: Day;
  cursor?: string | undefined;
  unreadable?: number | undefined;
};

/** Milliseconds after which a list that is come back to is fetched anew, behind what is shown. */
const aWhile = 5 * 60_000;

/**
 * A list of any length: a first page, and where that is not all, the parts of the whole at the same time. It can be
 * looked at while it comes; fetched again, it changes at once and only when complete. It is kept for as long as the page
 * is open: what is saved here is put into it, and what others did comes when somebody returns to the page.
 */
export const listQuery = <R extends Row>(
  queryKey: readonly string[],
  fetchPage: (page: ListPage, signal: AbortSignal) => Promise<Page<R>>,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const before = client.getQueryData<Listed<R>>(queryKey);
      const fetched = new Map<string, R>();
      const list: Listed<R> = { rows: [], today: "", complete: false, unreadable: 0 };

      const fetchOne = async (page: ListPage) => {
        const answer = await inTurn(() => {
          signal.throwIfAborted();
          return onceMore(() => fetchPage(page, signal));
        });
        signal.throwIfAborted();
        // A row that was on the first page comes again in its part.
        for (const row of answer.rows) keepNewer(fetched, row);
        list.today = answer.today ?? "";
        return answer;
      };
      /** With what was saved here since the fetching began. */
      const soFar = (): Listed<R> => {
        const known = new Set(before?.rows.map(({ id }) => id));
        for (const row of client.getQueryData<Listed<R>>(queryKey)?.rows ?? [])
          if (fetched.has(row.id) || !known.has(row.id)) keepNewer(fetched, row);
        return { ...list, rows: [...fetched.values()] };
      };
      const show = () => {
        if (!before) client.setQueryData(queryKey, soFar());
      };

      const first = await fetchOne({});
      if (first.cursor === undefined)
        return { ...soFar(), unreadable: first.unreadable ?? 0, complete: true };
      show();
      await new Promise((drawn) => setTimeout(drawn, untilDrawn));
      const fetchPart = async (part: ListPage["part"]) => {
        let cursor: string | undefined;
        do {
          const page = await fetchOne({ part, cursor });
          cursor = page.cursor;
          list.unreadable += page.unreadable ?? 0;
          show();
        } while (cursor !== undefined);
      };
      await Promise.all(parts.map(fetchPart));
      return { ...soFar(), complete: true };
    },
    // What did not come to its end is fetched again by the next who looks.
    staleTime: ({ state }) => (state.data?.complete ? Number.POSITIVE_INFINITY : 0),
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > aWhile && "always",
    // Each of its pages is asked for once more.
    retry: false,
  });

type ListQuery<R extends Row> = ReturnType<typeof listQuery<R>>;

function keepNewer<R extends Row>(rows: Map<string, R>, row: R): void {
  const known = rows.get(row.id);
  if (!known || known.version < row.version) rows.set(row.id, row);
}

/** Fetches a list anew, whatever is under way, and gives its rows as they are stored now. */
export async function latestRows<R extends Row>(queryClient: QueryClient, list: ListQuery<R>): Promise<R[]> {
  await queryClient.cancelQueries({ queryKey: list.queryKey });
  return (await queryClient.query({ ...list, staleTime: 0 })).rows;
}

/** Shows a record in its list as the server has just stored it. */
export const putRow = <R extends Row>(queryClient: QueryClient, list: ListQuery<R>, row: R): void =>
  putRows(queryClient, list, [row]);

/** The same of many, at once: a list of thousands is not gone through for each. */
export function putRows<R extends Row>(
  queryClient: QueryClient,
  { queryKey }: ListQuery<R>,
  saved: readonly R[],
): void {
  queryClient.setQueryData(queryKey, (list: Listed<R> | undefined) => {
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
