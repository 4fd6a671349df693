import { Duration, Stack } from "aws-cdk-lib";
import { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import { Table } from "aws-cdk-lib/aws-dynamodb";
import * as lambda from "aws-cdk-lib/aws-lambda";
import type * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Alarms } from "./alarms.ts";
import type { Api } from "./api.ts";
import type { Auth } from "./auth.ts";
import type { Data } from "./data.ts";
import type { Messages } from "./messages.ts";
import type { Reminders } from "./reminders.ts";
import type { Retention } from "./retention.ts";
import { mailMetric, nodeOf, queuesOf, within } from "./watched.ts";

type Parts = {
  alarms: Alarms;
  api: Api;
  auth: Auth;
  messages: Messages;
  data: Data;
  reminders: Reminders;
  retention: Retention;
};

const period = Duration.minutes(15);
const day = Duration.days(1);

/**
 * One screen about what people feel, from the top: alarms, visitors, clients, staff, then what may be behind it.
 * An account has three dashboards of fifty metrics for nothing; each further one is three dollars a month.
 */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, parts: Parts) {
    super(scope, id);
    const { alarms, api, auth, messages, data, reminders, retention } = parts;
    const { region, stackName } = Stack.of(this);
    const http = nodeOf(within(api, HttpApi));
    const functions = [api, auth, messages, reminders, retention].flatMap((part) =>
      within(part, lambda.Function),
    );
    const tables = within(data, Table);
    const delivery = nodeOf(within(reminders, lambda.Function), "Delivery");
    new cloudwatch.Dashboard(this, "Screen", {
      // The name is the account's, not the region's.
      dashboardName: `${stackName}-${region}`,
      defaultInterval: Duration.days(3),
      widgets: [
        [
          new cloudwatch.AlarmStatusWidget({
            title: 'Alarms (docs/operations.md, "Alarms")',
            alarms: within(alarms, cloudwatch.Alarm),
            width: 24,
            height: 3,
          }),
        ],
        [
          graph("Visitors' messages that wait for their mail", waiting(messages)),
          graph("Reminders that wait to be sent", waiting(reminders)),
          new cloudwatch.LogQueryWidget({
            title: "Delivery status of emails, a day",
            logGroupNames: [delivery.logGroup.logGroupName],
            view: cloudwatch.LogQueryVisualizationType.TABLE,
            queryLines: ['filter message = "delivery status"', "stats count(*) as emails by bin(1d), state"],
            ...third,
          }),
        ],
        [
          graph("The API: answers that are our fault, or theirs", [
            http.metricCount({ period, statistic: "sum", label: "all" }),
            http.metricServerError({ period, statistic: "sum", label: "5xx" }),
            http.metricClientError({ period, statistic: "sum", label: "4xx" }),
          ]),
          graph("How long people wait for the API (ms)", [
            http.metricLatency({ period, statistic: "p50", label: "half of them" }),
            http.metricLatency({ period, statistic: "p95", label: "one in twenty" }),
          ]),
          graph(
            "Mail sent, delivered, bounced, complained about",
            ["Send", "Delivery", "Bounce", "Complaint"].map((name) =>
              mailMetric(name, { period: day, statistic: "sum" }),
            ),
          ),
        ],
        [
          graph("Functions: errors, and calls refused for want of concurrency", [
            ...functions.map((one) => one.metricErrors({ period, label: one.node.id })),
            new cloudwatch.Metric({
              namespace: "AWS/Lambda",
              metricName: "Throttles",
              statistic: "sum",
              period,
              label: "refused, all functions",
            }),
          ]),
          graph(
            "Tables: reads and writes refused for their rate",
            tables.flatMap((table) =>
              watchedOf(table).map((name) =>
                table.metric(name, {
                  period,
                  statistic: "sum",
                  label: `${table.node.id} ${name.split("T")[0]}`,
                }),
              ),
            ),
          ),
          graph(
            "The account's reputation as a sender (review from 0.05 and 0.001 on)",
            ["Reputation.BounceRate", "Reputation.ComplaintRate"].map((name) =>
              mailMetric(name, { period: day, statistic: "max" }),
            ),
          ),
        ],
      ],
    });
  }
}

/** Of the two that are written least there is no room: what they refuse is among the API's own faults. */
const watchedOf = ({ node }: Table) =>
  ["Limits", "Staff"].includes(node.id) ? [] : ["ReadThrottleEvents", "WriteThrottleEvents"];

const third = { width: 8, height: 6 };

const graph = (title: string, left: cloudwatch.IMetric[]) =>
  new cloudwatch.GraphWidget({ title, left, leftYAxis: { min: 0 }, ...third });

function waiting(part: Construct): cloudwatch.IMetric[] {
  const { worked, dead } = queuesOf(part);
  const most = (queue: sqs.Queue, label: string) =>
    queue.metricApproximateNumberOfMessagesVisible({ period, statistic: "max", label });
  return [
    most(worked, "waiting"),
    worked.metricApproximateAgeOfOldestMessage({ period, label: "the oldest, in seconds" }),
    most(dead, "dead letters"),
  ];
}
