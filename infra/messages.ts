import { Duration } from "aws-cdk-lib";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Schedule, ScheduleExpression, ScheduleTargetInput } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { createFunction, keepFailuresForAnHour } from "./create-function.ts";
import type { Data } from "./data.ts";
import type { Mail } from "./mail.ts";
import { scheduleInput } from "./reminders.ts";
import type { Stage } from "./stages.ts";

type Parts = { data: Data; mail: Mail; stage: Stage };

/** Sends stored contact messages to the company: queue → email, and a regular retry for the rest. */
export class Messages extends Construct {
  /** Mails messages to the company. */
  readonly sender: lambda.Function;
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

    const send = createFunction(this, "message-send", { timeout, logRetention: stage.logRetention });
    send.addEnvironment("COMPANY_EMAIL", stage.companyEmail);
    // Longer than one attempt, and shorter than the queue's visibility timeout.
    send.addEnvironment("LEASE_SECONDS", String(2 * timeout.toSeconds()));
    data.grant(send, { messages: ["GetItem", "UpdateItem"], settings: ["GetItem"] });
    mail.grantSend(send);
    send.addEventSource(
      new SqsEventSource(this.queue, { batchSize: 10, maxConcurrency: 2, reportBatchItemFailures: true }),
    );

    this.sender = send;

    const retry = createFunction(this, "message-retry", { timeout, logRetention: stage.logRetention });
    data.grant(retry, { messages: ["Query:by-state"] });
    this.grantEnqueue(retry);
    keepFailuresForAnHour(retry);
    new Schedule(this, "Retry", {
      description: "Queues contact messages again that are stored but not sent.",
      schedule: ScheduleExpression.rate(Duration.minutes(10)),
      target: new LambdaInvoke(retry, {
        input: ScheduleTargetInput.fromObject(scheduleInput),
        // The next run comes before a third attempt.
        retryAttempts: 1,
        maxEventAge: Duration.minutes(10),
        deadLetterQueue: deadLetters,
      }),
    });
  }

  /** Lets a function queue a stored message. */
  grantEnqueue(to: lambda.Function): void {
    to.addEnvironment("MESSAGE_QUEUE", this.queue.queueUrl);
    this.queue.grant(to, "sqs:SendMessage");
  }
}
