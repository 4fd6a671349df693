import * as z from "zod/mini";
import { addDays, Day, dayAt } from "../../shared/day.ts";
import { dailyRun, LastRun } from "../../shared/reminders/reminder.ts";
import { Instant } from "../../shared/text.ts";
import { OwingPlace } from "../ledger/due-lists.ts";
import type { Outcome } from "../outbox/send-once.ts";
import { getItem, table } from "../platform/dynamo/database.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";
import { DueTotals } from "../platform/email/due-totals.ts";
import type { Moment } from "../platform/moment.ts";

const ROW_NAME = "sweep";

/** The progress of a daily run: everything before `cursor` is queued and counted. */
export const Progress = z.object({
  cursor: z.optional(OwingPlace),
  /** The day of the last finished run before this one: payments since then may lack their receipt. */
  since: z.optional(Day),
  queued: z._default(z.int(), 0),
  /** Accounts whose row cannot be read. */
  unreadable: z._default(z.int(), 0),
  upcoming: z._default(DueTotals, () => DueTotals.parse({})),
  overdue: z._default(DueTotals, () => DueTotals.parse({})),
});
export type Progress = z.output<typeof Progress>;

/** The row of the latest daily run: its progress, its times, and the outcomes of its emails. */
const Run = z.object({
  ...LastRun.shape,
  ...Progress.shape,
  sent: z._default(z.int(), 0),
  skipped: z._default(z.int(), 0),
  failed: z._default(z.int(), 0),
  /** When an email was last sent, and when and why SES last paused sending. */
  sent_at: z.optional(Instant),
  paused_at: z.optional(Instant),
  paused_reason: z.optional(z.string()),
});
export type Run = z.output<typeof Run>;

export async function latestRun(): Promise<Run | undefined> {
  const item = await getItem("settings", { name: ROW_NAME });
  return item?.day === undefined ? undefined : Run.parse(item);
}

/** The day of the next daily run: today, unless its hour has come or it has started. */
export async function dayOfNextRun(moment: Moment): Promise<Day> {
  const { today } = moment;
  const run = await latestRun();
  const last = run && run.day >= today ? run.day : undefined;
  if (last === undefined && !isHourPast(dailyRun.hour, moment)) return today;
  return addDays(last ?? today, 1);
}

/** Whether an hour of the business day has come. */
export const isHourPast = (hour: number, { now, today }: Moment): boolean =>
  dayAt(Date.parse(now) - hour * 3_600_000) === today;

/**
 * Starts the run of a day, or continues an interrupted one. A finished run starts again and finds only what became due
 * since. Undefined if the run of a later day has started, because it covers this one.
 */
export async function startRun({
  now,
  today,
}: Moment): Promise<{ progress: Progress; before: Run | undefined } | undefined> {
  const before = await latestRun();
  if (before && before.day > today) return undefined;
  if (before?.day === today) {
    // Without a cursor it starts again, with new totals.
    const { since } = before;
    return { progress: Progress.parse(before.cursor ? before : { since }), before: undefined };
  }
  const since = before?.finished_at === undefined ? before?.since : before.day;
  const started = await write(
    {
      ...Progress.parse({ since }),
      day: today,
      started_at: now,
      sent: 0,
      skipped: 0,
      failed: 0,
    },
    ["cursor", "finished_at", ...(since ? [] : ["since"])],
    "attribute_not_exists(#day) OR #day < :today",
    { today },
  );
  // If another run of the same day started first, both read everything, and the claims prevent duplicates.
  return started ? { progress: Progress.parse({ since }), before } : startRun({ now, today });
}

/** Saves the progress of a run; false if the run of a later day has started. */
export const saveProgress = (day: Day, { cursor, since: _, ...progress }: Progress): Promise<boolean> =>
  write(
    { ...progress, ...(cursor && { cursor }) },
    cursor ? ["finished_at"] : ["cursor", "finished_at"],
    IS_DAY,
    { day },
  );

/** The summary has what was due. It is not kept here, because it names services. */
export const finishRun = (day: Day, at: string): Promise<boolean> =>
  write({ finished_at: at }, ["cursor", "upcoming", "overdue"], IS_DAY, { day });

export type Outcomes = { sent: number; skipped: number; failed: number };

/** Counts an email, or a client who gets none. */
export function addOutcome(counts: Outcomes, { state }: Outcome): void {
  if (state === "sent" || state === "failed" || state === "skipped") counts[state] += 1;
}

/** Adds the outcomes of emails to the counts of a run. */
export const addOutcomes = (day: Day, outcomes: Outcomes): Promise<boolean> =>
  updateIf(place(), { add: outcomes, onlyIf: IS_DAY, values: { day } });

export const recordSent = (at: string): Promise<boolean> => write({ sent_at: at }, []);
export const recordPause = (at: string, reason: string): Promise<boolean> =>
  write({ paused_at: at, paused_reason: reason }, []);

const IS_DAY = "#day = :day";
const place = () => ({ TableName: table("settings"), Key: { name: ROW_NAME } });

const write = (
  set: Record<string, unknown>,
  remove: string[],
  onlyIf?: string,
  values?: Record<string, unknown>,
): Promise<boolean> =>
  updateIf(place(), { set, remove, ...(onlyIf && { onlyIf }), ...(values && { values }) });
