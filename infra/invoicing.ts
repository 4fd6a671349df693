import { Duration } from "aws-cdk-lib";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { createFunction } from "./create-function.ts";
import type { Data } from "./data.ts";
import type { Stage } from "./stages.ts";

type Parts = { data: Data; stage: Stage };

const TIMEOUT = Duration.seconds(30);

/** Invoices and credit notes are stored without a number; the numberer gives them theirs, one run at a time. */
export class Invoicing extends Construct {
  private readonly data: Data;
  private readonly queue: sqs.Queue;

  constructor(scope: Construct, id: string, { data, stage }: Parts) {
    super(scope, id);
    this.data = data;
    // A message only wakes the numberer: what it has to do stands with the papers. So none is worth a dead letter, and the
    // sweep of the outbox fails when a paper waits too long.
    this.queue = new sqs.Queue(this, "Numbers", {
      fifo: true,
      enforceSSL: true,
      // As `queueNumberer` explains.
      deliveryDelay: Duration.seconds(2),
      // AWS advises six times the consumer's timeout.
      visibilityTimeout: Duration.seconds(6 * TIMEOUT.toSeconds()),
      retentionPeriod: Duration.hours(1),
    });
    const numberer = createFunction(this, "number-papers", {
      timeout: TIMEOUT,
      logRetention: stage.logRetention,
    });
    data.grant(numberer, {
      // All papers are read if the row with the last numbers is missing.
      papers: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "Query:to-number", "Scan"],
    });
    this.grantWake(numberer);
    numberer.addEventSource(new SqsEventSource(this.queue, { batchSize: 10, maxConcurrency: 2 }));
  }

  /** Lets a function wake the numberer, after a transaction with papers. */
  grantWake(to: lambda.Function): void {
    to.addEnvironment("NUMBERS_QUEUE", this.queue.queueUrl);
    this.queue.grant(to, "sqs:SendMessage");
  }

  /** Lets a function wake the numberer if papers wait. */
  grantCatchUp(to: lambda.Function): void {
    this.data.grant(to, { papers: ["Query:to-number"] });
    this.grantWake(to);
  }
}
