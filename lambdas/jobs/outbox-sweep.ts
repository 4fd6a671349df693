import { momentAt } from "../platform/moment.ts";
import { send } from "../platform/queues.ts";
import * as messages from "../stores/message-store.ts";
import { waiting, wakeAgain } from "../stores/outbox-store.ts";

/** The message of an entry comes within seconds, and a function that fails is tried again by its queue. */
const GRACE_MS = 30 * 60_000;
/** Until an entry is queued again that its function gave up. */
const AGAIN_MS = 12 * 3_600_000;

/** Runs every few minutes: queues what waits and was not done, the messages of visitors too. */
export async function handler({ scheduled_at }: { scheduled_at: string }): Promise<{ queued: number }> {
  let queued = 0;
  for await (const id of messages.pending()) {
    await send("messages", [id]);
    queued += 1;
  }
  const now = Date.parse(scheduled_at);
  for await (const rows of waiting(momentAt(now - GRACE_MS).now))
    for (const row of rows) {
      await wakeAgain(row, momentAt(now).now, momentAt(now + AGAIN_MS).now);
      queued += 1;
    }
  return { queued };
}
