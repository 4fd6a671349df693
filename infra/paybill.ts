import { Duration, Stack } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { paybillParameter } from "../shared/paybill/connection.ts";
import type { Billing } from "./billing.ts";
import { createFunction, keepShortFailures } from "./create-function.ts";
import { createSchedules } from "./create-schedule.ts";
import type { Data, TableUses } from "./data.ts";
import type { Invoicing } from "./invoicing.ts";
import type { Reminders } from "./reminders.ts";
import type { Stage } from "./stages.ts";

type Parts = {
  billing: Billing;
  data: Data;
  invoicing: Invoicing;
  mpesa: NonNullable<Stage["mpesa"]>;
  reminders: Reminders;
  stage: Stage;
};

/** The rights of a function that books a line of a statement. */
const booking = {
  totals: ["UpdateItem"],
  accounts: ["GetItem", "BatchGetItem", "PutItem"],
  charges: ["Query", "Query:open", "PutItem"],
  payments: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "Query:by-client"],
  lookups: ["BatchGetItem"],
  subscriptions: ["BatchGetItem", "PutItem"],
  clients: ["GetItem", "BatchGetItem"],
  papers: ["PutItem"],
  settings: ["GetItem", "UpdateItem"],
  activity: ["PutItem"],
} satisfies TableUses;

/** M-Pesa: callback → stored → queue → confirmed by M-Pesa → booked. */
export class Paybill extends Construct {
  /** Asks M-Pesa, and books what it confirms. */
  readonly job: lambda.Function;
  /** Reads M-Pesa's own list. */
  readonly pull: lambda.Function;
  private readonly queue: sqs.Queue;
  private readonly shortCode: string;

  constructor(scope: Construct, id: string, { billing, data, invoicing, mpesa, reminders, stage }: Parts) {
    super(scope, id);
    this.shortCode = mpesa.shortCode;
    const timeout = Duration.minutes(2);
    this.queue = new sqs.Queue(this, "Queue", {
      enforceSSL: true,
      // AWS advises six times the consumer's timeout.
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
      deadLetterQueue: { queue: reminders.deadLetters, maxReceiveCount: 5 },
    });
    this.job = createFunction(this, "paybill-job", { timeout, logRetention: stage.logRetention });
    data.grant(this.job, { ...booking, outbox: ["PutItem", "DeleteItem"] });
    this.pull = createFunction(this, "paybill-pull", { timeout, logRetention: stage.logRetention });
    data.grant(this.pull, {
      ...booking,
      payments: [...booking.payments, "Query:by-day", "Query:by-state"],
      outbox: ["PutItem"],
    });
    this.grantEnqueue(this.job);
    for (const fn of [this.job, this.pull]) {
      this.grantReadSecrets(fn);
      reminders.grantReceipts(fn);
      invoicing.grantWake(fn);
      billing.grantEnqueue(fn);
    }
    keepShortFailures(this.pull, reminders.shortFailures);
    createSchedules(this, "paybill-pull", this.pull, {
      // The next pull makes up for a missed one, so none is retried for long.
      retryAttempts: 1,
      maxEventAge: Duration.minutes(10),
      deadLetterQueue: reminders.deadLetters,
    });
    this.job.addEventSource(
      new SqsEventSource(this.queue, { batchSize: 1, maxConcurrency: 2, reportBatchItemFailures: true }),
    );
  }

  /** Lets the API's function take callbacks and send prompts. */
  grantReceive(to: lambda.Function): void {
    this.grantReadSecrets(to);
    this.grantEnqueue(to);
  }

  /** Lets a function queue what follows a callback. */
  grantEnqueue(to: lambda.Function): void {
    to.addEnvironment("PAYBILL_QUEUE", this.queue.queueUrl);
    this.queue.grant(to, "sqs:SendMessage");
  }

  /** Lets a function say how the connection is. */
  grantReadStatus(to: lambda.Function, data: Data): void {
    this.mark(to);
    data.grant(to, { payments: ["Query:by-state"] });
  }

  /** Tells a function that the stage has M-Pesa. */
  mark(to: lambda.Function): void {
    to.addEnvironment("SHORT_CODE", this.shortCode);
  }

  /** A client's page shows the form only if M-Pesa is connected. */
  grantReadSecrets(to: lambda.Function): void {
    const { stackName } = Stack.of(this);
    this.mark(to);
    to.addEnvironment("PAYBILL_PARAMETER", paybillParameter(stackName));
    const resourceName = paybillParameter(stackName).slice(1);
    // The key of AWS for SSM decrypts for all who may read the parameter.
    to.addToRolePolicy(
      new iam.PolicyStatement({
        actions: ["ssm:GetParameter"],
        resources: [Stack.of(this).formatArn({ service: "ssm", resource: "parameter", resourceName })],
      }),
    );
  }
}
