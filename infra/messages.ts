import { Duration } from "aws-cdk-lib";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Schedule, ScheduleExpression, ScheduleTargetInput } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Data } from "./data.ts";
import { functionOf } from "./function.ts";
import type { Mail } from "./mail.ts";
import { scheduledAt } from "./reminders.ts";
import type { Stage } from "./stages.ts";

type Parts = { data: Data; mail: Mail; stage: Stage };

/** The way of a visitor's message once it is stored: queue → mail to the company, and a retry for what got stuck. */
export class Messages extends Construct {
  private readonly queue: sqs.Queue;

  constructor(scope: Construct, id: string, { data, mail, stage }: Parts) {
    super(scope, id);
    const timeout = Duration.seconds(30);
    const deadLetters = new sqs.Queue(this, "DeadLetters", {
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    this.queue = new sqs.Queue(this, "Queue", {
      enforceSSL: true,
      // AWS advises six times the consumer's timeout.
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
    });

    const send = functionOf(this, "message-send", { timeout, logRetention: stage.logRetention });
    send.addEnvironment("COMPANY_EMAIL", stage.companyEmail);
    // Twice the send's own time, and well before the queue shows the message again.
    send.addEnvironment("LEASE_SECONDS", String(2 * timeout.toSeconds()));
    data.grant(send, { messages: ["GetItem", "UpdateItem"], settings: ["GetItem"] });
    mail.grantSend(send);
    send.addEventSource(
      new SqsEventSource(this.queue, { batchSize: 10, maxConcurrency: 2, reportBatchItemFailures: true }),
    );

    const retry = functionOf(this, "message-retry", { timeout, logRetention: stage.logRetention });
    data.grant(retry, { messages: ["Query:by-state"] });
    this.grantEnqueue(retry);
    new Schedule(this, "Retry", {
      description: "Queues contact messages again that were stored but not mailed.",
      schedule: ScheduleExpression.rate(Duration.minutes(10)),
      target: new LambdaInvoke(retry, {
        input: ScheduleTargetInput.fromObject(scheduledAt),
        // The next run is due before a third attempt would be.
        retryAttempts: 1,
        maxEventAge: Duration.minutes(10),
        deadLetterQueue: deadLetters,
      }),
    });
  }

  /** Lets a function ask for a stored message to be mailed. */
  grantEnqueue(to: lambda.Function): void {
    to.addEnvironment("MESSAGE_QUEUE", this.queue.queueUrl);
    this.queue.grant(to, "sqs:SendMessage");
  }
}
