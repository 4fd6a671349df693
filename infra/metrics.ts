/** Finds the resources and metrics that alarms and the dashboard watch. */
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import * as sqs from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

/** All constructs of a class below a construct. */
export function constructsOf<T extends Construct>(
  scope: Construct,
  kind: abstract new (...args: never[]) => T,
): T[] {
  return scope.node.findAll().filter((construct): construct is T => construct instanceof kind);
}

/** The only construct, or the only one with that id. @throws Error when there is none or more than one */
export function onlyConstruct<T extends Construct>(constructs: T[], id?: string): T {
  const [first, ...otherConstructs] = constructs.filter(({ node }) => id === undefined || node.id === id);
  if (!first || otherConstructs.length > 0)
    throw new Error(`There must be exactly one ${id ?? "construct"}.`);
  return first;
}

/** The queue of a part's work, not of its failures. */
export const workQueueOf = (part: Construct): sqs.Queue =>
  onlyConstruct(constructsOf(part, sqs.Queue).filter(({ deadLetterQueue }) => deadLetterQueue));

/** The sum of at most ten metrics (CloudWatch's limit). Without FILL, one metric without data would hide the others. */
export function sumOf<T>(items: T[], metricOf: (item: T) => cloudwatch.Metric): cloudwatch.MathExpression {
  const metrics = items.map((item, index) => [`m${index}`, metricOf(item)] as const);
  return new cloudwatch.MathExpression({
    expression: metrics.map(([name]) => `FILL(${name}, 0)`).join(" + "),
    usingMetrics: Object.fromEntries(metrics),
    ...(metrics[0] && { period: metrics[0][1].period }),
  });
}

/** SES's metrics of the account in the region. */
export const mailMetric = (
  metricName: string,
  options: Pick<cloudwatch.MetricOptions, "period" | "statistic">,
) => new cloudwatch.Metric({ namespace: "AWS/SES", metricName, ...options });
