import type { Statement } from "./statement.ts";

const allow = (...Action: string[]): Statement => ({ Effect: "Allow", Action, Resource: "*", managed: true });

const logging = ["logs:CreateLogGroup", "logs:CreateLogStream", "logs:PutLogEvents"];
const tracing = [
  "xray:PutTraceSegments",
  "xray:PutTelemetryRecords",
  "xray:GetSamplingRules",
  "xray:GetSamplingTargets",
  "xray:GetSamplingStatisticSummaries",
];

/** What AWS's own policies allow, by the last part of their name, as published in the managed policy reference. */
const policies: Record<string, Statement> = {
  AWSLambdaBasicExecutionRole: allow(...logging),
  AWSLambdaSQSQueueExecutionRole: allow(
    "sqs:ReceiveMessage",
    "sqs:DeleteMessage",
    "sqs:GetQueueAttributes",
    ...logging,
  ),
  AWSXRayDaemonWriteAccess: allow(...tracing),
  AWSXrayWriteOnlyAccess: allow(...tracing),
  CloudWatchLambdaInsightsExecutionRolePolicy: allow(...logging),
};

/** Throws for a policy whose content is not known here. */
export function managedStatements(policyArn: string): Statement[] {
  const statement = policies[policyArn.split("/").at(-1) ?? ""];
  if (!statement) throw new Error(`the managed policy ${policyArn} does not run here`);
  return [statement];
}
