import { Duration } from "aws-cdk-lib";
import { Schedule, ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import type * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Data } from "./data.ts";
import { functionOf } from "./function.ts";
import type { Stage } from "./stages.ts";

type Parts = { data: Data; deadLetterQueue: sqs.IQueue; stage: Stage };

/** Sees once a day that what goes by age goes when Settings say. */
export class Retention extends Construct {
  constructor(scope: Construct, id: string, { data, deadLetterQueue, stage }: Parts) {
    super(scope, id);
    const retain = functionOf(this, "retain", {
      timeout: Duration.minutes(15),
      logRetention: stage.logRetention,
    });
    data.grant(retain, {
      messages: ["Scan", "UpdateItem"],
      reminders: ["Scan", "UpdateItem"],
      activity: ["Scan", "UpdateItem"],
      settings: ["GetItem"],
    });
    new Schedule(this, "Daily", {
      description: "Gives rows the day on which they go.",
      schedule: ScheduleExpression.rate(Duration.days(1)),
      target: new LambdaInvoke(retain, { retryAttempts: 1, deadLetterQueue }),
    });
  }
}
