import { Duration, TimeZone } from "aws-cdk-lib";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  ScheduleTargetInput,
} from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { businessTimeZone } from "../shared/day.ts";
import { dailyRun } from "../shared/reminders.ts";
import type { Data } from "./data.ts";
import { functionOf } from "./function.ts";
import type { Mail } from "./mail.ts";
import type { Stage } from "./stages.ts";

/** What every schedule tells its function: the instant it was due, however late it starts. */
export const scheduledAt = { scheduled_at: ContextAttribute.scheduledTime };

/** How many functions send at the same time at most; a new account runs ten functions in all. */
const senders = 2;
const sendTimeout = Duration.seconds(60);

/** With three times the pause before it after each attempt, the eighth comes some three hours after the first. */
const attempts = 8;
const pauses = { first: Duration.seconds(10), most: Duration.hours(2) };

/** How long the one who claimed an email has it; the events of SES come within seconds, rarely minutes. */
const lease = Duration.minutes(10);

type Parts = { data: Data; mail: Mail; stage: Stage };

/** The way of a reminder: schedule → sweep → queue → send → SES → delivery status. */
export class Reminders extends Construct {
  /** What mails unattended. */
  readonly sender: lambda.Function;
  /** What could not be called. */
  readonly deadLetters: sqs.Queue;
  private readonly parts: Parts;
  private readonly outbox: sqs.Queue;

  constructor(scope: Construct, id: string, parts: Parts) {
    super(scope, id);
    this.parts = parts;
    this.deadLetters = new sqs.Queue(this, "DeadLetters", {
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    this.outbox = new sqs.Queue(this, "Outbox", {
      enforceSSL: true,
      // AWS advises six times the consumer's timeout.
      visibilityTimeout: Duration.seconds(6 * sendTimeout.toSeconds()),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: attempts },
    });
    this.sweep(this.deadLetters);
    this.sender = this.send();
    this.delivery(this.deadLetters);
  }

  private sweep(deadLetterQueue: sqs.Queue): void {
    const { data, stage } = this.parts;
    const sweep = functionOf(this, "sweep", {
      timeout: Duration.minutes(10),
      logRetention: stage.logRetention,
    });
    data.grant(sweep, {
      subscriptions: ["Query:by-next-billing"],
      renewals: ["BatchGetItem"],
      activity: ["Query:by-day"],
      settings: ["GetItem", "UpdateItem"],
    });
    this.grantEnqueue(sweep);
    // A run that was cut off goes on where it was when Lambda calls it again.
    sweep.configureAsyncInvoke({
      retryAttempts: 2,
      maxEventAge: Duration.hours(6),
      onFailure: new SqsDestination(deadLetterQueue),
    });
    new Schedule(this, "Daily", {
      description: "Sends the reminders that are due.",
      schedule: ScheduleExpression.cron({
        hour: String(dailyRun.hour),
        minute: "0",
        timeZone: TimeZone.of(businessTimeZone),
      }),
      target: new LambdaInvoke(sweep, {
        input: ScheduleTargetInput.fromObject(scheduledAt),
        retryAttempts: 3,
        maxEventAge: Duration.hours(6),
        deadLetterQueue,
      }),
    });
  }

  private send(): lambda.Function {
    const { data, stage } = this.parts;
    const send = functionOf(this, "send", { timeout: sendTimeout, logRetention: stage.logRetention });
    this.grantSend(send);
    data.grant(send, { clients: ["BatchGetItem"], renewals: ["Query"], reminders: ["Query:by-day"] });
    send.addEnvironment("MAIL_SENDERS", String(senders));
    send.addEnvironment("MOST_RECEIVES", String(attempts));
    send.addEnvironment("RETRY_FIRST_SECONDS", String(pauses.first.toSeconds()));
    send.addEnvironment("RETRY_MOST_SECONDS", String(pauses.most.toSeconds()));
    send.addEventSource(
      new SqsEventSource(this.outbox, {
        batchSize: 10,
        maxConcurrency: senders,
        reportBatchItemFailures: true,
      }),
    );
    return send;
  }

  private delivery(deadLetterQueue: sqs.Queue): void {
    const { data, mail, stage } = this.parts;
    const delivery = functionOf(this, "delivery", { logRetention: stage.logRetention });
    data.grant(delivery, {
      reminders: ["UpdateItem"],
      clients: ["GetItem", "UpdateItem"],
      messages: ["UpdateItem"],
      activity: ["PutItem"],
    });
    this.grantEnqueue(delivery);
    delivery.configureAsyncInvoke({
      retryAttempts: 2,
      maxEventAge: Duration.hours(6),
      onFailure: new SqsDestination(deadLetterQueue),
    });
    mail.onEvent(delivery, deadLetterQueue);
  }

  /** Lets a function ask for emails to be sent. */
  grantEnqueue(to: lambda.Function): void {
    to.addEnvironment("OUTBOX_QUEUE", this.outbox.queueUrl);
    this.outbox.grant(to, "sqs:SendMessage");
  }

  /** Lets a function send reminders itself: claim in the ledger, read again, mail at the account's pace, record. */
  grantSend(to: lambda.Function): void {
    const { data, mail } = this.parts;
    data.grant(to, {
      subscriptions: ["GetItem", "UpdateItem"],
      renewals: ["GetItem"],
      // A client of a release before gets a payment reference with the first reminder.
      clients: ["GetItem", "UpdateItem"],
      reminders: ["UpdateItem", "Query"],
      settings: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
    });
    mail.grantSend(to);
    mail.grantReadRate(to);
    to.addEnvironment("LEASE_SECONDS", String(lease.toSeconds()));
    to.addEnvironment("PAUSE_SECONDS", String(Duration.minutes(5).toSeconds()));
    this.grantEnqueue(to);
  }
}
