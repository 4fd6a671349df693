/** EventBridge Scheduler: runs the template's schedules with their own roles. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import * as z from "zod";
import { messageOf } from "../aws-error.ts";
import type { Outcome } from "../functions/asynchronous-invocations.ts";
import type { Deliver, Sender } from "../functions/deliveries.ts";
import { trusts } from "../iam/iam.ts";
import { ACCOUNT, arn, REGION } from "../template/resource-names.ts";
import { readAll, type Template } from "../template/template.ts";
import { parseExpression } from "./expression.ts";

/** The supported properties of AWS::Scheduler::Schedule. Templates may have numbers as strings. */
const Properties = z.object({
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.string().default("UTC"),
  State: z.enum(["ENABLED", "DISABLED"]).default("ENABLED"),
  GroupName: z.string().default("default"),
  StartDate: z.undefined().optional(),
  EndDate: z.undefined().optional(),
  Target: z.object({
    Arn: z.string(),
    RoleArn: z.string(),
    Input: z.string().optional(),
    RetryPolicy: z
      .object({
        MaximumRetryAttempts: z.coerce.number().default(185),
        MaximumEventAgeInSeconds: z.coerce.number().default(86_400),
      })
      .prefault({}),
    DeadLetterConfig: z.object({ Arn: z.string() }).optional(),
  }),
});

/** Short, to notice that the clock was changed. */
const POLL_MS = 1000;
const SERVICE = "scheduler.amazonaws.com";

/** After sleep, only the latest missed run is made up. Throws if a schedule's role does not trust the scheduler. */
export function startSchedules(
  template: Template,
  { now, deliver, log }: { now(): number; deliver: Deliver; log(line: string): void },
) {
  const stopping = new AbortController();
  const schedules = readAll(template, "AWS::Scheduler::Schedule", Properties).map(
    ({ id, name, properties }) => {
      const { ScheduleExpression: expression, ScheduleExpressionTimezone: timeZone } = properties;
      const { GroupName, State, Target: target } = properties;
      const sourceArn = arn("scheduler", `schedule-group/${GroupName}`);
      const context = { "aws:SourceArn": sourceArn, "aws:SourceAccount": ACCOUNT };
      if (!trusts(template, target.RoleArn, SERVICE, context))
        throw new Error(
          `${id}: The execution role you provide must allow AWS EventBridge Scheduler to assume the role.`,
        );
      const nextRun = parseExpression(expression, timeZone);
      const nextAfter = State === "ENABLED" ? nextRun : () => null;
      const sender: Sender = { service: SERVICE, sourceArn, roleArn: target.RoleArn };
      const scheduleArn = arn("scheduler", `schedule/${GroupName}/${name}`);
      const next = nextAfter(now());
      return { name, expression, timeZone, nextAfter, next, sender, target, arn: scheduleArn };
    },
  );
  type Schedule = (typeof schedules)[number];
  let timer: NodeJS.Timeout | undefined;

  function runDue(): void {
    for (const schedule of schedules) {
      let at: number | null = null;
      for (; schedule.next !== null && schedule.next <= now(); schedule.next = schedule.nextAfter(at))
        at = schedule.next;
      // If the dead-letter queue fails too, the event is lost, as on AWS.
      if (at !== null) runWithRetries(schedule, at).catch((error: unknown) => log(String(error)));
    }
    const soonest = Math.min(...schedules.map(({ next }) => (next ?? Infinity) - now()));
    timer = setTimeout(runDue, Math.max(1, Math.min(POLL_MS, soonest))).unref();
  }
  runDue();

  async function runWithRetries(schedule: Schedule, at: number): Promise<void> {
    const { target, sender } = schedule;
    const { MaximumRetryAttempts, MaximumEventAgeInSeconds } = target.RetryPolicy;
    const executionId = randomUUID();
    const startedAt = Date.now();
    for (let attempt = 1; ; attempt++) {
      const input = inputOf(schedule, at, executionId, attempt);
      try {
        return void (await deliver(sender, target.Arn, input));
      } catch (error) {
        const delay = Math.min(60_000, 1000 * 2 ** (attempt - 1));
        const tooOld = Date.now() + delay - startedAt > MaximumEventAgeInSeconds * 1000;
        if (attempt <= MaximumRetryAttempts && !tooOld) {
          const delayed = new Promise((resolve) => void setTimeout(resolve, delay).unref());
          await Promise.race([delayed, once(stopping.signal, "abort")]);
          if (stopping.signal.aborted) return;
          continue;
        }
        log(`A schedule's event failed: ${messageOf(error)}`);
        if (!target.DeadLetterConfig) return;
        await deliver(sender, target.DeadLetterConfig.Arn, input, {
          EXECUTION_ID: executionId,
          EXHAUSTED_RETRY_CONDITION: tooOld ? "MaximumEventAgeInSeconds" : "MaximumRetryAttempts",
          ERROR_CODE: error instanceof Error ? error.name : "Error",
          ERROR_MESSAGE: messageOf(error),
          SCHEDULE_ARN: schedule.arn,
          TARGET_ARN: target.Arn,
          IS_PAYLOAD_TRUNCATED: "false",
        });
        return;
      }
    }
  }

  return {
    /** `nextAfter` returns the next run after an instant (epoch milliseconds), or null. */
    list: (): Pick<Schedule, "name" | "expression" | "timeZone" | "nextAfter">[] => schedules,
    /** Runs a schedule, even a disabled one, as if it were the instant `at`, without retries; returns the result. */
    async run(name: string, at: number): Promise<Outcome> {
      const schedule = schedules.find((candidate) => candidate.name === name);
      if (!schedule) return { error: `There is no schedule named ${name}` };
      try {
        const input = inputOf(schedule, at, randomUUID(), 1);
        const accepted = await deliver(schedule.sender, schedule.target.Arn, input);
        // A function has only accepted the event; wait for its result.
        const { settled } = accepted as { settled?: Promise<Outcome> };
        return settled ? await settled : { outcome: accepted };
      } catch (error) {
        return { error: messageOf(error) };
      }
    },
    /** Skips the runs between the old and the new time after the clock was set. */
    skipMissed() {
      for (const schedule of schedules) schedule.next = schedule.nextAfter(now());
    },
    stop() {
      clearTimeout(timer);
      stopping.abort();
    },
  };
}

