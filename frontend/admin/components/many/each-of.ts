import { inTurn } from "../../queries/in-turn.ts";

/** As many as take turns: more would only wait, and keep others waiting. */
const atATime = 4;

/** Does a piece of work for each, some at a time; what has begun when the signal comes is done to its end. */
export async function eachOf<R>(
  rows: readonly R[],
  work: (row: R) => Promise<void>,
  stopped: AbortSignal,
): Promise<void> {
  const rest = rows.values();
  const worker = async () => {
    for (const row of rest) {
      if (stopped.aborted) return;
      await inTurn(() => work(row));
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}
