import { addDays } from "../../shared/day.ts";
import { dailyRun, LastRun, type SenderStatus } from "../../shared/reminders.ts";
import type { Moment } from "../moment.ts";
import { latest, type Run } from "./runs.ts";
import { isPast } from "./upcoming.ts";

export async function status(moment: Moment): Promise<SenderStatus> {
  const { today } = moment;
  const run = await latest();
  const expectedDay = isPast(dailyRun.missedFrom, moment) ? today : addDays(today, -1);
  return {
    ...(run && { last_run: LastRun.parse(run) }),
    missed: run !== undefined && run.day < expectedDay,
    ...pauseOf(run),
    today,
  };
}

/** A pause has ended once something was sent after it. */
function pauseOf(run: Run | undefined): Pick<SenderStatus, "paused"> {
  const { paused_at: at, paused_reason: reason, sent_at = "" } = run ?? {};
  return at !== undefined && reason !== undefined && at > sent_at ? { paused: { at, reason } } : {};
}
