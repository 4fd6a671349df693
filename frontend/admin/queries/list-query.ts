import { type QueryClient, queryOptions } from "@tanstack/react-query";
import pLimit from "p-limit";
import type { Day } from "../../../shared/day.ts";
import { LIST_PARTS, type ListPage } from "../../../shared/list-page.ts";
import { ApiError } from "../../api.ts";
import { withRetry } from "../query-client.ts";

/**
 * The rows loaded so far. `complete`: the last page has arrived. `unreadable`: stored records that could not be read.
 * `today`: the server's date, because the browser's clock may be wrong. `mark`: what changed later can be asked for.
 */
export type LoadedList<R> = {
  rows: R[];
  today: Day;
  complete: boolean;
  unreadable: number;
  mark?: string | undefined;
  /** What clients owe of subscriptions that another client has now. */
  former?: R[] | undefined;
};

/** Lets the browser draw the first rows before the rest loads. */
const FIRST_DRAW_MS = 50;

/** `account_version` is that of the client's account whose charges the row names. */
type Row = { id: string; version: number; account_version?: number | undefined };

type Page<R> = {
  rows: R[];
  today?: Day;
  cursor?: string | undefined;
  unreadable?: number | undefined;
  mark?: string | undefined;
  reload?: true | undefined;
  former?: R[] | undefined;
};

/** When somebody returns to the window after this time, the list is fetched again in the background. */
const STALE_MS = 5 * 60_000;

/**
 * A list of any length: first one page, then the parts of the rest in parallel. Rows show as they arrive. The list stays
 * cached while the page is open: changes saved here are added, changes of others arrive when somebody returns to the window.
 * A second fetch asks only for what changed; a second fetch of everything replaces the rows when it is complete.
 */
export const listQuery = <R extends Row>(
  queryKey: readonly string[],
  startFetch: (
    before: LoadedList<R> | undefined,
  ) => (page: ListPage, signal: AbortSignal) => Promise<Page<R>>,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const before = client.getQueryData<LoadedList<R>>(queryKey);
      const fetchPage = startFetch(before);
      const fetched = new Map<string, R>();
      const former = new Map<string, R>();
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
        for (const row of answer.former ?? []) former.set(row.id, row);
        return answer;
      };
      /** The fetched rows, with what was saved here since the fetch started. */
      const merged = (): LoadedList<R> => {
        const [known, ids] = [new Set(before?.rows), new Set(before?.rows.map(({ id }) => id))];
        for (const row of client.getQueryData<LoadedList<R>>(queryKey)?.rows ?? [])
          if (!known.has(row) && (fetched.has(row.id) || !ids.has(row.id))) keepNewer(fetched, row);
        return { ...list, rows: [...fetched.values()], former: [...former.values()] };
      };
      const show = () => {
        if (!before) client.setQueryData(queryKey, merged());
      };

      /** The rows with what changed since they were fetched; undefined if everything has to be fetched again. */
      const changed = async (since: string): Promise<LoadedList<R> | undefined> => {
        const pages = [await fetchOne({ since })];
        for (let cursor = pages[0]?.cursor; cursor !== undefined; cursor = pages.at(-1)?.cursor)
          pages.push(await fetchOne({ since, cursor }));
        const { rows = [] } = client.getQueryData<LoadedList<R>>(queryKey) ?? {};
        const byId = new Map(rows.map((row) => [row.id, row]));
        const news = [...fetched.values()].filter((row) => keepNewer(byId, row));
        fetched.clear();
        const owed = [...former.values()];
        former.clear();
        if (pages.some(({ reload, unreadable }) => reload || unreadable)) return undefined;
        const mark = pages[0]?.mark;
        return {
          ...list,
          mark,
          complete: true,
          rows: news.length > 0 ? [...byId.values()] : rows,
          former: owed,
        };
      };
      if (before?.complete && before.mark !== undefined && before.unreadable === 0) {
        const after = await changed(before.mark);
        if (after) return after;
      }

      const first = await fetchOne({});
      list.mark = first.mark;
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

function keepNewer<R extends Row>(rows: Map<string, R>, row: R): boolean {
  const before = rows.get(row.id);
  if (before && !isNewer(row, before)) return false;
  rows.set(row.id, row);
  return true;
}

const isNewer = (row: Row, before: Row): boolean =>
  row.version > before.version ||
  (row.version === before.version && (row.account_version ?? 0) > (before.account_version ?? 0));

/**
 * Cancels running fetches, fetches the whole list again and returns its rows. The index of changes may lag behind a save
 * that was refused just now.
 */
export async function latestRows<R extends Row>(queryClient: QueryClient, list: ListQuery<R>): Promise<R[]> {
  await queryClient.cancelQueries({ queryKey: list.queryKey });
  queryClient.setQueryData(list.queryKey, (data) => data && { ...data, mark: undefined });
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

/** A new AWS account runs ten functions at once for everybody, and four responses fill a phone's connection. */
const CONCURRENCY = 4;

/** Runs one request when fewer than four are running. */
export const limitRequests = pLimit(CONCURRENCY);

/** Runs `work` for each row, some at a time. When `stopped` aborts, running work ends and no more starts. */
export async function mapLimited<R>(
  rows: readonly R[],
  work: (row: R) => Promise<void>,
  stopped: AbortSignal,
  atOnce = CONCURRENCY,
): Promise<void> {
  // A queue of its own: thousands of rows must not delay other requests.
  const limitRows = pLimit(atOnce);
  await limitRows.map(rows, async (row) => {
    if (!stopped.aborted) await limitRequests(() => work(row));
  });
}

type Attempts<R> = {
  create: () => Promise<R>;
  /** Reads what is stored under the id. */
  stored: () => Promise<R | undefined>;
  /** Saves the change, if this is still the stored version. */
  change: (version: number) => Promise<R>;
};

/**
 * Creates a record under an id chosen here. If an earlier attempt was stored but its response got lost, a correction
 * is saved over it, unless somebody else has changed the record.
 */
export async function createOnce<R extends { version: number }>(attempts: Attempts<R>): Promise<R> {
  try {
    return await attempts.create();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    const earlier = await attempts.stored();
    if (earlier?.version !== 1) throw error;
    return attempts.change(earlier.version);
  }
}
