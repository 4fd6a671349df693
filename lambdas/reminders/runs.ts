import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Day } from "../../shared/day.ts";
import { LastRun } from "../../shared/reminders.ts";
import { Instant } from "../../shared/text.ts";
import { database, table } from "../database.ts";
import { DueTotals } from "../due-totals.ts";
import type { Moment } from "../moment.ts";
import { updateIf } from "../update-if.ts";

const name = "sweep";

/** How far a daily run came: all before `cursor` is queued, and counted here. */
export const Progress = z.object({
  cursor: z.optional(z.record(z.string(), z.unknown())),
  /** The day of the newest run before that came to its end: what was recorded since may lack its receipt. */
  since: z.optional(Day),
  queued: z._default(z.int(), 0),
  /** Subscriptions whose record cannot be read. */
  unreadable: z._default(z.int(), 0),
  upcoming: z._default(DueTotals, () => DueTotals.parse({})),
  overdue: z._default(DueTotals, () => DueTotals.parse({})),
});
export type Progress = z.output<typeof Progress>;

/** The row of the latest daily run: its progress, its heartbeat, and the outcomes of its emails. */
const Run = z.object({
  ...LastRun.shape,
  ...Progress.shape,
  sent: z._default(z.int(), 0),
  skipped: z._default(z.int(), 0),
  failed: z._default(z.int(), 0),
  /** When an email was last sent, and when and why sending was last found paused. */
  sent_at: z.optional(Instant),
  paused_at: z.optional(Instant),
  paused_reason: z.optional(z.string()),
});
export type Run = z.output<typeof Run>;

export async function latest(): Promise<Run | undefined> {
  const { Item } = await database.send(
    new GetCommand({ TableName: table("settings"), Key: { name }, ConsistentRead: true }),
  );
  return Item?.day === undefined ? undefined : Run.parse(Item);
}

/**
 * Begins a day's run, or goes on with one that was cut off; one that had finished is begun again, which finds only
 * what has become due since. Undefined when a later day's run has begun: it looks at all this one would.
 */
export async function begin({
  now,
  today,
}: Moment): Promise<{ progress: Progress; before: Run | undefined } | undefined> {
  const before = await latest();
  if (before && before.day > today) return undefined;
  if (before?.day === today) {
    // Without a place to go on from it starts again, and so do its sums.
    const { since } = before;
    return { progress: Progress.parse(before.cursor ? before : { since }), before: undefined };
  }
  const since = before?.finished_at === undefined ? before?.since : before.day;
  const begun = await write(
    {
      ...{ day: today, started_at: now, ...Progress.parse({}), sent: 0, skipped: 0, failed: 0 },
      ...(since && { since }),
    },
    ["cursor", "finished_at", ...(since ? [] : ["since"])],
    "attribute_not_exists(#day) OR #day < :begun",
    { begun: today },
  );
  // Another run of the same day was faster by a moment: both go through all of it, and the ledger sorts it out.
  return begun ? { progress: Progress.parse({ since }), before } : begin({ now, today });
}

/** Remembers how far the run of a day came; false when a later day's run has begun meanwhile. */
export const advance = (day: Day, { cursor, since: _, ...progress }: Progress): Promise<boolean> =>
  write(
    { ...progress, ...(cursor && { cursor }) },
    cursor ? ["finished_at"] : ["cursor", "finished_at"],
    ofDay,
    { of: day },
  );

export const finish = (day: Day, at: string): Promise<boolean> =>
  write({ finished_at: at }, ["cursor"], ofDay, { of: day });

export type Outcomes = { sent: number; skipped: number; failed: number };

/** Adds the outcomes of some of a run's emails. */
export const count = (day: Day, outcomes: Outcomes): Promise<boolean> =>
  updateIf(place(), { add: outcomes, onlyIf: ofDay, values: { of: day } });

export const noteSent = (at: string): Promise<boolean> => write({ sent_at: at }, []);
export const notePaused = (at: string, reason: string): Promise<boolean> =>
  write({ paused_at: at, paused_reason: reason }, []);

const ofDay = "#day = :of";
const place = () => ({ TableName: table("settings"), Key: { name } });

const write = (
  set: Record<string, unknown>,
  remove: string[],
  onlyIf?: string,
  values?: Record<string, unknown>,
): Promise<boolean> =>
  updateIf(place(), { set, remove, ...(onlyIf && { onlyIf }), ...(values && { values }) });
