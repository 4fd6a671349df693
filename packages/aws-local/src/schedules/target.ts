import * as z from "zod";

/** What is used of an `AWS::Scheduler::Schedule`, with the service's defaults filled in. */
export interface Schedule {
  name: string;
  arn: string;
  expression: string;
  timeZone: string;
  enabled: boolean;
  /** Epoch milliseconds. */
  startDate: number | undefined;
  endDate: number | undefined;
  targetArn: string;
  input: string | undefined;
  maximumRetries: number;
  /** Milliseconds. */
  maximumAge: number;
  deadLetterArn: string | undefined;
}

/** Templates may carry numbers as strings. */
const properties = z.object({
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.string().default("UTC"),
  State: z.enum(["ENABLED", "DISABLED"]).default("ENABLED"),
  GroupName: z.string().default("default"),
  StartDate: z.iso.datetime({ offset: true }).optional(),
  EndDate: z.iso.datetime({ offset: true }).optional(),
  Target: z.object({
    Arn: z.string(),
    Input: z.string().optional(),
    RetryPolicy: z
      .object({
        MaximumRetryAttempts: z.coerce.number().int().min(0).max(185).default(185),
        MaximumEventAgeInSeconds: z.coerce.number().int().min(60).max(86_400).default(86_400),
      })
      .prefault({}),
    DeadLetterConfig: z.object({ Arn: z.string() }).optional(),
  }),
});

export function readSchedule(name: string, props: Record<string, unknown>): Schedule {
  const read = properties.parse(props);
  const [, partition = "aws", , region = "", account = ""] = read.Target.Arn.split(":");
  return {
    name,
    arn: `arn:${partition}:scheduler:${region}:${account}:schedule/${read.GroupName}/${name}`,
    expression: read.ScheduleExpression,
    timeZone: read.ScheduleExpressionTimezone,
    enabled: read.State === "ENABLED",
    startDate: read.StartDate === undefined ? undefined : Date.parse(read.StartDate),
    endDate: read.EndDate === undefined ? undefined : Date.parse(read.EndDate),
    targetArn: read.Target.Arn,
    input: read.Target.Input,
    maximumRetries: read.Target.RetryPolicy.MaximumRetryAttempts,
    maximumAge: read.Target.RetryPolicy.MaximumEventAgeInSeconds * 1000,
    deadLetterArn: read.Target.DeadLetterConfig?.Arn,
  };
}

/**
 * The JSON text a target receives for one attempt, with the context attributes filled in. A target without an
 * input gets the service's own event.
 * @see https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-context-attributes.html
 */
export function targetInput(
  schedule: Schedule,
  run: { at: number; executionId: string; attempt: number },
): string {
  const time = new Date(run.at).toISOString().replace(/\.\d+Z$/, "Z");
  if (schedule.input !== undefined)
    return schedule.input
      .replaceAll("<aws.scheduler.scheduled-time>", time)
      .replaceAll("<aws.scheduler.schedule-arn>", schedule.arn)
      .replaceAll("<aws.scheduler.execution-id>", run.executionId)
      .replaceAll("<aws.scheduler.attempt-number>", String(run.attempt));
  const [, , , region, account] = schedule.arn.split(":");
  return JSON.stringify({
    version: "0",
    id: run.executionId,
    "detail-type": "Scheduled Event",
    source: "aws.scheduler",
    account,
    time,
    region,
    resources: [schedule.arn],
    detail: "{}",
  });
}
