import { useEffect, useRef, useState } from "react";
import { failureText } from "../../../api.ts";
import { SignedOutError } from "../../../auth.ts";
import { mapLimited } from "../../queries/limit-requests.ts";
import { withRetry } from "../../query-client.ts";

type Failed<R> = { row: R; reason: string };

export type Attempt = { isRetry: boolean };

export type Run<R> = {
  /** Handles one row and returns why it was not done, if so. At a retry an earlier attempt may have done it. */
  work: (row: R, attempt: Attempt) => Promise<string | undefined>;
  /** The number of rows to handle at a time, if it is not the usual one. */
  atOnce?: number;
  /** Runs before failed rows are tried again. */
  prepare?: () => Promise<unknown>;
  /** Called during the run and at its end. */
  onProgress: (finished: boolean) => void;
};

/** Drawing a list of thousands after each row would be slow. */
const PROGRESS_INTERVAL_MS = 500;

/** After this number of lost responses in a row the run stops: the connection is gone. */
const MAX_LOST_RESPONSES = 8;

/** Handles many rows, reports progress, and remembers the rows that are not done. */
export function useRun<R extends { id: string }>({ work, atOnce, prepare, onProgress }: Run<R>) {
  const [shown, setShown] = useState({
    state: "asking" as "asking" | "running" | "finished",
    done: [] as readonly R[],
    failed: [] as Failed<R>[],
    remaining: [] as R[],
  });
  const stopped = useRef<AbortController>(undefined);
  // Leaving the page lets running work end and starts no more.
  useEffect(() => () => stopped.current?.abort(), []);

  async function start(rows: readonly R[], attempt: Attempt): Promise<void> {
    if (stopped.current && !stopped.current.signal.aborted) return;
    const controller = new AbortController();
    stopped.current = controller;
    const before = shown.done;
    const done = new Set<string>();
    const failed: Failed<R>[] = [];
    let lostResponses = 0;
    const show = (state: "running" | "finished") => {
      onProgress(state === "finished");
      setShown({
        state,
        done: [...before, ...rows.filter(({ id }) => done.has(id))],
        failed: [...failed],
        remaining: state === "finished" ? rows.filter(({ id }) => !done.has(id)) : [],
      });
    };
    show("running");
    const timer = setInterval(() => show("running"), PROGRESS_INTERVAL_MS);
    try {
      if (attempt.isRetry) await prepare?.();
      await mapLimited(
        rows,
        async (row) => {
          try {
            const reason = await withRetry(() => work(row, attempt));
            lostResponses = 0;
            if (reason === undefined) done.add(row.id);
            else failed.push({ row, reason });
          } catch (error) {
            if (error instanceof SignedOutError) return controller.abort();
            failed.push({
              row,
              reason: failureText(error, "The server refused it.", "There was no response."),
            });
            lostResponses = failureText(error, "", "none") === "none" ? lostResponses + 1 : 0;
            if (lostResponses >= MAX_LOST_RESPONSES) controller.abort();
          }
        },
        controller.signal,
        atOnce,
      );
    } catch (error) {
      const reason = failureText(error, "The list could not be loaded.", "There was no response.");
      failed.push(...rows.map((row) => ({ row, reason })));
    }
    clearInterval(timer);
    controller.abort();
    show("finished");
  }

  return {
    ...shown,
    start: (rows: readonly R[], attempt: Attempt) => void start(rows, attempt),
    stop: () => stopped.current?.abort(),
  };
}
