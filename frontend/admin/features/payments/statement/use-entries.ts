import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  type LineMatch,
  type LineResult,
  MAX_MATCHED_LINES,
  type StatementLine,
} from "../../../../../shared/payments/statement-line.ts";
import { failureText, request } from "../../../../api.ts";
import { announce } from "../../../components/ui/announce.ts";
import { refresh, refreshIndexed } from "../../../queries/cache.ts";
import { mapLimited } from "../../../queries/limit-requests.ts";
import { withRetry } from "../../../query-client.ts";
import { type Entry, entryOf } from "./line-entries.ts";
import { partsOf } from "./line-parts.ts";
import { bodyOf, type Unit } from "./line-work.ts";

export const matchesOf = async (lines: readonly StatementLine[]): Promise<LineMatch[]> =>
  (await withRetry(() => request("POST /api/v1/payments/match", { body: { lines: [...lines] } }))).matches;

export const send = async ({ entries }: Unit): Promise<LineResult[]> =>
  (await request("POST /api/v1/payments", { body: { lines: entries.map(bodyOf) } })).lines;

const keep = async ({ line }: Pick<Entry, "line">): Promise<LineResult | undefined> =>
  (await request("POST /api/v1/payments", { body: { lines: [line] } })).lines[0];

/** Stores a line, or what is left of it, and marks it as no client's payment. */
export async function ignore(entry: Pick<Entry, "line" | "match">, reason: string): Promise<void> {
  const { waiting, rest, payment_id } = entry.match;
  const id = (waiting && rest === undefined ? payment_id : (await keep(entry))?.payment_id) ?? "";
  await request("PUT /api/v1/payments/{id}", { params: { id }, body: { state: "ignored", reason } });
}

/** Takes back that a payment was assigned or ignored: it waits again. */
export async function restore(queryClient: QueryClient, id: string): Promise<void> {
  try {
    await request("PUT /api/v1/payments/{id}", { params: { id }, body: { state: "unmatched" } });
    announce("The payment waits to be assigned again.");
  } catch (error) {
    announceFailure(error);
  }
  showStored(queryClient);
}

const announceFailure = (error: unknown) =>
  announce(failureText(error as Error, "The server refused it.", "There was no response."), "error");

/** Refreshes everything that payments change. */
export function showStored(queryClient: QueryClient): void {
  void refresh(queryClient, "payments", "reminders", "activity");
  void refreshIndexed(queryClient, "client", "dashboard", "subscriptions");
}

/** Matches the lines of a file, a part at a time, and holds the decision for each. It can be stopped and continued. */
export function useEntries(lines: readonly StatementLine[]) {
  const queryClient = useQueryClient();
  const [entries, setEntries] = useState<readonly Entry[]>();
  const [share, setShare] = useState(0);
  const [error, setError] = useState<Error | null>(null);
  const [stopped, setStopped] = useState(false);
  const [entryByIndex] = useState(() => new Map<number, Entry>());
  const controller = useRef<AbortController>(undefined);

  const match = useCallback(async (): Promise<void> => {
    controller.current?.abort();
    const request = new AbortController();
    controller.current = request;
    setError(null);
    setStopped(false);
    try {
      await mapLimited(
        partsOf(lines, MAX_MATCHED_LINES).filter((part) => part.some(([index]) => !entryByIndex.has(index))),
        async (part) => {
          const matches = await matchesOf(part.map(([, line]) => line));
          for (const [at, [index, line]] of part.entries())
            entryByIndex.set(index, entryOf(String(index), line, matches[at] as LineMatch));
          if (!request.signal.aborted) setShare(entryByIndex.size / lines.length);
        },
        request.signal,
      );
      if (request.signal.aborted) return;
      setEntries(lines.flatMap((_, index) => entryByIndex.get(index) ?? []));
    } catch (failure) {
      if (!request.signal.aborted) setError(failure as Error);
    }
  }, [lines, entryByIndex]);
  useEffect(() => {
    void match();
    return () => controller.current?.abort();
  }, [match]);

  const change = useCallback(
    (id: string, to: Partial<Entry>) =>
      setEntries((current) => current?.map((entry) => (entry.id === id ? { ...entry, ...to } : entry))),
    [],
  );
  /** Shows what became of lines. */
  const showResults = useCallback(
    (results: ReadonlyMap<string, LineResult>) => {
      setEntries((current) =>
        current?.map((entry) => {
          const result = results.get(entry.id);
          return result ? { ...entry, result, selected: false } : entry;
        }),
      );
      showStored(queryClient);
    },
    [queryClient],
  );
  const putBack = useCallback(
    async (entry: Entry) => {
      try {
        const stored = await keep(entry);
        // Somebody else decided otherwise.
        if (stored?.state !== "ignored") return showResults(new Map(stored && [[entry.id, stored]]));
        await restore(queryClient, stored.payment_id ?? "");
        const [match] = await matchesOf([entry.line]);
        const matchedEntry = match && entryOf(entry.id, entry.line, match);
        setEntries((current) =>
          current?.map((shown) => (matchedEntry && shown.id === entry.id ? matchedEntry : shown)),
        );
      } catch (failure) {
        announceFailure(failure);
      }
    },
    [queryClient, showResults],
  );
  function stop() {
    controller.current?.abort();
    setStopped(true);
  }
  const progress = { share, stopped, onStop: stopped ? () => void match() : stop };
  return { entries, progress, error, change, showResults, putBack, matchAgain: match };
}
