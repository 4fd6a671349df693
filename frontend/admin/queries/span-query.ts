import { queryOptions } from "@tanstack/react-query";
import type { Day } from "../../../shared/day.ts";
import type { Span } from "../../../shared/span.ts";

/** What lies between two days, as far as it has come. */
type Between<R> = Span & { rows: R[]; complete: boolean; unreadable: number };

type Asked = Partial<Span> & { cursor: string | undefined };
type Page<R> = {
  rows: R[];
  from: Day;
  to: Day;
  cursor?: string | undefined;
  unreadable?: number | undefined;
};

/** A list between two days, page after page. It can be looked at while it comes. */
export const spanQuery = <R>(
  queryKey: readonly string[],
  asked: Span | undefined,
  fetchPage: (asked: Asked, signal: AbortSignal) => Promise<Page<R>>,
) =>
  queryOptions({
    queryKey: [...queryKey, asked?.from ?? "", asked?.to ?? ""],
    queryFn: async ({ client, signal, queryKey }) => {
      const firstTime = client.getQueryData(queryKey) === undefined;
      const found: Between<R> = { rows: [], from: "", to: "", complete: false, unreadable: 0 };
      let cursor: string | undefined;
      do {
        const page = await fetchPage({ ...asked, cursor }, signal);
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
