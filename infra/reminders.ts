import { Duration } from "aws-cdk-lib";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { createFunction, keepFailures } from "./create-function.ts";
import { createSchedules } from "./create-schedule.ts";
import type { Data } from "./data.ts";
import type { Invoicing } from "./invoicing.ts";
import type { Mail } from "./mail.ts";
import type { PaperPdf } from "./paper-pdf.ts";
import type { Stage } from "./stages.ts";

/** A new account runs only ten functions at once. */
const MAX_SENDERS = 2;
const SEND_TIMEOUT = Duration.seconds(60);

/** Each pause is three times the one before, so the eighth attempt comes about three hours after the first. */
const MAX_ATTEMPTS = 8;
const FIRST_PAUSE = Duration.seconds(10);
const MAX_PAUSE = Duration.hours(2);

/** How long a sender can hold an email. SES's events come within seconds, rarely minutes. */
const LEASE = Duration.minutes(10);

/** A payment can be undone before its receipt goes out. At most the 15 minutes of SQS. */
const RECEIPT_DELAY = Duration.minutes(10);

type Parts = { data: Data; invoicing: Invoicing; mail: Mail; paperPdf: PaperPdf; stage: Stage };

/** Schedule → sweep → queue → send → SES → delivery status. */
export class Reminders extends Construct {
  /** Sends queued emails. */
  readonly sender: lambda.Function;
  readonly deadLetters: sqs.Queue;
  /** Of runs that the next one makes up for: the alarm for dead letters ends an hour after the last failure. */
  readonly shortFailures: sqs.Queue;
  private readonly parts: Parts;
  private readonly emails: sqs.Queue;

  constructor(scope: Construct, id: string, parts: Parts) {
    super(scope, id);
    this.parts = parts;
    this.deadLetters = new sqs.Queue(this, "DeadLetters", {
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    this.shortFailures = new sqs.Queue(this, "ShortFailures", {
      enforceSSL: true,
      retentionPeriod: Duration.hours(1),
    });
    this.emails = new sqs.Queue(this, "Emails", {
      enforceSSL: true,
      // AWS advises six times the consumer's timeout.
      visibilityTimeout: Duration.seconds(6 * SEND_TIMEOUT.toSeconds()),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MAX_ATTEMPTS },
    });
    this.addSweep(this.deadLetters);
    this.sender = this.addSender();
    this.addDelivery(this.deadLetters);
  }

  private addSweep(deadLetterQueue: sqs.Queue): void {
    const { data, invoicing, stage } = this.parts;
    const sweep = createFunction(this, "sweep", {
      timeout: Duration.minutes(10),
      logRetention: stage.logRetention,
    });
    data.grant(sweep, {
      // Brings accounts up to date.
      subscriptions: ["BatchGetItem", "PutItem"],
      accounts: [
        ...(["GetItem", "BatchGetItem", "PutItem"] as const),
        ...(["Query:by-writing", "Query:by-credit", "Query:by-owing"] as const),
        // The first run with invoices looks at every account.
        "Scan",
      ],
      clients: ["GetItem"],
      papers: ["PutItem"],
      charges: ["Query", "Query:open", "PutItem"],
      payments: ["BatchGetItem", "PutItem"],
      totals: ["UpdateItem", "Query", "DeleteItem"],
      activity: ["PutItem"],
      settings: ["GetItem", "UpdateItem"],
    });
    this.grantEnqueue(sweep);
    invoicing.grantCatchUp(sweep);
    keepFailures(sweep, deadLetterQueue);
    createSchedules(this, "sweep", sweep, {
      retryAttempts: 3,
      maxEventAge: Duration.hours(6),
      deadLetterQueue,
    });
  }

  private addSender(): lambda.Function {
    const { data, invoicing, stage } = this.parts;
    const send = createFunction(this, "send", { timeout: SEND_TIMEOUT, logRetention: stage.logRetention });
    this.grantSend(send);
    data.grant(send, {
      clients: ["BatchGetItem"],
      // A new price that the client is told about, and the subscriptions of a statement.
      subscriptions: ["UpdateItem", "Query:by-client"],
      // Promises, invoices that a reminder brings, and what a receipt says of the client's account.
      accounts: ["GetItem", "BatchGetItem", "UpdateItem", "PutItem"],
      charges: ["Query", "Query:open", "BatchGetItem", "UpdateItem", "PutItem"],
      papers: ["BatchGetItem", "PutItem", "Query:by-month"],
      // The number of a receipt, and the payments of a month.
      payments: ["BatchGetItem", "UpdateItem", "Query:by-day"],
      totals: ["Query"],
      reminders: ["Query:by-day"],
      messages: ["Query:by-state"],
      outbox: ["DeleteItem"],
      // The administrators, who get an email about changed settings.
      staff: ["Scan"],
    });
    invoicing.grantWake(send);
    send.addEnvironment("MAIL_SENDERS", String(MAX_SENDERS));
    send.addEnvironment("MOST_RECEIVES", String(MAX_ATTEMPTS));
    send.addEnvironment("RETRY_FIRST_SECONDS", String(FIRST_PAUSE.toSeconds()));
    send.addEnvironment("RETRY_MOST_SECONDS", String(MAX_PAUSE.toSeconds()));
    send.addEventSource(
      new SqsEventSource(this.emails, {
        batchSize: 10,
        maxConcurrency: MAX_SENDERS,
        reportBatchItemFailures: true,
      }),
    );
    return send;
  }

  private addDelivery(deadLetterQueue: sqs.Queue): void {
    const { data, mail, stage } = this.parts;
    const delivery = createFunction(this, "delivery", { logRetention: stage.logRetention });
    data.grant(delivery, {
      reminders: ["GetItem", "UpdateItem", "Query:by-client"],
      clients: ["GetItem", "UpdateItem"],
      messages: ["UpdateItem"],
      activity: ["PutItem"],
    });
    this.grantEnqueue(delivery);
    keepFailures(delivery, deadLetterQueue);
    mail.onEvent(delivery, deadLetterQueue);
  }

  /** Lets a function queue emails. */
  grantEnqueue(to: lambda.Function): void {
    to.addEnvironment("EMAIL_QUEUE", this.emails.queueUrl);
    this.emails.grant(to, "sqs:SendMessage");
  }

  /** Lets a function queue receipts and notices of prices. */
  grantReceipts(to: lambda.Function): void {
    to.addEnvironment("RECEIPT_DELAY_SECONDS", String(RECEIPT_DELAY.toSeconds()));
    this.grantEnqueue(to);
  }

  /** Lets a function send reminders: claim in the send log, read again, send at the account's rate, record. */
  grantSend(to: lambda.Function): void {
    const { data, mail, paperPdf } = this.parts;
    data.grant(to, {
      subscriptions: ["BatchGetItem"],
      clients: ["GetItem"],
      reminders: ["UpdateItem", "Query", "Query:by-client"],
      settings: ["GetItem", "BatchGetItem", "UpdateItem"],
    });
    mail.grantSend(to);
    paperPdf.grantDraw(to);
    mail.grantReadSendQuota(to);
    to.addEnvironment("LEASE_SECONDS", String(LEASE.toSeconds()));
    to.addEnvironment("PAUSE_SECONDS", String(Duration.minutes(5).toSeconds()));
    this.grantEnqueue(to);
  }
}
