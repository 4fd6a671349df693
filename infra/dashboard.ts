import { Duration, Stack } from "aws-cdk-lib";
import { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import { Table } from "aws-cdk-lib/aws-dynamodb";
import * as lambda from "aws-cdk-lib/aws-lambda";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { DELIVERY_LOG_MESSAGE } from "../shared/reminders/delivery-log.ts";
import type { Alarms } from "./alarms.ts";
import type { Api } from "./api.ts";
import { backgroundFunctions } from "./background-functions.ts";
import type { Billing } from "./billing.ts";
import { pascalCase } from "./create-function.ts";
import type { Data } from "./data.ts";
import type { Invoicing } from "./invoicing.ts";
import type { Messages } from "./messages.ts";
import { constructsOf, mailMetric, onlyConstruct, workQueueOf } from "./metrics.ts";
import type { Paybill } from "./paybill.ts";
import type { Reminders } from "./reminders.ts";

type Parts = {
  alarms: Alarms;
  api: Api;
  billing: Billing;
  invoicing: Invoicing;
  messages: Messages;
  data: Data;
  paybill?: Paybill | undefined;
  reminders: Reminders;
};

const backgroundIds = new Set(Object.keys(backgroundFunctions).map(pascalCase));

const PERIOD = Duration.minutes(15);
const DAY = Duration.days(1);

/**
 * From top to bottom: alarms, what people notice, then possible causes. An account has three free dashboards with fifty
 * metrics each; every further one costs three dollars a month.
 */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, parts: Parts) {
    super(scope, id);
    const { alarms, api, billing, invoicing, messages, data, paybill, reminders } = parts;
    const stack = Stack.of(this);
    const { region, stackName } = stack;
    const http = onlyConstruct(constructsOf(api, HttpApi));
    // An error of a function of the API shows as 5xx.
    const inBackground = constructsOf(stack, lambda.Function).filter(({ node }) =>
      backgroundIds.has(node.id),
    );
    const tables = constructsOf(data, Table);
    const delivery = onlyConstruct(constructsOf(reminders, lambda.Function), "Delivery");
    new cloudwatch.Dashboard(this, "Screen", {
      // The name is unique in the account, not in the region.
      dashboardName: `${stackName}-${region}`,
      defaultInterval: Duration.days(3),
      widgets: [
        [
          new cloudwatch.AlarmStatusWidget({
            title: 'Alarms (docs/operations.md, "Alarms")',
            alarms: constructsOf(alarms, cloudwatch.Alarm),
            width: 24,
            height: 3,
          }),
        ],
        [
          graph("Contact messages waiting to be sent", waiting(messages)),
          graph("Reminders waiting to be sent, and payments waiting to be recorded", [
            ...waiting(reminders),
            size(workQueueOf(billing), "payments waiting"),
            size(onlyConstruct(constructsOf(invoicing, sqs.Queue)), "invoices to number"),
            ...(paybill ? [size(workQueueOf(paybill), "M-Pesa waiting")] : []),
          ]),
          new cloudwatch.LogQueryWidget({
            title: "Delivery status of emails, by day",
            logGroupNames: [delivery.logGroup.logGroupName],
            view: cloudwatch.LogQueryVisualizationType.TABLE,
            queryLines: [
              `filter message = "${DELIVERY_LOG_MESSAGE}"`,
              "stats count(*) as emails by bin(1d), state",
            ],
            ...ONE_THIRD,
          }),
        ],
        [
          graph("API responses: server errors (5xx) and client errors (4xx)", [
            http.metricCount({ period: PERIOD, statistic: "sum", label: "all" }),
            http.metricServerError({ period: PERIOD, statistic: "sum", label: "5xx" }),
            http.metricClientError({ period: PERIOD, statistic: "sum", label: "4xx" }),
          ]),
          graph("API latency (ms)", [
            http.metricLatency({ period: PERIOD, statistic: "p50", label: "p50" }),
            http.metricLatency({ period: PERIOD, statistic: "p95", label: "p95" }),
          ]),
          graph(
            "Emails sent, delivered, bounced, marked as spam",
            ["Send", "Delivery", "Bounce", "Complaint"].map((name) =>
              mailMetric(name, { period: DAY, statistic: "sum" }),
            ),
          ),
        ],
        [
          graph("Functions: errors and throttles", [
            ...inBackground.map((fn) => fn.metricErrors({ period: PERIOD, label: fn.node.id })),
            ...["Errors", "Throttles"].map(
              (metricName) =>
                new cloudwatch.Metric({
                  namespace: "AWS/Lambda",
                  metricName,
                  statistic: "sum",
                  period: PERIOD,
                  label: `${metricName.toLowerCase()}, all functions`,
                }),
            ),
          ]),
          graph(
            "Tables: throttled reads and writes",
            tables.flatMap((table) =>
              throttleMetrics(table).map((name) =>
                table.metric(name, {
                  period: PERIOD,
                  statistic: "sum",
                  label: `${table.node.id} ${name.split("T")[0]}`,
                }),
              ),
            ),
          ),
          graph(
            "Sender reputation (SES reviews from 0.05 and 0.001)",
            ["Reputation.BounceRate", "Reputation.ComplaintRate"].map((name) =>
              mailMetric(name, { period: DAY, statistic: "max" }),
            ),
          ),
        ],
      ],
    });
  }
}

/** The 50 free metrics leave no room for the tables with the fewest writes. Their throttles show as 5xx. */
const throttleMetrics = ({ node }: Table) =>
  ["Limits", "Staff", "Settings", "Totals", "Lookups", "Imports", "Messages", "Papers"].includes(node.id)
    ? []
    : ["ReadThrottleEvents", "WriteThrottleEvents"];

const ONE_THIRD = { width: 8, height: 6 };

const graph = (title: string, left: cloudwatch.IMetric[]) =>
  new cloudwatch.GraphWidget({ title, left, leftYAxis: { min: 0 }, ...ONE_THIRD });

const size = (source: sqs.Queue, label: string) =>
  source.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: "max", label });

function waiting(part: Construct): cloudwatch.IMetric[] {
  const queue = workQueueOf(part);
  return [
    size(queue, "waiting"),
    queue.metricApproximateAgeOfOldestMessage({ period: PERIOD, label: "age of the oldest (s)" }),
    // One queue has the dead letters of all parts.
    ...constructsOf(part, sqs.Queue)
      .filter(({ node }) => node.id === "DeadLetters")
      .map((queue) => size(queue, "dead letters, all parts")),
  ];
}
