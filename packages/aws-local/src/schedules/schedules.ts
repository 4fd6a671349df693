/** EventBridge Scheduler: the template's schedules, whose targets are reached with the schedule's own role. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import * as z from "zod";
import { messageOf } from "../aws-error.ts";
import type { Outcome } from "../functions/asynchronous-invocations.ts";
import type { Deliver, Sender } from "../functions/deliveries.ts";
import { trusts } from "../iam/iam.ts";
import { ACCOUNT, arn, REGION } from "../template/resource-names.ts";
import { readAll, type Template } from "../template/template.ts";
import { readExpression } from "./expression.ts";

/** What of AWS::Scheduler::Schedule runs here, with the service's defaults. Templates may carry numbers as strings. */
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

/** How often the clock is looked at, in milliseconds: short, so that a clock that jumped is noticed. */
const LOOK_EVERY = 1000;
const SERVICE = "scheduler.amazonaws.com";

/**
 * Runs that were missed because the machine slept are made up for by the latest of them. Nothing is remembered over restarts.
 * Throws, as creating a schedule would, when its role does not trust the scheduler.
 */
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
      const timetable = readExpression(expression, timeZone);
      const nextAfter = State === "ENABLED" ? timetable : () => null;
      const sender: Sender = { service: SERVICE, sourceArn, roleArn: target.RoleArn };
      const scheduleArn = arn("scheduler", `schedule/${GroupName}/${name}`);
      const next = nextAfter(now());
      return { name, expression, timeZone, nextAfter, next, sender, target, arn: scheduleArn };
    },
  );
  type Schedule = (typeof schedules)[number];
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    for (const schedule of schedules) {
      let at: number | null = null;
      for (; schedule.next !== null && schedule.next <= now(); schedule.next = schedule.nextAfter(at))
        at = schedule.next;
      // What even the dead-letter queue did not take is lost, as it is on AWS.
      if (at !== null) runWithRetries(schedule, at).catch((error: unknown) => log(String(error)));
    }
    const soonest = Math.min(...schedules.map(({ next }) => (next ?? Infinity) - now()));
    timer = setTimeout(look, Math.max(1, Math.min(LOOK_EVERY, soonest))).unref();
  }
  look();

  async function runWithRetries(schedule: Schedule, at: number): Promise<void> {
    const { target, sender } = schedule;
    const { MaximumRetryAttempts, MaximumEventAgeInSeconds } = target.RetryPolicy;
    const executionId = randomUUID();
    const began = Date.now();
    for (let attempt = 1; ; attempt++) {
      const input = inputOf(schedule, at, executionId, attempt);
      try {
        return void (await deliver(sender, target.Arn, input));
      } catch (error) {
        const pause = Math.min(60_000, 1000 * 2 ** (attempt - 1));
        const tooOld = Date.now() + pause - began > MaximumEventAgeInSeconds * 1000;
        if (attempt <= MaximumRetryAttempts && !tooOld) {
          const passed = new Promise((resolve) => void setTimeout(resolve, pause).unref());
          await Promise.race([passed, once(stopping.signal, "abort")]);
          if (stopping.signal.aborted) return;
          continue;
        }
        log(`A schedule's event was given up: ${messageOf(error)}`);
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
    /** `nextAfter` tells when it runs next after an instant (epoch milliseconds); null when it will not again. */
    list: (): Pick<Schedule, "name" | "expression" | "timeZone" | "nextAfter">[] => schedules,
    /**
     * Runs a schedule now as if it were the instant `at` (epoch milliseconds), once and without retries, and waits
     * for what comes of it. A disabled one runs too; an unknown name is an error.
     */
    async run(name: string, at: number): Promise<Outcome> {
      const schedule = schedules.find((one) => one.name === name);
      if (!schedule) return { error: `There is no schedule named ${name}` };
      try {
        const input = inputOf(schedule, at, randomUUID(), 1);
        const accepted = await deliver(schedule.sender, schedule.target.Arn, input);
        // A function's side has only accepted the event; what is asked for here is what came of it.
        const { settled } = accepted as { settled?: Promise<Outcome> };
        return settled ? await settled : { outcome: accepted };
      } catch (error) {
        return { error: messageOf(error) };
      }
    },
    /** Counts from the clock as it was just set: what lies between is not made up for. */
    skip() {
      for (const schedule of schedules) schedule.next = schedule.nextAfter(now());
    },
    stop() {
      clearTimeout(timer);
      stopping.abort();
    },
  };
}

/**
 * The JSON text a target receives for one attempt, with the context attributes filled in. A target without an
 * input gets the service's own event.
 * @see https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-context-attributes.html
 */
function inputOf(
  schedule: { arn: string; target: { Input?: string | undefined } },
  at: number,
  executionId: string,
  attempt: number,
): string {
  const time = new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
  const known: Record<string, string> = {
    "<aws.scheduler.scheduled-time>": time,
    "<aws.scheduler.schedule-arn>": schedule.arn,
    "<aws.scheduler.execution-id>": executionId,
    "<aws.scheduler.attempt-number>": String(attempt),
  };
  const { Input } = schedule.target;
  if (Input !== undefined) return Input.replace(/<aws\.scheduler\.[a-z-]+>/g, (name) => known[name] ?? name);
  return JSON.stringify({
    ...{ version: "0", id: executionId, "detail-type": "Scheduled Event", source: "aws.scheduler" },
    ...{ account: ACCOUNT, time, region: REGION, resources: [schedule.arn], detail: "{}" },
  });
}

/** The time zone of the first schedule that is bound to one; UTC is what the CDK writes where it does not matter. */
export const scheduleTimeZone = (template: Template): string =>
  template
    .all<{ ScheduleExpressionTimezone?: string }>("AWS::Scheduler::Schedule")
    .map(({ properties }) => properties.ScheduleExpressionTimezone)
    .find((zone) => zone !== undefined && !/^(Etc\/)?UTC$/.test(zone)) ?? "UTC";