type ScheduleInput = { arn: string; target: { Input?: string | undefined } };

/**
 * The target's input with context attributes replaced, or the default event, as JSON.
 * @see https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-context-attributes.html
 */
function inputOf(schedule: ScheduleInput, at: number, executionId: string, attempt: number): string {
  const time = new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
  const contextAttributes: Record<string, string> = {
    "<aws.scheduler.scheduled-time>": time,
    "<aws.scheduler.schedule-arn>": schedule.arn,
    "<aws.scheduler.execution-id>": executionId,
    "<aws.scheduler.attempt-number>": String(attempt),
  };
  const { Input } = schedule.target;
  if (Input !== undefined)
    return Input.replace(/<aws\.scheduler\.[a-z-]+>/g, (name) => contextAttributes[name] ?? name);
  return JSON.stringify({
    version: "0",
    id: executionId,
    "detail-type": "Scheduled Event",
    source: "aws.scheduler",
    account: ACCOUNT,
    time,
    region: REGION,
    resources: [schedule.arn],
    detail: "{}",
  });
}

/** The time zone of the first schedule with one. The CDK writes UTC where the zone does not matter. */
export const scheduleTimeZone = (template: Template): string =>
  template
    .all<{ ScheduleExpressionTimezone?: string }>("AWS::Scheduler::Schedule")
    .map(({ properties }) => properties.ScheduleExpressionTimezone)
    .find((zone) => zone !== undefined && !/^(Etc\/)?UTC$/.test(zone)) ?? "UTC";
