import { Duration } from "aws-cdk-lib";
import type * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Billing } from "./billing.ts";
import { createFunction, keepShortFailures } from "./create-function.ts";
import { createSchedules } from "./create-schedule.ts";
import type { Data } from "./data.ts";
import type { Invoicing } from "./invoicing.ts";
import type { Messages } from "./messages.ts";
import type { Paybill } from "./paybill.ts";
import type { Reminders } from "./reminders.ts";
import type { Stage } from "./stages.ts";

type Parts = {
  data: Data;
  deadLetterQueue: sqs.IQueue;
  invoicing: Invoicing;
  queues: { billing: Billing; messages: Messages; paybill: Paybill | undefined; reminders: Reminders };
  stage: Stage;
};

/** Finds what follows a change, messages of visitors, and papers without a number, that no message of a queue woke. */
export class Outbox extends Construct {
  constructor(scope: Construct, id: string, { data, deadLetterQueue, invoicing, queues, stage }: Parts) {
    super(scope, id);
    const sweep = createFunction(this, "outbox-sweep", {
      timeout: Duration.seconds(60),
      logRetention: stage.logRetention,
    });
    data.grant(sweep, { messages: ["Query:by-state"], outbox: ["Scan", "UpdateItem"] });
    for (const queue of Object.values(queues)) queue?.grantEnqueue(sweep);
    invoicing.grantCatchUp(sweep);
    keepShortFailures(sweep, queues.reminders.shortFailures);
    createSchedules(this, "outbox-sweep", sweep, {
      // The next run comes before a third attempt.
      retryAttempts: 1,
      maxEventAge: Duration.minutes(10),
      deadLetterQueue,
    });
  }
}
