import { describe, expect, test } from "vitest";
import { duplicateFirst, edgeFaults } from "../../test/template-faults/edge-faults.ts";
import { type Fault, mutate } from "../../test/template-faults/mutate.ts";
import { securityFaults } from "../../test/template-faults/security-faults.ts";
import { FirewallStack } from "../firewall.ts";
import { checks } from "./checks.ts";
import { synthesize, synthesizeSideStack } from "./synthesize.ts";
import type { Template } from "./template.ts";

const valid: Template = synthesize({
  name: "prod",
  domain: "www.example.com",
  webAclArn:
    "arn:aws:wafv2:us-east-1:111122223333:global/webacl/Firewall/00000000-0000-4000-8000-000000000000",
  certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000",
});

// The firewall is in another region, and passes the same checks.
Object.assign(
  valid.Resources,
  synthesizeSideStack((app, props) => new FirewallStack(app, "Firewall", props)).template.Resources,
);

const table = /DynamoDB::Table/;
const indexed = /DynamoDB::Table DataSubscriptions/;
const charges = /DynamoDB::Table DataCharges/;
const fn = /Lambda::Function Api/;
const route = /ApiGatewayV2::Route .*GETapiv1/;
const stage = /ApiGatewayV2::Stage/;
const schedule = /Scheduler::Schedule/;
const mapping = /Lambda::EventSourceMapping/;
const queue = /SQS::Queue \w*(RemindersEmails|MessagesQueue)/;
const pool = /Cognito::UserPool Auth/;
const client = /Cognito::UserPoolClient/;
const events = /SES::ConfigurationSetEventDestination/;
const dashboard = /CloudWatch::Dashboard/;
const alarm = /CloudWatch::Alarm AlarmsApiErrors/;

