import { ArnFormat, Duration, Stack } from "aws-cdk-lib";
import { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import * as iam from "aws-cdk-lib/aws-iam";
import * as lambda from "aws-cdk-lib/aws-lambda";
import * as sns from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { Api } from "./api.ts";
import type { Auth } from "./auth.ts";
import type { Messages } from "./messages.ts";
import type { Reminders } from "./reminders.ts";
import type { Retention } from "./retention.ts";
import type { Stage } from "./stages.ts";
import { mailMetric, nodeOf, queuesOf, sumOf, within } from "./watched.ts";

type Parts = {
  api: Api;
  auth: Auth;
  messages: Messages;
  reminders: Reminders;
  retention: Retention;
  stage: Stage;
};
type Watch = Omit<cloudwatch.AlarmProps, "alarmDescription" | "evaluationPeriods"> & { periods?: number };

const { IGNORE, BREACHING, NOT_BREACHING } = cloudwatch.TreatMissingData;

/** What somebody is woken for, each with a sentence about what it means for people. */
export class Alarms extends Construct {
  private readonly topic: sns.Topic;

  constructor(scope: Construct, id: string, { api, auth, messages, reminders, retention, stage }: Parts) {
    super(scope, id);
    this.topic = new sns.Topic(this, "Topic", { enforceSSL: true });
    // A policy of its own stands in place of the default one, under which the account's alarms might publish.
    const alarms = Stack.of(this).formatArn({
      service: "cloudwatch",
      resource: "alarm",
      resourceName: "*",
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.topic.grantPublish(
      new iam.ServicePrincipal("cloudwatch.amazonaws.com", {
        conditions: { ArnLike: { "aws:SourceArn": alarms } },
      }),
    );
    if (stage.alarmEmail) this.topic.addSubscription(new EmailSubscription(stage.alarmEmail));
    this.background([auth, messages, reminders, retention]);
    this.queues(messages, reminders);
    this.mail();
    this.api(within(api, HttpApi));
  }

  /** What no visitor or member of staff waits for; failures of the rest are the API's 5xx. */
  private background(parts: Construct[]): void {
    const functions = parts.flatMap((part) => within(part, lambda.Function));
    this.watch(
      "BackgroundErrors",
      "Reminders, contact messages or emails to staff are late, or old rows stay: a function fails, and is tried again by itself.",
      { metric: sumOf(functions, (one) => one.metricErrors({ period: Duration.minutes(15) })), threshold: 3 },
    );
    this.watch(
      "SweepMissed",
      "Nobody was reminded today: the daily run did not start (in a new stage, it has not been due yet).",
      {
        metric: sumOf([nodeOf(functions, "Sweep")], (sweep) =>
          sweep.metricInvocations({ period: Duration.hours(1) }),
        ),
        comparisonOperator: cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD,
        threshold: 1,
        // A day and two hours of slack; a function that was never invoked has no data at all.
        periods: 26,
        treatMissingData: BREACHING,
      },
    );
  }

  private queues(messages: Messages, reminders: Reminders): void {
    // SQS no longer counts the age of a message once it was received three times: then it is a dead letter's turn.
    const oldest = (part: Construct) => queuesOf(part).worked.metricApproximateAgeOfOldestMessage();
    this.watch(
      "ContactMailStuck",
      "Visitors were promised an answer, and the company has not had their messages for ten minutes.",
      { metric: oldest(messages), threshold: Duration.minutes(10).toSeconds() },
    );
    this.watch(
      "RemindersStuck",
      "Reminders that are due have waited for two hours: clients have not heard from us today.",
      // At the pace of a new account, an email a second, a full day's run takes an hour.
      { metric: oldest(reminders), threshold: Duration.hours(2).toSeconds() },
    );
    const deadLetters = [messages, reminders].map((part) => queuesOf(part).dead);
    this.watch(
      "DeadLetters",
      "Some clients were not reminded today, or some visitors' messages have not reached the company yet.",
      {
        metric: sumOf(deadLetters, (queue) =>
          queue.metricApproximateNumberOfMessagesVisible({ statistic: "max" }),
        ),
        threshold: 1,
      },
    );
  }

  /** The account's reputation; SES reviews it from a bounce rate of 5 % and a complaint rate of 0.1 % on. */
  private mail(): void {
    const rate = (metricName: string) =>
      mailMetric(metricName, { period: Duration.hours(1), statistic: "max" });
    const comparisonOperator = cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD;
    this.watch(
      "BounceRate",
      "Too many emails bounce: before long SES may let no mail leave, neither reminders nor contact mail.",
      {
        metric: rate("Reputation.BounceRate"),
        threshold: 0.04,
        comparisonOperator,
        treatMissingData: IGNORE,
      },
    );
    this.watch(
      "ComplaintRate",
      "Too many clients call our emails spam: before long SES may let no mail leave, neither reminders nor contact mail.",
      {
        metric: rate("Reputation.ComplaintRate"),
        threshold: 0.0008,
        comparisonOperator,
        treatMissingData: IGNORE,
      },
    );
  }

  private api(apis: HttpApi[]): void {
    const http = nodeOf(apis);
    this.watch(
      "ApiErrors",
      "Staff see that something went wrong on our side, or visitors cannot write to us.",
      {
        metric: http.metricServerError({ period: Duration.minutes(15), statistic: "sum" }),
        threshold: 3,
      },
    );
    this.watch("ApiLatency", "The back-office is slow: people have waited for three seconds and more.", {
      metric: http.metricLatency({ period: Duration.minutes(15), statistic: "p95" }),
      threshold: Duration.seconds(3).toMilliseconds(),
      periods: 3,
      // A quiet back-office has no 200 calls in a quarter of an hour, below which "ignore" never changes the state.
      evaluateLowSampleCountPercentile: "evaluate",
    });
  }

  private watch(id: string, meaning: string, { periods = 1, ...watch }: Watch): void {
    const alarm = new cloudwatch.Alarm(this, id, {
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: NOT_BREACHING,
      ...watch,
      alarmDescription: `${meaning} See docs/operations.md, "Alarms".`,
      evaluationPeriods: periods,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
  }
}
