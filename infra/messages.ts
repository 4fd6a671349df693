import { Duration } from "aws-cdk-lib";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { createFunction } from "./create-function.ts";
import type { Data } from "./data.ts";
import type { Mail } from "./mail.ts";
import type { Stage } from "./stages.ts";

type Parts = { data: Data; deadLetterQueue: sqs.IQueue; mail: Mail; stage: Stage };

/** Sends stored contact messages to the company: queue → email. The sweep of the outbox queues what was not sent. */
export class Messages extends Construct {
  /** Mails messages to the company. */
  readonly sender: lambda.Function;
  private readonly queue: sqs.Queue;

  constructor(scope: Construct, id: string, { data, deadLetterQueue, mail, stage }: Parts) {
    super(scope, id);
    const timeout = Duration.seconds(30);
    this.queue = new sqs.Queue(this, "Queue", {
      enforceSSL: true,
      // AWS advises six times the consumer's timeout.
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
      deadLetterQueue: { queue: deadLetterQueue, maxReceiveCount: 5 },
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
  }

  /** Lets a function queue a stored message. */
  grantEnqueue(to: lambda.Function): void {
    to.addEnvironment("MESSAGE_QUEUE", this.queue.queueUrl);
    this.queue.grant(to, "sqs:SendMessage");
  }
}
