import { addDays } from "../../shared/day.ts";
import { momentAt } from "../http.ts";
import { requestMailing } from "./queue.ts";
import * as store from "./store.ts";

/** How many days back a message is still looked for. */
const days = 14;

/** Runs every few minutes: whatever is stored and not yet mailed is queued again. */
export async function handler(event: { scheduled_at: string }): Promise<{ queued: number }> {
  const { today } = momentAt(Date.parse(event.scheduled_at));
  let queued = 0;
  for (let back = 0; back < days; back += 1) {
    for await (const id of store.pendingOf(addDays(today, -back))) {
      await requestMailing(id);
      queued += 1;
    }
  }
  return { queued };
}
