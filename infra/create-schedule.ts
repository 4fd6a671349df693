import { type Duration, Stack } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import {
  ContextAttribute,
  Schedule,
  type ScheduleExpression,
  ScheduleTargetInput,
} from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import type * as sqs from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { type ScheduleName, scheduleName } from "../shared/schedules.ts";

type Options = {
  description: string;
  schedule: ScheduleExpression;
  /** Gets the scheduled time as `scheduled_at`, and this. */
  input?: Record<string, unknown>;
  retryAttempts: number;
  maxEventAge: Duration;
  deadLetterQueue: sqs.IQueue;
};

/** Runs a function on a schedule. Commands and tests find the schedule by its name. */
export function createSchedule(
  scope: Construct,
  name: ScheduleName,
  target: lambda.IFunction,
  { description, schedule, input, ...delivery }: Options,
): void {
  const id = name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  new Schedule(scope, `${id}Schedule`, {
    scheduleName: scheduleName(Stack.of(scope).stackName, name),
    description,
    schedule,
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
