import { Duration } from "aws-cdk-lib";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { JOB_ATTEMPTS, JOB_RETRY_SECONDS, JOB_TIMEOUT_SECONDS } from "../shared/job-queue.ts";
import { createFunction } from "./create-function.ts";
import type { Data } from "./data.ts";
import type { Invoicing } from "./invoicing.ts";
import type { Reminders } from "./reminders.ts";
import type { Stage } from "./stages.ts";

type Parts = { data: Data; invoicing: Invoicing; reminders: Reminders; stage: Stage };

/** Does what a request has no time or room for: many charges of one client, lines of a statement, rows of an import. */
export class Billing extends Construct {
  private readonly queue: sqs.Queue;

  constructor(scope: Construct, id: string, { data, invoicing, reminders, stage }: Parts) {
    super(scope, id);
    const timeout = Duration.seconds(JOB_TIMEOUT_SECONDS);
    this.queue = new sqs.Queue(this, "Queue", {
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(JOB_RETRY_SECONDS),
      deadLetterQueue: { queue: reminders.deadLetters, maxReceiveCount: JOB_ATTEMPTS },
    });
    const job = createFunction(this, "billing-job", { timeout, logRetention: stage.logRetention });
    data.grant(job, {
      imports: ["GetItem", "Query", "PutItem", "BatchWriteItem"],
      totals: ["UpdateItem"],
      accounts: ["GetItem", "BatchGetItem", "PutItem", "DeleteItem", "ConditionCheckItem"],
      charges: ["Query", "Query:open", "BatchGetItem", "PutItem", "DeleteItem"],
      payments: ["GetItem", "BatchGetItem", "PutItem", "DeleteItem"],
      subscriptions: ["GetItem", "BatchGetItem", "PutItem", "DeleteItem"],
      clients: ["GetItem", "BatchGetItem", "PutItem", "DeleteItem", "ConditionCheckItem"],
      lookups: ["BatchGetItem", "PutItem", "UpdateItem", "DeleteItem"],
      papers: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "Query:by-number"],
      settings: ["GetItem", "UpdateItem"],
      activity: ["PutItem", "Query"],
      outbox: ["PutItem", "DeleteItem"],
    });
    reminders.grantReceipts(job);
    invoicing.grantWake(job);
    this.grantEnqueue(job);
    job.addEventSource(
      new SqsEventSource(this.queue, { batchSize: 1, maxConcurrency: 2, reportBatchItemFailures: true }),
    );
  }

  /** Lets a function queue work. */
  grantEnqueue(to: lambda.Function): void {
    to.addEnvironment("BILLING_QUEUE", this.queue.queueUrl);
    this.queue.grant(to, "sqs:SendMessage");
  }
}
