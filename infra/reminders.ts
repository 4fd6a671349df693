import { Duration, TimeZone } from "aws-cdk-lib";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  ScheduleTargetInput,
} from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { businessTimeZone } from "../shared/day.ts";
import type { Data } from "./data.ts";
import { functionOf } from "./function.ts";
import type { Mail } from "./mail.ts";
import type { Stage } from "./stages.ts";

/** What every schedule tells its function: the instant it was due, however late it starts. */
export const scheduledAt = { scheduled_at: ContextAttribute.scheduledTime };

/** Lets a function send reminders: read what is due, keep the ledger, mail. */
export function grantReminding(to: lambda.Function, data: Data, mail: Mail): void {
  data.grant(to, {
    subscriptions: ["GetItem", "Query:by-next-billing"],
    clients: ["GetItem"],
    reminders: ["PutItem", "UpdateItem"],
    settings: ["GetItem"],
  });
  mail.grantSend(to);
}

/** The daily run that nobody watches. */
export class Reminders extends Construct {
  constructor(scope: Construct, id: string, { data, mail, stage }: { data: Data; mail: Mail; stage: Stage }) {
    super(scope, id);
    const deadLetters = new sqs.Queue(this, "DeadLetters", {
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    const sweep = functionOf(this, "sweep", {
      timeout: Duration.minutes(10),
      logRetention: stage.logRetention,
    });
    grantReminding(sweep, data, mail);
    new Schedule(this, "Daily", {
      description: "Sends the reminders that are due.",
      schedule: ScheduleExpression.cron({ hour: "7", minute: "0", timeZone: TimeZone.of(businessTimeZone) }),
      target: new LambdaInvoke(sweep, {
        input: ScheduleTargetInput.fromObject(scheduledAt),
        retryAttempts: 3,
        maxEventAge: Duration.hours(6),
        deadLetterQueue: deadLetters,
      }),
    });
  }
}
