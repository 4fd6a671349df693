import { useEffect, useRef, useState } from "react";
import { failureText } from "../../../api.ts";
import { SignedOutError } from "../../../auth.ts";
import { onceMore } from "../../query-client.ts";
import { eachOf } from "./each-of.ts";

type Failed<R> = { row: R; why: string };

export type Run<R> = {
  /** Does it for one row; what it gives is why it was not done. `again`: an earlier attempt may have done it. */
  work: (row: R, again: boolean) => Promise<string | undefined>;
  /** Before what failed is tried again. */
  prepare?: () => Promise<unknown>;
  /** Once some more is done, and at the end: to show it. */
  onProgress: (over: boolean) => void;
};

/** Milliseconds between two looks at how far it is: a list of thousands is not drawn for each row. */
const between = 500;

/** So many without an answer one after the other, and the rest would have none either. */
const mostUnanswered = 8;

/** Does a piece of work for many rows, says how far it is, and keeps those that are not done. */
export function useRun<R extends { id: string }>({ work, prepare, onProgress }: Run<R>) {
  const [shown, setShown] = useState({
    state: "asking" as "asking" | "running" | "over",
    finished: 0,
    failed: [] as Failed<R>[],
    left: [] as R[],
  });
  const stopped = useRef<AbortController>(undefined);
  // What has begun is done to its end; nothing more is begun by a page that is gone.
  useEffect(() => () => stopped.current?.abort(), []);

  async function start(rows: readonly R[], again: boolean): Promise<void> {
    if (stopped.current && !stopped.current.signal.aborted) return;
    const controller = new AbortController();
    stopped.current = controller;
    const before = shown.finished;
    const done = new Set<string>();
    const failed: Failed<R>[] = [];
    let unanswered = 0;
    const show = (state: "running" | "over") => {
      onProgress(state === "over");
      setShown({
        state,
        finished: before + done.size,
        failed: [...failed],
        left: state === "over" ? rows.filter(({ id }) => !done.has(id)) : [],
      });
    };
    show("running");
    const timer = setInterval(() => show("running"), between);
    try {
      if (again) await prepare?.();
      await eachOf(
        rows,
        async (row) => {
          try {
            const why = await onceMore(() => work(row, again));
            unanswered = 0;
            if (why === undefined) done.add(row.id);
            else failed.push({ row, why });
          } catch (error) {
            if (error instanceof SignedOutError) return controller.abort();
            failed.push({ row, why: failureText(error, "The server refused it.", "There was no answer.") });
            unanswered = failureText(error, "", "none") === "none" ? unanswered + 1 : 0;
            if (unanswered >= mostUnanswered) controller.abort();
          }
        },
        controller.signal,
      );
    } catch (error) {
      const why = failureText(error, "The list could not be fetched.", "There was no answer.");
      failed.push(...rows.map((row) => ({ row, why })));
    }
    clearInterval(timer);
    controller.abort();
    show("over");
  }

  return {
    ...shown,
    start: (rows: readonly R[], again: boolean) => void start(rows, again),
    stop: () => stopped.current?.abort(),
  };
}
