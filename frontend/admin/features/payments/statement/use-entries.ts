import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { type Entry, entryOf } from "../../../../../shared/payments/line-entries.ts";
import { bodyOf, partsOf, type Unit } from "../../../../../shared/payments/line-work.ts";
import {
  type LineMatch,
  type LineResult,
  MAX_MATCHED_LINES,
  type StatementLine,
} from "../../../../../shared/payments/statement-line.ts";
import { request } from "../../../../api.ts";
import { refresh, refreshIndexed } from "../../../queries/cache.ts";
import { mapLimited } from "../../../queries/list-query.ts";
import { withRetry } from "../../../query-client.ts";

export const matchesOf = (lines: readonly StatementLine[]): Promise<LineMatch[]> =>
  withRetry(() => request("POST /api/v1/payments/match", { body: { lines: [...lines] } })).then(
    ({ matches }) => matches,
  );

export const send = async ({ entries }: Unit): Promise<LineResult[]> =>
  (await request("POST /api/v1/payments", { body: { lines: entries.map(bodyOf) } })).lines;

/** Stores a line and marks it as no client's payment. */
export async function ignore(entry: Pick<Entry, "line" | "match">, reason: string): Promise<void> {
  const stored = entry.match.payment_id;
  const [kept] =
    stored === undefined
      ? (await request("POST /api/v1/payments", { body: { lines: [entry.line] } })).lines
      : [];
  const id = stored ?? kept?.payment_id ?? "";
  await request("PUT /api/v1/payments/{id}", { params: { id }, body: { state: "ignored", reason } });
}

/** Refreshes everything that payments change. */
export function showStored(queryClient: QueryClient): void {
  void refresh(queryClient, "renewals", "reminders", "activity");
  void refreshIndexed(queryClient, "client", "dashboard", "subscriptions");
}

/** Matches the lines of a file, a part at a time, and holds the decision for each. It can be stopped and continued. */
export function useEntries(lines: readonly StatementLine[]) {
  const queryClient = useQueryClient();
  const [entries, setEntries] = useState<readonly Entry[]>();
  const [share, setShare] = useState(0);
  const [error, setError] = useState<Error | null>(null);
  const [stopped, setStopped] = useState(false);
  const [found] = useState(() => new Map<number, LineMatch>());
  const controller = useRef<AbortController>(undefined);

  const match = useCallback(async (): Promise<void> => {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setError(null);
    setStopped(false);
    try {
      await mapLimited(
        partsOf(lines, MAX_MATCHED_LINES).filter(({ start }) => !found.has(start)),
        async (part) => {
          const matches = await matchesOf(part.lines);
          for (const [index, one] of matches.entries()) found.set(part.start + index, one);
          if (!own.signal.aborted) setShare(found.size / lines.length);
        },
        own.signal,
      );
      if (own.signal.aborted) return;
      setEntries(
        lines.flatMap((line, index) => {
          const one = found.get(index);
          return one ? [entryOf(String(index), line, one)] : [];
        }),
      );
    } catch (failure) {
      if (!own.signal.aborted) setError(failure as Error);
    }
  }, [lines, found]);
  useEffect(() => {
    void match();
    return () => controller.current?.abort();
  }, [match]);

  const change = useCallback(
    (id: string, to: Partial<Entry>) =>
      setEntries((now) => now?.map((entry) => (entry.id === id ? { ...entry, ...to } : entry))),
    [],
  );
  /** Shows what became of lines. */
  const showResults = useCallback(
    (results: ReadonlyMap<string, LineResult>) => {
      setEntries((now) =>
        now?.map((entry) => {
          const result = results.get(entry.id);
          return result ? { ...entry, result, selected: false } : entry;
        }),
      );
      showStored(queryClient);
    },
    [queryClient],
  );
  function stop() {
    controller.current?.abort();
    setStopped(true);
  }
  const progress = { share, stopped, onStop: stopped ? () => void match() : stop };
  return { entries, progress, error, change, showResults, matchAgain: match };
}
