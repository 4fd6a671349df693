import { ArnFormat, Duration, Stack } from "aws-cdk-lib";
import { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import * as iam from "aws-cdk-lib/aws-iam";
import * as lambda from "aws-cdk-lib/aws-lambda";
import * as sns from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Api } from "./api.ts";
import type { Auth } from "./auth.ts";
import { backgroundFunctions, functionsOfAlarm, meaningOf } from "./background-functions.ts";
import type { Billing } from "./billing.ts";
import { pascalCase } from "./create-function.ts";
import type { Messages } from "./messages.ts";
import { constructsOf, mailMetric, onlyConstruct, sumOf, workQueueOf } from "./metrics.ts";
import type { Outbox } from "./outbox.ts";
import type { PaperPdf } from "./paper-pdf.ts";
import type { Paybill } from "./paybill.ts";
import type { Probe } from "./probe.ts";
import type { Reminders } from "./reminders.ts";
import type { Retention } from "./retention.ts";
import type { Stage } from "./stages.ts";
import type { Backups } from "./vault.ts";

type Parts = {
  api: Api;
  auth: Auth;
  backups?: Backups;
  billing: Billing;
  messages: Messages;
  outbox: Outbox;
  paperPdf: PaperPdf;
  paybill?: Paybill | undefined;
  probe: Probe;
  reminders: Reminders;
  retention: Retention;
  stage: Stage;
};
type Watch = Omit<cloudwatch.AlarmProps, "alarmDescription" | "evaluationPeriods"> & { periods?: number };

const { IGNORE, BREACHING, NOT_BREACHING } = cloudwatch.TreatMissingData;

const probePeriod = Duration.minutes(backgroundFunctions.probe.trigger.schedules.probe.when.everyMinutes);

/** Alarms that need a person, each with a sentence about what it means for people. */
export class Alarms extends Construct {
  private readonly topic: sns.Topic;

  constructor(
    scope: Construct,
    id: string,
    {
      api,
      auth,
      backups,
      billing,
      messages,
      outbox,
      paperPdf,
      paybill,
      probe,
      reminders,
      retention,
      stage,
    }: Parts,
  ) {
    super(scope, id);
    this.topic = new sns.Topic(this, "Topic", { enforceSSL: true });
    // enforceSSL adds a topic policy, which replaces the default one that lets alarms publish.
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
    const jobs = [billing, outbox, ...(paybill ? [paybill] : [])];
    this.background([auth, paperPdf, reminders, retention]);
    this.queues(jobs, messages, reminders);
    this.mail();
    this.api(constructsOf(api, HttpApi));
    this.outside(onlyConstruct(constructsOf(probe, lambda.Function)));
    if (backups) this.nightly(backups);
  }

  /** Functions outside the API that no queue's alarm covers in time. */
  private background(parts: Construct[]): void {
    const functions = parts.flatMap((part) => constructsOf(part, lambda.Function));
    this.watch("BackgroundErrors", `${meaningOf("BackgroundErrors")}: a function fails again and again.`, {
      // Their failures show in no queue for hours, or never. Each metric of an alarm has a price.
      metric: sumOf(
        functionsOfAlarm("BackgroundErrors").map((name) => onlyConstruct(functions, pascalCase(name))),
        (fn) => fn.metricErrors({ period: Duration.minutes(15) }),
      ),
      threshold: 3,
    });
    // A day and two hours.
    const isMissed = (name: string) => ({
      metric: sumOf([onlyConstruct(functions, name)], (fn) =>
        fn.metricInvocations({ period: Duration.hours(1) }),
      ),
      comparisonOperator: cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD,
      threshold: 1,
      periods: 26,
      // A function that was not invoked has no data.
      treatMissingData: BREACHING,
    });
    this.watch(
      "SweepMissed",
      `${meaningOf("SweepMissed")}: the daily run did not start (in a new stage, it is not due yet).`,
      isMissed("Sweep"),
    );
    // A run that fails goes to the dead letters.
    this.watch(
      "RetentionMissed",
      `${meaningOf("RetentionMissed")}: the retention did not start for 26 hours.`,
      isMissed("Retain"),
    );
  }

