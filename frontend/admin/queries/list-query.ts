import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Day } from "../../../shared/day.ts";
import { partsOf, type Span } from "../../../shared/day-span.ts";
import { LIST_PARTS, type ListPage } from "../../../shared/list-page.ts";
import { withRetry } from "../query-client.ts";
import { limitRequests } from "./limit-requests.ts";

/**
 * `unreadable`: stored records that could not be read. `mark`: what changed later can be asked for. `reload`: everything
 * has to be fetched again.
 */
type Page<R> = {
  rows: R[];
  cursor?: string | undefined;
  unreadable?: number | undefined;
  mark?: string | undefined;
  reload?: true | undefined;
};

type Loaded = { complete: boolean; unreadable: number; mark?: string | undefined };

type Loading<T, P, L> = {
  /** The query of the whole list, and of the parts that are loaded in parallel. */
  whole: T;
  parts: readonly T[];
  fetchPage: (query: T & Pick<ListPage, "cursor" | "since">, signal: AbortSignal) => Promise<P>;
  /** Puts pages together, in the order in which they arrived. */
  join: (pages: readonly { page: P; part: number }[], cached: L | undefined) => L;
  /** Adds what changed since the mark of the list; undefined if everything has to be fetched again. */
  joinNews?: ((pages: readonly P[], cached: L) => L | undefined) | undefined;
  /** A first page of the whole shows at once. The parts contain its rows again. */
  showsFirstPage?: boolean;
  /** Stops when there are this many rows. */
  most?: number | undefined;
};

/** Lets the browser draw the first rows before the rest loads. */
const FIRST_DRAW_MS = 50;
const WHOLE = -1;

/**
 * Loads a list of any length. At the first time, rows show as they arrive. A second fetch asks only for what changed, if it
 * can; otherwise the rows are replaced when all have arrived.
 */
const loadList =
  <T, P extends Page<unknown>, L extends Loaded>(
    queryKey: readonly string[],
    startLoading: (before: L | undefined, client: QueryClient) => Loading<T, P, L>,
  ) =>
  async ({ client, signal }: { client: QueryClient; signal: AbortSignal }): Promise<L> => {
    const cached = () => client.getQueryData<L>(queryKey);
    const before = cached();
    const { whole, parts, fetchPage, join, joinNews, showsFirstPage, most } = startLoading(before, client);
    const load = (query: T, since?: string) =>
      pagesOf(async (cursor) => {
        const page = await limitRequests(() => {
          signal.throwIfAborted();
          return withRetry(() => fetchPage({ ...query, since, cursor }, signal));
        });
        signal.throwIfAborted();
        return page;
      });

    if (joinNews && before?.complete && before.mark !== undefined && before.unreadable === 0) {
      const news = await Array.fromAsync(load(whole, before.mark));
      const isWhole = !news.some(({ reload, unreadable }) => reload || unreadable);
      const list = isWhole && joinNews(news, cached() ?? before);
      if (list) return { ...list, mark: news[0]?.mark };
    }

    const pages: { page: P; part: number }[] = [];
    const joined = (complete: boolean) => ({ ...join(pages, cached()), complete });
    /** Returns whether these are all pages of the query. */
    async function fetchAll(query: T, part: number, rows = Number.POSITIVE_INFINITY): Promise<boolean> {
      for await (const page of load(query)) {
        pages.push({ page, part });
        const isLast = page.cursor === undefined;
        if (!before && !(part === WHOLE && isLast)) client.setQueryData(queryKey, joined(false));
        if (pages.reduce((sum, { page }) => sum + page.rows.length, 0) >= rows) return isLast;
      }
      return true;
    }
    if (showsFirstPage) {
      if (await fetchAll(whole, WHOLE, 0)) return joined(true);
      await new Promise((resolve) => setTimeout(resolve, FIRST_DRAW_MS));
    }
    const areAll = await Promise.all(parts.map((query, part) => fetchAll(query, part, most)));
    return joined(areAll.every(Boolean));
  };

