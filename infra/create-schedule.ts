import { Duration, Stack, TimeZone } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  ScheduleTargetInput,
} from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import type * as sqs from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { BUSINESS_TIME_ZONE } from "../shared/day.ts";
import { type BackgroundName, schedulesOf } from "./background-functions.ts";
import { pascalCase } from "./create-function.ts";
import { scheduleName } from "./stack-names.ts";

type Delivery = { retryAttempts: number; maxEventAge: Duration; deadLetterQueue: sqs.IQueue };

/**
 * Runs a function on its schedules in the table of background functions. It gets the scheduled time as `scheduled_at`.
 * Commands and tests find a schedule by its name.
 */
export function createSchedules(
  scope: Construct,
  name: BackgroundName,
  target: lambda.IFunction,
  delivery: Delivery,
): void {
  for (const [schedule, { description, when, input }] of schedulesOf(name))
    new Schedule(scope, `${pascalCase(schedule)}Schedule`, {
      scheduleName: scheduleName(Stack.of(scope).stackName, schedule),
      description,
      schedule:
        "everyMinutes" in when
          ? ScheduleExpression.rate(Duration.minutes(when.everyMinutes))
          : ScheduleExpression.cron({
              hour: String(when.dailyAt.hour),
              minute: String(when.dailyAt.minute),
              timeZone: TimeZone.of(BUSINESS_TIME_ZONE),
            }),
      target: new LambdaInvoke(target, {
        ...delivery,
        input: ScheduleTargetInput.fromObject({ scheduled_at: ContextAttribute.scheduledTime, ...input }),
        role: schedulerRole(Stack.of(scope)),
      }),
    });
}

/** The scheduler's role, which may call the functions with a schedule, and nothing else. */
function schedulerRole(stack: Stack): iam.IRole {
  const id = "SchedulerRole";
  const existing = stack.node.tryFindChild(id) as iam.Role | undefined;
  // Only for schedules of this account.
  const conditions = { StringEquals: { "aws:SourceAccount": stack.account } };
  return (
    existing ??
    new iam.Role(stack, id, {
      assumedBy: new iam.ServicePrincipal("scheduler.amazonaws.com", { conditions }),
    })
  );
}
