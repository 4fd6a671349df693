import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  type Entry,
  entryOf,
  lineBody,
  paymentOf,
} from "../../../../../shared/billing/statement-lines/entries.ts";
import {
  addTyped,
  spansSince,
  type TypedPayments,
  typedFor,
} from "../../../../../shared/billing/statement-lines/known-before.ts";
import {
  type Candidate,
  type KnownBefore,
  matchAll,
} from "../../../../../shared/billing/statement-lines/match.ts";
import { buildMatchIndex } from "../../../../../shared/billing/statement-lines/match-index.ts";
import type { Line } from "../../../../../shared/billing/statement-lines/read.ts";
import type { Day } from "../../../../../shared/day.ts";
import { type KnownLine, MAX_QUERIED_LINES } from "../../../../../shared/payments/statement-line.ts";
import type { Subscription } from "../../../../../shared/subscriptions/subscription.ts";
import { request } from "../../../../api.ts";
import { yieldToMain } from "../../../components/import/yield-to-main.ts";
import { refresh, refreshIndexed } from "../../../queries/cache.ts";
import { latestRows, limitRequests, putRows } from "../../../queries/list-query.ts";
import { clientList, paymentsOf, subscriptionList } from "../../../queries/lists.ts";
import { withRetry } from "../../../query-client.ts";

/** Finds what is already known about lines, by their keys and by references that people typed. */
async function findKnown(
  lines: readonly Line[],
  today: Day,
  queryClient: QueryClient,
  onProgress: (share: number) => void,
): Promise<(line: Line) => KnownBefore> {
  const known = new Map<string, KnownLine>();
  const parts = Array.from({ length: Math.ceil(lines.length / MAX_QUERIED_LINES) }, (_, part) =>
    lines.slice(part * MAX_QUERIED_LINES, (part + 1) * MAX_QUERIED_LINES),
  );
  let loaded = 0;
  const load = async (part: readonly Line[]) => {
    const body = {
      lines: part.map(({ number, method, paid_on, amount }) => ({ number, method, paid_on, amount })),
    };
    const answer = await limitRequests(() =>
      withRetry(() => request("POST /api/v1/payments/lines/known", { body })),
    );
    for (const one of answer.lines) known.set(one.key, one);
    loaded += 1;
    onProgress(loaded / parts.length);
  };
  const [typed] = await Promise.all([typedSince(lines, today, queryClient), ...parts.map(load)]);
  return (line) => ({ known: known.get(line.id), typed: typedFor(line, typed) });
}

/** Payments with a typed reference, from the first day of a statement on. */
async function typedSince(lines: readonly Line[], today: Day, queryClient: QueryClient) {
  const typed: TypedPayments = new Map();
  for (const span of spansSince(lines, today)) {
    const { rows } = await queryClient.query({ ...paymentsOf(span), staleTime: 0 });
    addTyped(typed, rows);
  }
  return typed;
}

/** Records a line as a payment. The server refuses it if the due amount has changed or the line is already recorded. */
export async function record(
  entry: Parameters<typeof paymentOf>[0],
  candidate: Candidate,
): Promise<Subscription> {
  const params = { id: candidate.subscription.id };
  const body = paymentOf(entry, candidate);
  return (await request("POST /api/v1/subscriptions/{id}/renewals", { params, body })).subscription;
}

export const keep = (entries: readonly Entry[]) =>
  request("POST /api/v1/payments/lines", { body: { lines: entries.map(({ line }) => lineBody(line)) } });

export const ignoreLine = ({ line: { number, method, paid_on, amount, currency } }: Entry, reason: string) =>
  request("POST /api/v1/payments/lines/ignore", {
    body: { number, method, paid_on, amount, currency, reason },
  });

/** Shows saved records and refreshes everything that depends on them. */
export function showStored(queryClient: QueryClient, saved: readonly Subscription[]): void {
  if (saved.length > 0) putRows(queryClient, subscriptionList, saved);
  void refresh(queryClient, "dashboard", "reminders", "activity");
  void refreshIndexed(queryClient, "renewals", "client");
}

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
        const matches = await matchAll(
          lines,
          matchIndex,
          before,
          yieldToMain((done) => reportProgress((1 + done) / 2)),
        );
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
