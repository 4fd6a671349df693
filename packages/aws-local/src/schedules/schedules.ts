import { randomUUID } from "node:crypto";
import { readExpression } from "./cron.ts";
import { readSchedule, type Schedule, targetInput } from "./target.ts";

export interface ScheduleOptions {
  /** `props` are those of an `AWS::Scheduler::Schedule`, with references resolved. */
  schedules: { name: string; props: Record<string, unknown> }[];
  /** The business clock in epoch milliseconds. It may be shifted, and may jump while running. */
  now(): number;
  invoke(targetArn: string, event: unknown): Promise<unknown>;
  deadLetter(arn: string, body: string, attributes: Record<string, string>): Promise<void>;
  /** Milliseconds of real time before attempt `attempt` (2, 3, …). */
  backoff?(attempt: number): number;
}

export interface Schedules {
  list(): Scheduled[];
  /**
   * Runs the schedule's target now as if it were the instant `at` (epoch milliseconds), once and without
   * retries, and waits for its answer. Works for a disabled schedule too; an unknown name is an error.
   */
  run(name: string, at: number): Promise<{ outcome: unknown } | { error: string }>;
  /** Counts from the clock as it was just set: what lies between is not made up for. */
  skip(): void;
  stop(): void;
}

export interface Scheduled {
  name: string;
  expression: string;
  timeZone: string;
  /** When it runs next after an instant (epoch milliseconds); null when it is disabled or will not run again. */
  nextAfter(instant: number): number | null;
}

interface Entry {
  schedule: Schedule;
  /** The first run after an instant, within the schedule's dates; null when there is none. */
  following(after: number): number | null;
  next: number | null;
}

/** How often the clock is looked at, in milliseconds: short, so that a clock that jumped is noticed. */
const LOOK_EVERY = 1000;

/**
 * EventBridge Scheduler. A run that was missed because the clock jumped, or the machine slept, is made up for
 * once, for the latest missed instant. Nothing is remembered over restarts; `rate(…)` counts from the schedule's
 * start date or else from 1970, so that restarting does not push it back.
 */
export function startSchedules(options: ScheduleOptions): Schedules {
  const stopping = new AbortController();
  const entries = options.schedules.map(({ name, props }) =>
    entryOf(readSchedule(name, props), options.now()),
  );
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const now = options.now();
    for (const entry of entries) {
      if (entry.next === null || entry.next > now) continue;
      const at = latest(entry.following, entry.next, now);
      entry.next = entry.following(at);
      // What even the dead-letter queue did not take is lost, as it is on AWS.
      deliver(entry.schedule, at, options, stopping.signal).catch(() => {});
    }
    const soonest = Math.min(...entries.map((entry) => (entry.next ?? Infinity) - options.now()));
    timer = setTimeout(look, Math.max(1, Math.min(LOOK_EVERY, soonest))).unref();
  }
  look();

  return {
    list: () =>
      entries.map(({ schedule: { name, expression, timeZone }, following }) => ({
        ...{ name, expression, timeZone },
        nextAfter: following,
      })),
    async run(name, at) {
      const schedule = entries.find((entry) => entry.schedule.name === name)?.schedule;
      if (!schedule) return { error: `There is no schedule named ${name}` };
      try {
        const input = targetInput(schedule, { at, executionId: randomUUID(), attempt: 1 });
        return { outcome: await options.invoke(schedule.targetArn, JSON.parse(input)) };
      } catch (error) {
        return { error: messageOf(error) };
      }
    },
    skip() {
      for (const entry of entries) entry.next = entry.following(options.now());
    },
    stop() {
      clearTimeout(timer);
      stopping.abort();
    },
  };
}

function entryOf(schedule: Schedule, now: number): Entry {
  const { startDate = 0, endDate = Infinity } = schedule;
  const timetable = readExpression(schedule.expression, schedule.timeZone, startDate);
  function following(after: number): number | null {
    const next = schedule.enabled ? timetable.next(Math.max(after, startDate - 1)) : null;
    return next === null || next > endDate ? null : next;
  }
  return { schedule, following, next: following(now) };
}

/** The last run at or before `now`, given one that is; looks back in growing steps, so a year costs little. */
function latest(following: Entry["following"], known: number, now: number): number {
  let found = known;
  for (let back = 60_000; now - back > known; back *= 2) {
    const run = following(now - back);
    if (run === null || run > now) continue;
    found = run;
    break;
  }
  for (let next = following(found); next !== null && next <= now; next = following(found)) found = next;
  return found;
}

async function deliver(schedule: Schedule, at: number, options: ScheduleOptions, signal: AbortSignal) {
  const executionId = randomUUID();
  const backoff = options.backoff ?? ((attempt) => Math.min(60_000, 1000 * 2 ** (attempt - 2)));
  const began = Date.now();
  for (let attempt = 1; ; attempt++) {
    const input = targetInput(schedule, { at, executionId, attempt });
    try {
      await options.invoke(schedule.targetArn, JSON.parse(input));
      return;
    } catch (error) {
      const pause = backoff(attempt + 1);
      const tooOld = Date.now() + pause - began > schedule.maximumAge;
      if (attempt <= schedule.maximumRetries && !tooOld) {
        await wait(pause, signal);
        if (signal.aborted) return;
        continue;
      }
      if (!schedule.deadLetterArn) return;
      const condition = tooOld ? "MaximumEventAgeInSeconds" : "MaximumRetryAttempts";
      await options.deadLetter(schedule.deadLetterArn, input, {
        EXECUTION_ID: executionId,
        EXHAUSTED_RETRY_CONDITION: condition,
        ERROR_CODE: error instanceof Error ? error.name : "Error",
        ERROR_MESSAGE: messageOf(error),
        SCHEDULE_ARN: schedule.arn,
        TARGET_ARN: schedule.targetArn,
        IS_PAYLOAD_TRUNCATED: "false",
      });
      return;
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Milliseconds, or less when `signal` ends it; does not keep the process alive. */
function wait(pause: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, pause).unref();
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
