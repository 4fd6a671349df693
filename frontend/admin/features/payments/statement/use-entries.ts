import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { clientList } from "../../../queries/clients.ts";
import { latestRows } from "../../../queries/list-query.ts";
import { subscriptionList } from "../../../queries/subscriptions.ts";
import { type Entry, entryOf, findKnown } from "./entries.ts";
import { matchAll } from "./match.ts";
import { buildMatchIndex } from "./match-index.ts";
import type { Line } from "./read.ts";

/** Matches lines with the stored records, and holds the decision for each. */
export function useEntries(lines: readonly Line[] | undefined) {
  const queryClient = useQueryClient();
  const [entries, setEntries] = useState<readonly Entry[]>();
  const [matchIndex, setMatchIndex] = useState<ReturnType<typeof buildMatchIndex>>();
  const [share, setShare] = useState(0);
  const [error, setError] = useState<Error | null>(null);
  const task = useRef(0);

  const match = useCallback(
    async (latest: boolean): Promise<void> => {
      if (!lines) return;
      task.current += 1;
      const ownTask = task.current;
      const reportProgress = (done: number) => {
        if (ownTask !== task.current) throw new Error("The task is obsolete.");
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
        const matchIndex = buildMatchIndex(clients, subscriptions);
        const before = await findKnown(lines, today, queryClient, (done) => reportProgress(done / 2));
        const matches = await matchAll(lines, matchIndex, before, (done) => reportProgress((1 + done) / 2));
        reportProgress(1);
        setMatchIndex(matchIndex);
        setEntries(
          lines.flatMap((line) => {
            const match = matches.get(line.id);
            return match ? entryOf(line, match, before(line).known?.waiting ?? false) : [];
          }),
        );
      } catch (failure) {
        if (ownTask === task.current) setError(failure as Error);
      }
    },
    [lines, queryClient],
  );
  useEffect(() => {
    void match(false);
    return () => {
      task.current += 1;
    };
  }, [match]);

  const change = useCallback(
    (id: string, to: Partial<Entry>) =>
      setEntries((now) => now?.map((entry) => (entry.id === id ? { ...entry, ...to } : entry))),
    [],
  );
  return { entries, matchIndex, share, error, change, matchAgain: () => match(true) };
}
