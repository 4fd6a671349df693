import { Match, Template } from "aws-cdk-lib/assertions";
import { describe, expect, test } from "vitest";
import { api, optionalResources, type Resource } from "../shared/api/api.ts";
import type { Route } from "../shared/route.ts";
import { tables } from "../shared/tables.ts";
import { type StageUnderTest, synthesize as synthesizeTemplate } from "./checks/synthesize.ts";
import { entries } from "./function-entries.ts";

const certificateArn = "arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000";
/** From the cache that the checks of the templates use too. */
const synthesize = (settings: StageUnderTest) => Template.fromJSON(synthesizeTemplate(settings));

const stages: [string, StageUnderTest][] = [
  ["dev", { mpesa: { short_code: "600986" } }],
  ["prod", { name: "prod" }],
  ["prod with a domain", { name: "prod", domain: "www.example.com", certificateArn }],
  ["prod with M-Pesa", { name: "prod", mpesa: { short_code: "522522" } }],
];
describe.each(stages)("the stack of stage %s", (name, context) => {
  const template = synthesize(context);
  const hasMpesa = name === "dev" || name === "prod with M-Pesa";
  const all = (type: string) =>
    Object.values(template.findResources(type)).map(({ Properties }) => Properties);

  test("has exactly the routes of the API, with an authorizer unless they are public", () => {
    const declared = Object.entries(api)
      .filter(([name]) => hasMpesa || !optionalResources.includes(name as Resource))
      .flatMap(([, resource]) => Object.entries<Route>(resource));
    const routes = all("AWS::ApiGatewayV2::Route").map((route) => [route.RouteKey, route.AuthorizationType]);
    expect(Object.fromEntries(routes)).toEqual(
      Object.fromEntries(declared.map(([key, { access }]) => [key, access === "public" ? "NONE" : "JWT"])),
    );
  });

  test("logs no request paths, because the calendar's path contains a secret", () => {
    const [{ AccessLogSettings }] = all("AWS::ApiGatewayV2::Stage") as [
      { AccessLogSettings: { Format: string } },
    ];
    expect(AccessLogSettings.Format).not.toMatch(/\$context\.(path|http\w*|protocol|domain\w*)/i);
    for (const { DistributionConfig } of all("AWS::CloudFront::Distribution"))
      expect(DistributionConfig.Logging).toBeUndefined();
  });

  test("protects data: point-in-time recovery, deletion protection, retained", () => {
    const resources = Object.values(template.findResources("AWS::DynamoDB::Table"));
    expect(resources.length).toBe(Object.keys(tables).length);
    for (const { DeletionPolicy, Properties } of resources) {
      expect(DeletionPolicy).toBe("Retain");
      expect(Properties).toMatchObject({
        BillingMode: "PAY_PER_REQUEST",
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      });
    }
    template.hasResource("AWS::Cognito::UserPool", {
      DeletionPolicy: "Retain",
      Properties: { DeletionProtection: "ACTIVE" },
    });
  });

  test("signs staff in by email address, with an optional sign-in code and a role", () => {
    template.hasResourceProperties("AWS::Cognito::UserPool", {
      UsernameAttributes: ["email"],
      MfaConfiguration: "OPTIONAL",
    });
    expect(all("AWS::Cognito::UserPoolGroup").map(({ GroupName }) => GroupName)).toEqual(["admin", "staff"]);
  });

  test("runs every function on arm64 and Node 24 with tracing and expiring, structured logs", () => {
    const functions = all("AWS::Lambda::Function").filter(({ Runtime }) => Runtime === "nodejs24.x");
    const deployed = Object.keys(entries).filter((entry) => hasMpesa || !entry.startsWith("paybill"));
    expect(functions.length).toBe(deployed.length);
    for (const properties of functions) {
      expect(properties).toMatchObject({
        Architectures: ["arm64"],
        TracingConfig: { Mode: "Active" },
        LoggingConfig: { LogFormat: "JSON", LogGroup: expect.anything() },
      });
      expect(properties.ReservedConcurrentExecutions).toBeUndefined();
    }
    for (const { RetentionInDays } of all("AWS::Logs::LogGroup")) expect(RetentionInDays).toBeGreaterThan(0);
  });

  test("runs the reminders daily at 7:00 in Nairobi, with the scheduled time as input and a dead-letter queue", () => {
    template.hasResourceProperties("AWS::Scheduler::Schedule", {
      ScheduleExpression: "cron(0 7 * * ? *)",
      ScheduleExpressionTimezone: "Africa/Nairobi",
      Target: Match.objectLike({
        Input: '{"scheduled_at":"<aws.scheduler.scheduled-time>"}',
        DeadLetterConfig: Match.anyValue(),
      }),
    });
  });

  test("numbers invoices in one order, with the papers of the same second and long enough for a run", () => {
    template.hasResourceProperties("AWS::SQS::Queue", {
      FifoQueue: true,
      DelaySeconds: 2,
      VisibilityTimeout: 180,
    });
    const numberer = all("AWS::Lambda::Function").find(
      ({ Environment }) => Environment?.Variables?.POWERTOOLS_SERVICE_NAME === "number-papers",
    );
    expect(numberer?.Timeout).toBe(30);
  });

  test("never answers the API over plain HTTP, not even with a redirect", () => {
    const [{ DistributionConfig }] = all("AWS::CloudFront::Distribution") as [
      { DistributionConfig: Record<string, unknown> },
    ];
    expect(DistributionConfig.CacheBehaviors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ PathPattern: "/api/*", ViewerProtocolPolicy: "https-only" }),
      ]),
    );
  });

  test("needs no parameter but the CDK's, and has at most 350 resources", () => {
    const { Parameters, Resources } = template.toJSON();
    expect(Object.keys(Parameters)).toEqual(["BootstrapVersion"]);
    expect(Object.keys(Resources).length).toBeLessThanOrEqual(350);
  });

  test("has no secret's text, neither in a variable of a function nor in an output", () => {
    const references = JSON.stringify(template.toJSON()).match(/\{\{resolve:[^"]*/g);
    expect(references).toEqual(["{{resolve:secretsmanager:"]);
    const [{ DistributionConfig }] = all("AWS::CloudFront::Distribution") as [
      object & { DistributionConfig: object },
    ];
    expect(JSON.stringify(DistributionConfig)).toContain("{{resolve:secretsmanager:");
  });

  test("outputs the site's URL, distribution domain and bucket, the origin's secret by ARN, the user pool and its client", () => {
    expect(Object.keys(template.findOutputs("*")).sort()).toEqual([
      "DistributionDomain",
      "OriginSecretArn",
      "SiteBucket",
      "SiteUrl",
      "UserPoolClientId",
      "UserPoolId",
    ]);
  });

  test("grants actions on all resources only for tracing, SES's sending quota and the mail domain's status", () => {
    const statements = all("AWS::IAM::Policy").flatMap(({ PolicyName, PolicyDocument }) =>
      PolicyDocument.Statement.map((statement: { Action: string | string[]; Resource: unknown }) => ({
        PolicyName,
        ...statement,
      })),
    );
    const unbounded = statements
      .filter(
        ({ Resource, PolicyName }) => Resource === "*" && !PolicyName.startsWith("CustomCDKBucketDeployment"),
      )
      .flatMap(({ Action }) => Action);
    const domainActions = ["ses:GetIdentityDkimAttributes", "ses:GetIdentityMailFromDomainAttributes"];
    const allowed = ["ses:GetSendQuota", "xray:PutTelemetryRecords", "xray:PutTraceSegments"];
    expect(new Set(unbounded)).toEqual(new Set([...allowed, ...("domain" in context ? domainActions : [])]));
  });
});

test.each<[StageUnderTest, string]>([
  [{}, "no-reply@mwamba.example"],
  [{ domain: "www.example.com", certificateArn }, "example.com"],
  [{ domain: "www.example.com", certificateArn, mailFrom: "billing@mail.example.net" }, "mail.example.net"],
])("SES verifies the sender: with %j, %s", (context, EmailIdentity) => {
  synthesize(context).hasResourceProperties("AWS::SES::EmailIdentity", {
    EmailIdentity,
    // A single address may be at a domain that is not ours.
    MailFromAttributes:
      "domain" in context
        ? { MailFromDomain: `bounces.${EmailIdentity}`, BehaviorOnMxFailure: "USE_DEFAULT_VALUE" }
        : Match.absent(),
  });
});

test("no list of SES blocks an address that staff say works again", () => {
  synthesize({}).allResourcesProperties("AWS::SES::ConfigurationSet", {
    SuppressionOptions: { SuppressedReasons: [] },
  });
});
