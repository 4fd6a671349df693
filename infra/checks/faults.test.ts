import { describe, expect, test } from "vitest";
import { FirewallStack } from "../firewall.ts";
import { checks } from "./checks.ts";
import { guardFaults } from "./guard-faults.ts";
import { type Fault, mutate } from "./mutate.ts";
import { synthesize, synthesizedBeside } from "./synthesize.ts";
import type { Template } from "./template.ts";

const whole: Template = synthesize({
  stage: "prod",
  domain: "www.example.com",
  webAclArn:
    "arn:aws:wafv2:us-east-1:111122223333:global/webacl/Firewall/00000000-0000-4000-8000-000000000000",
  certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000",
});

// It stands in another region, and is judged by the same checks.
Object.assign(
  whole.Resources,
  synthesizedBeside((app, props) => new FirewallStack(app, "Firewall", props)).template.Resources,
);

const twice = ([one, ...others]: unknown[]) => [one, one, ...others];
const table = /DynamoDB::Table/;
const indexed = /DynamoDB::Table DataSubscriptions/;
const fn = /Lambda::Function Api/;
const route = /ApiGatewayV2::Route .*GETapiv1/;
const stage = /ApiGatewayV2::Stage/;
const schedule = /Scheduler::Schedule/;
const mapping = /Lambda::EventSourceMapping/;
const queue = /SQS::Queue \w*(Outbox|MessagesQueue)/;
const distribution = /CloudFront::Distribution/;
const config = "Properties.DistributionConfig";
const pages = /CDKBucketDeployment WebsiteFiles/;
const headers = /CloudFront::ResponseHeadersPolicy/;
const caching = "Properties.ResponseHeadersPolicyConfig.CustomHeadersConfig.Items";
const pool = /Cognito::UserPool Auth/;
const client = /Cognito::UserPoolClient/;
const events = /SES::ConfigurationSetEventDestination/;
const dashboard = /CloudWatch::Dashboard/;
const alarm = /CloudWatch::Alarm AlarmsApiErrors/;

