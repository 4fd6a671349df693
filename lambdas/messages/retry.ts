import { enqueue } from "./queue.ts";
import * as store from "./store.ts";

/** Runs every few minutes: queues stored messages that are not mailed yet. */
export async function handler(): Promise<{ queued: number }> {
  let queued = 0;
  for await (const id of store.pending()) {
    await enqueue(id);
    queued += 1;
  }
  return { queued };
}
