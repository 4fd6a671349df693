import { Duration } from "aws-cdk-lib";
import type * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Auth } from "./auth.ts";
import { createFunction, keepFailures } from "./create-function.ts";
import { createSchedules } from "./create-schedule.ts";
import type { Data } from "./data.ts";
import type { Stage } from "./stages.ts";

type Parts = { auth: Auth; data: Data; deadLetterQueue: sqs.IQueue; stage: Stage };

/** Once a day, sets when old rows expire, from the retention periods in Settings, and copies changes of the user pool. */
export class Retention extends Construct {
  constructor(scope: Construct, id: string, { auth, data, deadLetterQueue, stage }: Parts) {
    super(scope, id);
    const retain = createFunction(this, "retain", {
      timeout: Duration.minutes(15),
      logRetention: stage.logRetention,
    });
    data.grant(retain, {
      messages: ["Scan", "UpdateItem"],
      reminders: ["Scan", "UpdateItem"],
      activity: ["Scan", "UpdateItem", "PutItem"],
      payments: ["Scan", "UpdateItem"],
      imports: ["Scan", "UpdateItem"],
      accounts: ["Query:by-promise", "UpdateItem"],
      settings: ["GetItem", "UpdateItem"],
      staff: ["Scan", "GetItem", "PutItem", "UpdateItem"],
    });
    auth.grantReadStaff(retain);
    keepFailures(retain, deadLetterQueue);
    createSchedules(this, "retain", retain, {
      retryAttempts: 3,
      maxEventAge: Duration.hours(6),
      deadLetterQueue,
    });
  }
}