const faults: Record<string, Fault[]> = {
  ...guardFaults,
  keysAreDefined: [
    [table, "Properties.KeySchema.0.AttributeName", "colour"],
    [table, "Properties.KeySchema.0.KeyType", "RANGE"],
    [
      table,
      "Properties.AttributeDefinitions",
      (was: unknown[]) => [...was, { AttributeName: "colour", AttributeType: "S" }],
    ],
    [indexed, "Properties.GlobalSecondaryIndexes.0.KeySchema.0.AttributeName", "colour"],
  ],
  indexNamesDiffer: [[indexed, "Properties.GlobalSecondaryIndexes", twice]],
  environmentsFit: [[fn, "Properties.Environment.Variables.EMAIL", "x".repeat(4096)]],
  variableNamesAreFree: [
    [fn, "Properties.Environment.Variables.AWS_REGION", "eu-west-1"],
    [fn, "Properties.Environment.Variables.by-day", "x"],
  ],
  newAccountsSuffice: [
    [fn, "Properties.MemorySize", 4096],
    [fn, "Properties.ReservedConcurrentExecutions", 2],
  ],
  functionsCanStart: [
    [fn, "Properties.Code.ZipFile", "exports.handler = () => {}"],
    [fn, "Properties.Handler", undefined],
    [fn, "Properties.Role", { Ref: "Role" }],
  ],
  rolesTrustServices: [
    [/IAM::Role/, "Properties.AssumeRolePolicyDocument.Statement.0.Principal.Service", "lamda.amazonaws.com"],
  ],
  routesAreWellFormed: [
    [route, "Properties.RouteKey", "get /api/v1/clients"],
    [route, "Properties.RouteKey", "POST /api/send-email"],
  ],
  routesLeadSomewhere: [
    [route, "Properties.Target", "integrations/none"],
    [route, "Properties.AuthorizerId", undefined],
    [route, "Properties.AuthorizationType", "NONE"],
  ],
  authorizersKnowTokens: [
    [/ApiGatewayV2::Authorizer/, "Properties.JwtConfiguration.Audience", []],
    [/ApiGatewayV2::Authorizer/, "Properties.IdentitySource", undefined],
  ],
  integrationsAnswer: [
    [/ApiGatewayV2::Integration/, "Properties.PayloadFormatVersion", "1.0"],
    [fn, "Properties.Timeout", 30],
    [/ApiGatewayV2::Integration/, "Properties.IntegrationUri", { "Fn::GetAtt": ["Elsewhere", "Arn"] }],
  ],
  routeSettingsApply: [
    [stage, "Properties.RouteSettings.POST /api/send-email.throttlingRateLimit", 5],
    [stage, "Properties.RouteSettings.POST /api/sendemail", { ThrottlingRateLimit: 5 }],
    [stage, "DependsOn", undefined],
  ],
  accessLogsHaveAForm: [[stage, "Properties.AccessLogSettings.Format", undefined]],
  schedulesHaveATime: [
    [schedule, "Properties.ScheduleExpression", "cron(0 7 * * * *)"],
    [schedule, "Properties.ScheduleExpression", "rate(1 days)"],
    [schedule, "Properties.ScheduleExpressionTimezone", "Africa/Kenya"],
  ],
  schedulesMayCall: [
    [schedule, "Properties.Target.RoleArn", (was: unknown) => ({ "Fn::Sub": `${JSON.stringify(was)}Other` })],
    [schedule, "Properties.Target.Arn", { "Fn::GetAtt": ["Elsewhere", "Arn"] }],
    [schedule, "Properties.Target.DeadLetterConfig", undefined],
  ],
  rulesMayCall: [[/Events::Rule/, "Properties.Targets.0.Arn", { "Fn::GetAtt": ["ApiElsewhere", "Arn"] }]],
  deadLettersAreKept: [
    [queue, "Properties.RedrivePolicy.maxReceiveCount", 0],
    [queue, "Properties.RedrivePolicy.deadLetterTargetArn", "arn:aws:sqs:eu-west-1:111122223333:none"],
    [queue, "Properties.MessageRetentionPeriod", 14 * 86_400],
  ],
  consumersKeepUp: [
    [mapping, "Properties.BatchSize", 100],
    [mapping, "Properties.ScalingConfig", undefined],
    [mapping, "Properties.ScalingConfig.MaximumConcurrency", 1],
  ],
  behaviorsAreWhole: [
    [distribution, `${config}.DefaultCacheBehavior.TargetOriginId`, "none"],
    [distribution, `${config}.CacheBehaviors.0.CachePolicyId`, undefined],
    [distribution, `${config}.CacheBehaviors.1.AllowedMethods`, ["GET", "HEAD", "POST"]],
  ],
  originGroupsAreWhole: [
    [distribution, `${config}.OriginGroups.Items.0.Members.Items.1.OriginId`, "none"],
    [distribution, `${config}.OriginGroups.Items.0.Members.Items`, twice],
  ],
  originsAreWhole: [
    [distribution, `${config}.Origins.0.S3OriginConfig`, undefined],
    [distribution, `${config}.Origins.1.DomainName`, "https://api.example.com/"],
  ],
  certificatesFit: [
    [distribution, `${config}.ViewerCertificate`, undefined],
    [
      distribution,
      `${config}.ViewerCertificate.AcmCertificateArn`,
      (was: string) => was.replace("us-east-1", "eu-west-1"),
    ],
  ],
  errorsStayTheirOwn: [[distribution, `${config}.CustomErrorResponses`, [{ ErrorCode: 404 }]]],
  deploymentsKeepEachOther: [
    [pages, "Properties.Exclude", undefined],
    [pages, "Properties.Exclude", ["other/*"]],
    [pages, "DependsOn", []],
    [/CDKBucketDeployment WebsiteAssets/, "Properties.Prune", true],
  ],
  filesStay: [
    [/S3::Bucket Website/, "Properties.LifecycleConfiguration.Rules.0.ExpirationInDays", 30],
    [/S3::Bucket Website/, "Properties.LifecycleConfiguration.Rules.1.TagFilters", undefined],
    [
      /S3::Bucket Website/,
      "Properties.LifecycleConfiguration.Rules.0.ExpirationDate",
      "2027-01-01T00:00:00Z",
    ],
  ],
  errorsAreNotKept: [
    [headers, caching, undefined],
    [headers, `${caching}.0.Value`, "public, max-age=31536000, immutable"],
    [headers, `${caching}.0.Override`, true],
  ],
  edgeFunctionsFit: [[/CloudFront::Function/, "Properties.FunctionCode", "/".repeat(10_241)]],
  poolsAreWhole: [
    [pool, "Properties.Schema", [{ Name: "email", Required: true }]],
    [pool, "Properties.EnabledMfas", []],
    [pool, "Properties.EnabledMfas", ["TOTP"]],
    [pool, "Properties.AliasAttributes", ["email"]],
    [pool, "Properties.EmailConfiguration", { EmailSendingAccount: "DEVELOPER" }],
  ],
  clientsAreWhole: [
    [client, "Properties.ExplicitAuthFlows", (was: string[]) => [...was, "USER_PASSWORD_AUTH"]],
    [client, "Properties.AccessTokenValidity", 2],
    [client, "Properties.AccessTokenValidity", 90],
    [client, "Properties.RefreshTokenValidity", 90 * 24 * 60],
    [client, "Properties.RefreshTokenValidity", 20],
  ],
  eventsArrive: [
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
  alarmsLookBack: [
    [alarm, "Properties.Period", 90],
    [alarm, "Properties.EvaluationPeriods", 100],
    [alarm, "Properties.MetricName", undefined],
    [
      /CloudWatch::Alarm AlarmsBackgroundErrors/,
      "Properties.Metrics",
      (was: { MetricStat?: unknown }[]) => [...was, ...was, ...was],
    ],
  ],
  alarmsAreHeard: [
    [alarm, "Properties.AlarmActions", undefined],
    [alarm, "Properties.AlarmActions", [{ Ref: "Elsewhere" }]],
    [/SNS::TopicPolicy/, "Properties.PolicyDocument.Statement.1.Effect", "Deny"],
    [/SNS::Topic AlarmsTopic/, "Properties", { KmsMasterKeyId: "alias/aws/sns" }],
  ],
  dashboardsAreRead: [[dashboard, "Properties.DashboardBody", "{"]],
  dashboardsAreFree: [
    [
      dashboard,
      "Properties.DashboardBody",
      JSON.stringify({ widgets: [{ properties: { metrics: Array.from({ length: 51 }, () => []) } }] }),
    ],
  ],
  keptResourcesAreUnnamed: [
    [table, "Properties.TableName", "clients"],
    [/S3::Bucket Website/, "Properties.BucketName", "mwamba-site"],
  ],
};

describe("a fault is found, by the name of what is at fault:", () => {
  const all = Object.entries(faults).flatMap(([name, planted]) =>
    planted.map((fault) => [name, ...fault] as const),
  );
  test.each(all)("%s: %s %s = %j", (name, where, path, value) => {
    const template = structuredClone(whole);
    expect(checks[name]?.(template)).toEqual([]);
    const id = mutate(template, where, path, value);
    expect(checks[name]?.(template)).toContainEqual(expect.stringContaining(id));
  });

  test("each check has its fault", () => {
    const others = ["templateFits", "outputsAreFree"];
    expect([...Object.keys(faults), ...others].sort()).toEqual(Object.keys(checks).sort());
  });

  test("templateFits: a megabyte, too many resources", () => {
    const large = { ...whole, Outputs: { Long: { Value: "x".repeat(1_000_000) } } };
    const many = Object.fromEntries(
      Array.from({ length: 501 }, (_, at) => [`R${at}`, { Type: "", Properties: {} }]),
    );
    expect(checks.templateFits?.(large)).toEqual([expect.stringContaining("1 MB")]);
    expect(checks.templateFits?.({ Resources: many })).toEqual([expect.stringContaining("500")]);
  });

  test("outputsAreFree: an export, an output that says nothing", () => {
    const template = structuredClone(whole);
    template.Outputs = { Exported: { Value: "x", Export: { Name: "x" } }, Silent: {} };
    expect(checks.outputsAreFree?.(template).map((sentence) => sentence.split(":")[0])).toEqual([
      "Exported",
      "Silent",
    ]);
  });
});
