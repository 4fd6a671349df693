import { oldestWaitingPaper } from "../ledger/number-papers.ts";
import { momentAt } from "../platform/moment.ts";
import { queueNumberer, send } from "../platform/queues.ts";
import * as messages from "../stores/message-store.ts";
import { waiting, wakeAgain } from "../stores/outbox-store.ts";

/** The message of an entry comes within seconds, and a function that fails is tried again by its queue. */
const GRACE_MS = 30 * 60_000;
/** Until an entry is queued again that its function gave up. */
const AGAIN_MS = 12 * 3_600_000;

/** A paper gets its number within seconds. */
const PAPER_GRACE_MS = 60_000;
/** By then a run of this function has woken the numberer, to no effect. */
const PAPER_OVERDUE_MS = 20 * 60_000;

/**
 * Runs every few minutes: queues what waits and was not done, the messages of visitors and the papers without a number too.
 * @throws when a paper has waited for its number for long, which sets off an alarm
 */
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
  const paper = await oldestWaitingPaper();
  // Papers are written in the order of the machine's clock.
  const isOlderThan = (ms: number) => paper !== undefined && paper < momentAt(Date.now() - ms).now;
  if (isOlderThan(PAPER_GRACE_MS)) await queueNumberer();
  if (isOlderThan(PAPER_OVERDUE_MS)) throw new Error(`A paper that was written at ${paper} has no number.`);
  return { queued };
}
