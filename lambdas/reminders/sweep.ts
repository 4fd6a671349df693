import type { ReminderCounts } from "../../shared/notifications.ts";
import { momentAt } from "../http.ts";
import { logEvent } from "../log.ts";
import { remind } from "./remind.ts";

/** The daily unattended run; the schedule tells for which instant, so a late start keeps its day. */
export async function handler(event: { scheduled_at: string }): Promise<ReminderCounts> {
  const counts = await remind(momentAt(Date.parse(event.scheduled_at)));
  logEvent("sweep done", counts);
  return counts;
}
