import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { clientList } from "../../../queries/clients.ts";
import { latestRows } from "../../../queries/list-query.ts";
import { subscriptionList } from "../../../queries/subscriptions.ts";
import { bookOf } from "./book.ts";
import { beforeOf, type Entry, entryOf } from "./entries.ts";
import { matchAll } from "./match.ts";
import type { Line } from "./read.ts";

/** Matches lines with what is stored now, and keeps what is decided of each. */
export function useEntries(lines: readonly Line[] | undefined) {
  const queryClient = useQueryClient();
  const [entries, setEntries] = useState<readonly Entry[]>();
  const [book, setBook] = useState<ReturnType<typeof bookOf>>();
  const [share, setShare] = useState(0);
  const [error, setError] = useState<Error | null>(null);
  const turn = useRef(0);

  const match = useCallback(
    async (latest: boolean): Promise<void> => {
      if (!lines) return;
      turn.current += 1;
      const mine = turn.current;
      const goOn = (done: number) => {
        if (mine !== turn.current) throw new Error("Somebody went on to something else.");
        setShare(done);
      };
      setError(null);
      try {
        const { today } = await queryClient.query(subscriptionList);
        const [clients, subscriptions] = await Promise.all(
          latest
            ? ([latestRows(queryClient, clientList), latestRows(queryClient, subscriptionList)] as const)
            : ([
                queryClient.query(clientList).then(({ rows }) => rows),
                queryClient.query(subscriptionList).then(({ rows }) => rows),
              ] as const),
        );
        const book = bookOf(clients, subscriptions);
        const before = await beforeOf(lines, today, queryClient, (done) => goOn(done / 2));
        const matches = await matchAll(lines, book, before, (done) => goOn((1 + done) / 2));
        goOn(1);
        setBook(book);
        setEntries(
          lines.flatMap((line) => {
            const match = matches.get(line.id);
            return match ? entryOf(line, match, before(line).known?.waiting ?? false) : [];
          }),
        );
      } catch (failure) {
        if (mine === turn.current) setError(failure as Error);
      }
    },
    [lines, queryClient],
  );
  useEffect(() => {
    void match(false);
    return () => {
      turn.current += 1;
    };
  }, [match]);

  const change = useCallback(
    (id: string, to: Partial<Entry>) =>
      setEntries((now) => now?.map((entry) => (entry.id === id ? { ...entry, ...to } : entry))),
    [],
  );
  return { entries, book, share, error, change, matchAnew: () => match(true) };
}