const faults: Record<string, Fault[]> = {
  ...edgeFaults,
  ...securityFaults,
  keysAreDefined: [
    [table, "Properties.KeySchema.0.AttributeName", "colour"],
    [table, "Properties.KeySchema.0.KeyType", "RANGE"],
    [
      table,
      "Properties.AttributeDefinitions",
      (list: unknown[]) => [...list, { AttributeName: "colour", AttributeType: "S" }],
    ],
    [indexed, "Properties.GlobalSecondaryIndexes.0.KeySchema.0.AttributeName", "colour"],
    [charges, "Properties.LocalSecondaryIndexes.0.KeySchema.1.AttributeName", "colour"],
  ],
  indexNamesAreUnique: [
    [indexed, "Properties.GlobalSecondaryIndexes", duplicateFirst],
    [charges, "Properties.LocalSecondaryIndexes.0.IndexName", "by-due"],
  ],
  environmentsFitSizeLimit: [[fn, "Properties.Environment.Variables.EMAIL", "x".repeat(4096)]],
  variableNamesAreAllowed: [
    [fn, "Properties.Environment.Variables.AWS_REGION", "eu-west-1"],
    [fn, "Properties.Environment.Variables.by-day", "x"],
  ],
  newAccountQuotasSuffice: [
    [fn, "Properties.MemorySize", 4096],
    [fn, "Properties.ReservedConcurrentExecutions", 2],
  ],
  functionsAreComplete: [
    [fn, "Properties.Code.ZipFile", "exports.handler = () => {}"],
    [fn, "Properties.Handler", undefined],
    [fn, "Properties.Role", { Ref: "Role" }],
  ],
  rolesTrustKnownServices: [
    [/IAM::Role/, "Properties.AssumeRolePolicyDocument.Statement.0.Principal.Service", "lamda.amazonaws.com"],
  ],
  routeKeysAreValid: [
    [route, "Properties.RouteKey", "get /api/v1/clients"],
    [route, "Properties.RouteKey", "POST /api/send-email"],
  ],
  routesHaveIntegrations: [
    [route, "Properties.Target", "integrations/none"],
    [route, "Properties.AuthorizerId", undefined],
    [route, "Properties.AuthorizationType", "NONE"],
  ],
  authorizersAreComplete: [
    [/ApiGatewayV2::Authorizer/, "Properties.JwtConfiguration.Audience", []],
    [/ApiGatewayV2::Authorizer/, "Properties.IdentitySource", undefined],
  ],
  integrationsCanInvoke: [
    [/ApiGatewayV2::Integration/, "Properties.PayloadFormatVersion", "1.0"],
    [fn, "Properties.Timeout", 30],
    [/ApiGatewayV2::Integration/, "Properties.IntegrationUri", { "Fn::GetAtt": ["Elsewhere", "Arn"] }],
  ],
  routeSettingsAreValid: [
    [stage, "Properties.RouteSettings.POST /api/send-email.throttlingRateLimit", 5],
    [stage, "Properties.RouteSettings.POST /api/sendemail", { ThrottlingRateLimit: 5 }],
    [stage, "DependsOn", undefined],
  ],
  accessLogsHaveFormat: [[stage, "Properties.AccessLogSettings.Format", undefined]],
  scheduleExpressionsAreValid: [
    [schedule, "Properties.ScheduleExpression", "cron(0 7 * * * *)"],
    [schedule, "Properties.ScheduleExpression", "rate(1 days)"],
    [schedule, "Properties.ScheduleExpressionTimezone", "Africa/Kenya"],
  ],
  schedulesHavePermissions: [
    [
      schedule,
      "Properties.Target.RoleArn",
      (before: unknown) => ({ "Fn::Sub": `${JSON.stringify(before)}Other` }),
    ],
    [schedule, "Properties.Target.Arn", { "Fn::GetAtt": ["Elsewhere", "Arn"] }],
    [schedule, "Properties.Target.DeadLetterConfig", undefined],
  ],
  rulesHavePermissions: [
    [/Events::Rule/, "Properties.Targets.0.Arn", { "Fn::GetAtt": ["ApiElsewhere", "Arn"] }],
  ],
  failedEventsAreKept: [
    [schedule, "Properties.Target.Arn", { "Fn::GetAtt": ["Elsewhere", "Arn"] }],
    [/Events::Rule/, "Properties.Targets.0.Arn", { "Fn::GetAtt": ["ApiElsewhere", "Arn"] }],
  ],
  deadLettersAreRetained: [
    [queue, "Properties.RedrivePolicy.maxReceiveCount", 0],
    [queue, "Properties.RedrivePolicy.deadLetterTargetArn", "arn:aws:sqs:eu-west-1:111122223333:none"],
    [queue, "Properties.MessageRetentionPeriod", 14 * 86_400],
  ],
  queueConsumersAreValid: [
    [mapping, "Properties.BatchSize", 100],
    [mapping, "Properties.ScalingConfig", undefined],
    [mapping, "Properties.ScalingConfig.MaximumConcurrency", 1],
  ],
  userPoolsAreValid: [
    [pool, "Properties.Schema", [{ Name: "email", Required: true }]],
    [pool, "Properties.EnabledMfas", []],
    [pool, "Properties.EnabledMfas", ["TOTP"]],
    [pool, "Properties.AliasAttributes", ["email"]],
    [pool, "Properties.EmailConfiguration", { EmailSendingAccount: "DEVELOPER" }],
  ],
  userPoolClientsAreValid: [
    [client, "Properties.ExplicitAuthFlows", (list: string[]) => [...list, "USER_PASSWORD_AUTH"]],
    [client, "Properties.AccessTokenValidity", 2],
    [client, "Properties.AccessTokenValidity", 90],
    [client, "Properties.RefreshTokenValidity", 90 * 24 * 60],
    [client, "Properties.RefreshTokenValidity", 20],
  ],
  mailEventsAreDelivered: [
    [events, "Properties.EventDestination.MatchingEventTypes", ["deliverydelay"]],
    [events, "Properties.EventDestination.EventBridgeDestination", undefined],
    [
      events,
      "Properties.EventDestination.EventBridgeDestination.EventBusArn",
      "arn:aws:events:eu-west-1:111122223333:event-bus/own",
    ],
    [
      events,
      "Properties.EventDestination",
      { MatchingEventTypes: ["send"], SnsDestination: { TopicARN: { Ref: "Topic" } } },
    ],
  ],
  alarmPeriodsAreValid: [
    [alarm, "Properties.Period", 90],
    [alarm, "Properties.EvaluationPeriods", 100],
    [alarm, "Properties.MetricName", undefined],
    [
      /CloudWatch::Alarm AlarmsBackgroundErrors/,
      "Properties.Metrics",
      (list: { MetricStat?: unknown }[]) => Array.from({ length: 6 }, () => list).flat(),
    ],
  ],
  expressionsFillMissingData: [
    [
      /CloudWatch::Alarm AlarmsDeadLetters/,
      "Properties.Metrics.0.Expression",
      "FILL(m0, 0) + m1 + FILL(m2, 0)",
    ],
  ],
  alarmsHaveActions: [
    [alarm, "Properties.AlarmActions", undefined],
    [alarm, "Properties.AlarmActions", [{ Ref: "Elsewhere" }]],
    [/SNS::TopicPolicy/, "Properties.PolicyDocument.Statement.1.Effect", "Deny"],
    [/SNS::Topic AlarmsTopic/, "Properties", { KmsMasterKeyId: "alias/aws/sns" }],
  ],
  dashboardBodiesAreJson: [[dashboard, "Properties.DashboardBody", "{"]],
  dashboardsAreFreeOfCharge: [
    [
      dashboard,
      "Properties.DashboardBody",
      JSON.stringify({ widgets: [{ properties: { metrics: Array.from({ length: 51 }, () => []) } }] }),
    ],
  ],
  retainedResourcesAreUnnamed: [
    [table, "Properties.TableName", "clients"],
    [/S3::Bucket Website/, "Properties.BucketName", "mwamba-site"],
  ],
};

describe("each check finds its faults, and names the resource", () => {
  const cases = Object.entries(faults).flatMap(([name, list]) =>
    list.map((fault) => [name, ...fault] as const),
  );
  test.each(cases)("%s: %s %s = %j", (name, where, path, value) => {
    const template = structuredClone(valid);
    expect(checks[name]?.(template)).toEqual([]);
    const id = mutate(template, where, path, value);
    expect(checks[name]?.(template)).toContainEqual(expect.stringContaining(id));
  });

  test("every check has a fault", () => {
    const testedApart = ["templateFitsLimits", "outputsAreNotExported"];
    expect([...Object.keys(faults), ...testedApart].sort()).toEqual(Object.keys(checks).sort());
  });

  test("templateFitsLimits: more than a megabyte, too many resources", () => {
    const large = { ...valid, Outputs: { Long: { Value: "x".repeat(1_000_000) } } };
    const manyResources = Object.fromEntries(
      Array.from({ length: 501 }, (_, at) => [`R${at}`, { Type: "", Properties: {} }]),
    );
    expect(checks.templateFitsLimits?.(large)).toEqual([expect.stringContaining("1 MB")]);
    expect(checks.templateFitsLimits?.({ Resources: manyResources })).toEqual([
      expect.stringContaining("500"),
    ]);
  });

  test("outputsAreNotExported: an export, an output without a value", () => {
    const template = structuredClone(valid);
    template.Outputs = { Exported: { Value: "x", Export: { Name: "x" } }, Silent: {} };
    expect(checks.outputsAreNotExported?.(template).map((sentence) => sentence.split(":")[0])).toEqual([
      "Exported",
      "Silent",
    ]);
  });
});