  private queues(recording: Construct[], messages: Messages, reminders: Reminders): void {
    // SQS leaves messages out of this metric after three receives; then the alarm for dead letters covers them.
    const oldest = (queue: Queue) => queue.metricApproximateAgeOfOldestMessage();
    const all = [messages, ...recording, reminders].flatMap((part) => constructsOf(part, Queue));
    const sent = workQueueOf(reminders);
    const quick = all.filter((queue) => queue.deadLetterQueue && queue !== sent);
    this.watch("WorkStuck", `${meaningOf("WorkStuck")}: nothing moved for ten minutes.`, {
      metric: sumOf(quick, oldest),
      threshold: Duration.minutes(10).toSeconds(),
    });
    this.watch(
      "RemindersStuck",
      "Reminders that are due have waited for two hours: clients have not received them today.",
      // A new account sends one email a second, so a full daily run takes an hour.
      { metric: oldest(sent), threshold: Duration.hours(2).toSeconds() },
    );
    const deadLetters = all.filter(({ deadLetterQueue }) => !deadLetterQueue);
    this.watch(
      "DeadLetters",
      // A run or a job of any function.
      `${meaningOf("DeadLetters")}, or clients were not reminded, or old records were not deleted.`,
      {
        metric: sumOf(deadLetters, (queue) =>
          queue.metricApproximateNumberOfMessagesVisible({ statistic: "max" }),
        ),
        threshold: 1,
      },
    );
  }

  /** SES reviews an account from a bounce rate of 5 % or a complaint rate of 0.1 %. */
  private mail(): void {
    const rate = (metricName: string) =>
      mailMetric(metricName, { period: Duration.hours(1), statistic: "max" });
    const comparisonOperator = cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD;
    this.watch(
      "BounceRate",
      "Too many emails bounce: SES may soon stop all mail, both reminders and contact mail.",
      {
        metric: rate("Reputation.BounceRate"),
        threshold: 0.04,
        comparisonOperator,
        treatMissingData: IGNORE,
      },
    );
    this.watch(
      "ComplaintRate",
      "Too many clients mark our emails as spam: SES may soon stop all mail, both reminders and contact mail.",
      {
        metric: rate("Reputation.ComplaintRate"),
        threshold: 0.0008,
        comparisonOperator,
        treatMissingData: IGNORE,
      },
    );
  }

  private api(apis: HttpApi[]): void {
    const http = onlyConstruct(apis);
    this.watch("ApiErrors", "The API fails: staff see errors, or visitors cannot send messages.", {
      metric: http.metricServerError({ period: Duration.minutes(15), statistic: "sum" }),
      threshold: 3,
    });
    this.watch("ApiLatency", "The back-office is slow: people wait for three seconds or more.", {
      metric: http.metricLatency({ period: Duration.minutes(15), statistic: "p95" }),
      threshold: Duration.seconds(3).toMilliseconds(),
      periods: 3,
      // With "ignore", the state never changes below 200 calls a period, which a small company rarely has.
      evaluateLowSampleCountPercentile: "evaluate",
    });
  }

  /** Without data the probe does not run, which is no better. */
  private outside(probe: lambda.Function): void {
    this.watch(
      "SiteUnreachable",
      `${meaningOf("SiteUnreachable")}: it failed twice when asked from outside.`,
      {
        metric: probe.metricErrors({ period: probePeriod, statistic: "sum" }),
        threshold: 1,
        periods: 2,
        treatMissingData: BREACHING,
      },
    );
  }

  /** On the first day nothing tells a plan that does not run from one that is not due, so no alarm waits for a backup. */
  private nightly({ failures }: Backups): void {
    this.watch(
      "BackupFailed",
      "A nightly backup or its copy in the second region is missing: after a disaster, staff would lose a day more of their work.",
      { metric: sumOf(failures, (metric) => metric), threshold: 1 },
    );
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
