import pLimit from "p-limit";

/** A new AWS account runs ten functions at once for everybody, and four responses fill a phone's connection. */
const CONCURRENCY = 4;

/** Runs one request when fewer than four are running. */
export const limitRequests = pLimit(CONCURRENCY);

/** Runs `work` for each row, some at a time. When `stopped` aborts, running work ends and no more starts. */
export async function mapLimited<R>(
  rows: readonly R[],
  work: (row: R) => Promise<void>,
  stopped: AbortSignal,
  atOnce = CONCURRENCY,
): Promise<void> {
  // A queue of its own: thousands of rows must not delay other requests.
  const limitRows = pLimit(atOnce);
  await limitRows.map(rows, async (row) => {
    if (!stopped.aborted) await limitRequests(() => work(row));
  });
}