/** The pages of a list, each after the cursor of the one before. */
export async function* pagesOf<P extends { cursor?: string | undefined }>(
  fetchPage: (cursor: string | undefined) => Promise<P>,
): AsyncGenerator<P> {
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    yield page;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

const unreadableIn = (pages: readonly { page: Page<unknown> }[]): number =>
  pages.reduce((sum, { page: { unreadable = 0 } }) => sum + unreadable, 0);

/** The rows loaded so far. `today`: the server's date, because the browser's clock may be wrong. */
export type LoadedList<R> = Loaded & {
  rows: R[];
  today: Day;
  /** Debts for subscriptions that another client has now. */
  former?: R[] | undefined;
};

/** `account_version` is that of the client's account whose charges the row names. */
type Row = { id: string; version: number; account_version?: number | undefined };

type RecordsPage<R> = Page<R> & { today?: Day; former?: R[] | undefined };

/** When somebody returns to the window after this time, the list is fetched again in the background. */
const STALE_MS = 5 * 60_000;

/**
 * All records of a kind. They stay cached while the page is open: changes saved here are added, changes of others arrive
 * when somebody returns to the window.
 */
export const listQuery = <R extends Row>(
  queryKey: readonly string[],
  startFetch: (
    before: LoadedList<R> | undefined,
    client: QueryClient,
  ) => (page: ListPage, signal: AbortSignal) => Promise<RecordsPage<R>>,
) =>
  queryOptions({
    queryKey,
    queryFn: loadList<Pick<ListPage, "part">, RecordsPage<R>, LoadedList<R>>(queryKey, (before, client) => {
      const [known, ids] = [new Set(before?.rows), new Set(before?.rows.map(({ id }) => id))];
      return {
        whole: {},
        parts: LIST_PARTS.map((part) => ({ part })),
        showsFirstPage: true,
        fetchPage: startFetch(before, client),
        /** The fetched rows, with what was saved here since the fetch started. */
        join(pages, cached) {
          const fetched = new Map<string, R>();
          for (const { page } of pages) for (const row of page.rows) keepNewer(fetched, row);
          for (const row of cached?.rows ?? [])
            if (!known.has(row) && (fetched.has(row.id) || !ids.has(row.id))) keepNewer(fetched, row);
          return {
            rows: [...fetched.values()],
            former: formerIn(pages.map(({ page }) => page)),
            today: pages.at(-1)?.page.today ?? "",
            mark: pages[0]?.page.mark,
            // The parts count those of the first page again.
            unreadable: unreadableIn(pages.filter(({ page, part }) => part !== WHOLE || !page.cursor)),
            complete: false,
          };
        },
        joinNews(pages, cached) {
          const byId = new Map(cached.rows.map((row) => [row.id, row]));
          const newer = pages.flatMap(({ rows }) => rows).filter((row) => keepNewer(byId, row));
          const rows = newer.length > 0 ? [...byId.values()] : cached.rows;
          return { ...cached, rows, former: formerIn(pages), today: pages.at(-1)?.today ?? "" };
        },
      };
    }),
    // An incomplete list is fetched again by the next screen that shows it.
    staleTime: ({ state }) => (state.data?.complete ? Number.POSITIVE_INFINITY : 0),
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > STALE_MS && "always",
    // `withRetry` retries each page.
    retry: false,
  });

const formerIn = <R extends Row>(pages: readonly RecordsPage<R>[]): R[] => [
  ...new Map(pages.flatMap(({ former = [] }) => former.map((row) => [row.id, row]))).values(),
];

type More<T, P> = Partial<Pick<Loading<T, P, P & Loaded>, "parts" | "most" | "joinNews">>;

/** A list in the order of its parts. */
export const pagedQuery = <T, P extends Page<unknown>>(
  queryKey: readonly string[],
  whole: T,
  fetchPage: Loading<T, P, P & Loaded>["fetchPage"],
  { parts = [whole], most, joinNews }: More<T, NoInfer<P>> = {},
) =>
  queryOptions({
    queryKey,
    queryFn: loadList<T, P, P & Loaded>(queryKey, () => ({
      whole,
      parts,
      most,
      fetchPage,
      joinNews,
      join(arrived) {
        const pages = arrived.toSorted((a, b) => a.part - b.part);
        const [first] = pages.map(({ page }) => page) as [P, ...P[]];
        const rows = pages.flatMap(({ page }) => page.rows) as P["rows"];
        return { ...first, rows, unreadable: unreadableIn(pages), complete: false };
      },
    })),
    retry: false,
  });

/** A list between two days, newest first. `joinNews` adds what changed since it was loaded. */
export const spanQuery = <P extends Page<unknown> & Span>(
  queryKey: readonly string[],
  span: Span | undefined,
  fetchPage: Loading<Partial<Span>, P, P & Loaded>["fetchPage"],
  joinNews?: More<Partial<Span>, NoInfer<P>>["joinNews"],
) =>
  pagedQuery<Partial<Span>, P>([...queryKey, span?.from ?? "", span?.to ?? ""], span ?? {}, fetchPage, {
    parts: span && partsOf(span),
    joinNews,
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
    const unlisted = new Map(saved.map((row) => [row.id, row]));
    const rows = list.rows.map((row) => {
      const stored = unlisted.get(row.id) ?? row;
      unlisted.delete(row.id);
      return stored;
    });
    return { ...list, rows: [...rows, ...unlisted.values()] };
  });
}
