/** How alarms and the dashboard find what they watch, so that none of it needs to know that it is watched. */
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import * as sqs from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

/** The constructs of a kind below another. */
export function within<T extends Construct>(
  scope: Construct,
  kind: abstract new (...args: never[]) => T,
): T[] {
  return scope.node.findAll().filter((found): found is T => found instanceof kind);
}

/** The only one, or the one of that id. */
export function nodeOf<T extends Construct>(found: T[], id?: string): T {
  const [one, ...others] = found.filter(({ node }) => id === undefined || node.id === id);
  if (!one || others.length > 0)
    throw new Error(`There must be exactly one ${id ?? "construct"} to be watched.`);
  return one;
}

/** The queue that is worked off, and the one of what could not be. */
export const queuesOf = (part: Construct): { worked: sqs.Queue; dead: sqs.Queue } => {
  const queues = within(part, sqs.Queue);
  return {
    worked: nodeOf(queues.filter(({ deadLetterQueue }) => deadLetterQueue)),
    dead: nodeOf(queues.filter(({ deadLetterQueue }) => !deadLetterQueue)),
  };
};

/** An alarm takes ten metrics at most. One of them without data would leave the sum without, and nobody would hear. */
export function sumOf<T>(all: T[], metricOf: (one: T) => cloudwatch.Metric): cloudwatch.MathExpression {
  const metrics = all.map((one, index) => [`m${index}`, metricOf(one)] as const);
  return new cloudwatch.MathExpression({
    expression: metrics.map(([name]) => `FILL(${name}, 0)`).join(" + "),
    usingMetrics: Object.fromEntries(metrics),
    ...(metrics[0] && { period: metrics[0][1].period }),
  });
}

/** The account's own figures about its mail, of the region. */
export const mailMetric = (
  metricName: string,
  options: Pick<cloudwatch.MetricOptions, "period" | "statistic">,
) => new cloudwatch.Metric({ namespace: "AWS/SES", metricName, ...options });
