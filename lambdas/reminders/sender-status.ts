import { addDays } from "../../shared/day.ts";
import { dailyRun, LastRun, type SenderStatus } from "../../shared/reminders/reminder.ts";
import type { Moment } from "../platform/moment.ts";
import * as retention from "../stores/retention-store.ts";
import { isHourPast, latestRun, type Run } from "./runs.ts";

export async function senderStatus(moment: Moment): Promise<SenderStatus> {
  const { today } = moment;
  const [run, { finished_at }] = await Promise.all([latestRun(), retention.read()]);
  const expectedDay = isHourPast(dailyRun.missedFrom, moment) ? today : addDays(today, -1);
  return {
    ...(run && { last_run: LastRun.parse(run) }),
    missed: run !== undefined && run.day < expectedDay,
    ...pauseOf(run),
    ...(finished_at && { last_tidied_at: finished_at }),
    today,
  };
}

/** A pause ends when an email is sent after it. */
function pauseOf(run: Run | undefined): Pick<SenderStatus, "paused"> {
  const { paused_at: at, paused_reason: reason, sent_at = "" } = run ?? {};
  return at !== undefined && reason !== undefined && at > sent_at ? { paused: { at, reason } } : {};
}
