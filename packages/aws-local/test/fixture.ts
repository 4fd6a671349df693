/** A small stack with one resource of each supported kind. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { App, CfnOutput, Duration, Stack, TimeZone } from "aws-cdk-lib";
import * as apigateway from "aws-cdk-lib/aws-apigatewayv2";
import { HttpJwtAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import * as cognito from "aws-cdk-lib/aws-cognito";
import * as dynamodb from "aws-cdk-lib/aws-dynamodb";
import * as events from "aws-cdk-lib/aws-events";
import * as targets from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import * as lambda from "aws-cdk-lib/aws-lambda";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import * as s3 from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import { Schedule, ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import * as ses from "aws-cdk-lib/aws-ses";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { build } from "esbuild";

const spa = `function handler(event) {
  var request = event.request;
  if (request.uri === "/old") return { statusCode: 302, statusDescription: "Found", headers: { location: { value: "/" } } };
  if (request.uri === "/admin" || request.uri.indexOf("/admin/") === 0) request.uri = "/admin.html";
  return request;
}`;

/** The assembly's directory; synthesized again only if this file or the functions changed. */
export async function fixtureAssembly(): Promise<string> {
  const cache = join(import.meta.dirname, "..", "node_modules", ".cache");
  const sources = createHash("sha256");
  for (const file of ["fixture.ts", "fixture-handlers.ts"])
    sources.update(readFileSync(join(import.meta.dirname, file)));
  const directory = join(cache, `local-fixture-${sources.digest("hex").slice(0, 16)}`);
  if (!existsSync(directory)) {
    mkdirSync(cache, { recursive: true });
    const draft = mkdtempSync(join(cache, "local-fixture-draft-"));
    await synthesize(draft);
    try {
      renameSync(draft, directory);
    } catch {
      rmSync(draft, { recursive: true }); // Another test file was faster.
    }
  }
  return join(directory, "assembly");
}

async function synthesize(directory: string): Promise<void> {
  const code = join(directory, "code");
  await build({
    entryPoints: { index: join(import.meta.dirname, "fixture-handlers.ts") },
    outdir: code,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  });
  const site = join(directory, "site");
  mkdirSync(join(site, "assets"), { recursive: true });
  writeFileSync(join(site, "index.html"), "<!doctype html><title>Fixture</title>");
  writeFileSync(join(site, "admin.html"), "<!doctype html><title>Members</title>");
  writeFileSync(join(site, "assets", "app.js"), `console.log(${JSON.stringify("line ".repeat(800))});\n`);

  const assembly = join(directory, "assembly");
  const app = new App({ outdir: assembly, analyticsReporting: false });
  defineStack(new Stack(app, "Fixture"), code, site);
  app.synth();
}

function defineStack(stack: Stack, codeDirectory: string, siteDirectory: string) {
  const text = dynamodb.AttributeType.STRING;
  const table = new dynamodb.Table(stack, "Items", {
    partitionKey: { name: "id", type: text },
    billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
  });
  table.addGlobalSecondaryIndex({ indexName: "by-status", partitionKey: { name: "status", type: text } });

  const code = lambda.Code.fromAsset(codeDirectory);
  const define = (id: string, handler: string, options: Partial<lambda.FunctionProps> = {}) =>
    new lambda.Function(stack, id, {
      code,
      handler: `index.${handler}`,
      runtime: lambda.Runtime.NODEJS_24_X,
      memorySize: 256,
      timeout: Duration.seconds(60),
      ...options,
      environment: { TABLE_NAME: table.tableName, ...options.environment },
    });

  const dead = new sqs.Queue(stack, "Dead", { enforceSSL: true });
  const queue = new sqs.Queue(stack, "Work", {
    enforceSSL: true,
    visibilityTimeout: Duration.seconds(30),
    deadLetterQueue: { queue: dead, maxReceiveCount: 2 },
  });

  const configurationSet = new ses.ConfigurationSet(stack, "Emails");
  const identity = new ses.EmailIdentity(stack, "Sender", {
    identity: ses.Identity.email("office@company.example"),
    configurationSet,
  });
  configurationSet.addEventDestination("Events", {
    destination: ses.EventDestination.eventBus(
      events.EventBus.fromEventBusName(stack, "DefaultBus", "default"),
    ),
    events: [ses.EmailSendingEvent.DELIVERY, ses.EmailSendingEvent.BOUNCE],
  });

  const probe = define("Probe", "probe", {
    environment: {
      QUEUE_URL: queue.queueUrl,
      MAIL_FROM: "office@company.example",
      CONFIGURATION_SET: configurationSet.configurationSetName,
    },
    onFailure: new SqsDestination(dead),
  });
  table.grantReadWriteData(probe);
  queue.grantSendMessages(probe);
  identity.grantSendEmail(probe);
  probe.addToRolePolicy(configurationSetStatement(stack, configurationSet));

  define("Worker", "probe").grantInvoke(probe);

  const consumer = define("Consumer", "consume");
  table.grantWriteData(consumer);
  consumer.addEventSource(
    new SqsEventSource(queue, { batchSize: 10, reportBatchItemFailures: true, maxConcurrency: 2 }),
  );

  const feedback = define("Feedback", "storeEvent", { environment: { ITEM_ID: "feedback" } });
  table.grantWriteData(feedback);
  new events.Rule(stack, "MailEvents", {
    eventPattern: { source: ["aws.ses"] },
    targets: [new targets.LambdaFunction(feedback, { deadLetterQueue: dead })],
  });

  const daily = define("Daily", "storeEvent", { environment: { ITEM_ID: "daily" } });
  table.grantWriteData(daily);
  new Schedule(stack, "EveryMorning", {
    schedule: ScheduleExpression.cron({ hour: "7", minute: "0", timeZone: TimeZone.AFRICA_NAIROBI }),
    target: new LambdaInvoke(daily, { deadLetterQueue: dead, retryAttempts: 2 }),
  });

  const pool = new cognito.UserPool(stack, "People", {
    selfSignUpEnabled: false,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    mfa: cognito.Mfa.OPTIONAL,
    mfaSecondFactor: { sms: false, otp: true },
  });
  for (const [precedence, groupName] of ["admin", "member"].entries())
    new cognito.UserPoolGroup(stack, `Group-${groupName}`, { userPool: pool, groupName, precedence });
  const client = pool.addClient("Web", { authFlows: { userSrp: true }, preventUserExistenceErrors: true });

  const api = new apigateway.HttpApi(stack, "Api", { createDefaultStage: false });
  new apigateway.HttpStage(stack, "Stage", {
    httpApi: api,
    stageName: "$default",
    autoDeploy: true,
    throttle: { rateLimit: 500, burstLimit: 1000 },
  });
  const integration = new HttpLambdaIntegration("ProbeIntegration", probe);
  const authorizer = new HttpJwtAuthorizer("Jwt", pool.userPoolProviderUrl, {
    jwtAudience: [client.userPoolClientId],
  });
  const { GET, POST, PUT, ANY } = apigateway.HttpMethod;
  api.addRoutes({ path: "/api/open", methods: [GET, POST], integration });
  api.addRoutes({ path: "/api/items/{id}", methods: [GET, PUT], integration, authorizer });
  api.addRoutes({ path: "/api/items/latest", methods: [GET], integration, authorizer });
  api.addRoutes({ path: "/api/files/{path+}", methods: [ANY], integration });

  const bucket = s3.Bucket.fromCfnBucket(new s3.CfnBucket(stack, "Site"));
  const headers = new cloudfront.ResponseHeadersPolicy(stack, "Headers", {
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        override: true,
        contentSecurityPolicy: `default-src 'self'; connect-src 'self' https://cognito-idp.${stack.region}.amazonaws.com`,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(365),
        includeSubdomains: true,
        override: true,
      },
    },
    customHeadersBehavior: {
      customHeaders: [{ header: "permissions-policy", value: "camera=()", override: true }],
    },
  });
  const apiDomain = `${api.apiId}.execute-api.${stack.region}.${stack.urlSuffix}`;
  const distribution = new cloudfront.Distribution(stack, "Edge", {
    defaultRootObject: "index.html",
    defaultBehavior: {
      origin: S3BucketOrigin.withOriginAccessControl(bucket),
      responseHeadersPolicy: headers,
      functionAssociations: [
        {
          eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
          function: new cloudfront.Function(stack, "Spa", {
            code: cloudfront.FunctionCode.fromInline(spa),
            runtime: cloudfront.FunctionRuntime.JS_2_0,
          }),
        },
      ],
    },
    additionalBehaviors: {
      "/api/*": {
        origin: new HttpOrigin(apiDomain, { customHeaders: { "x-from-edge": "yes" } }),
        allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
        cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
        originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        responseHeadersPolicy: headers,
      },
    },
  });
  new BucketDeployment(stack, "Deployment", {
    destinationBucket: bucket,
    distribution,
    cacheControl: [CacheControl.fromString("public, max-age=60")],
    sources: [
      Source.asset(siteDirectory),
      Source.jsonData("config.json", { region: stack.region, userPoolId: pool.userPoolId }),
    ],
  });
  new CfnOutput(stack, "UserPoolId", { value: pool.userPoolId });
}

function configurationSetStatement(stack: Stack, set: ses.ConfigurationSet) {
  const resource = stack.formatArn({
    service: "ses",
    resource: "configuration-set",
    resourceName: set.configurationSetName,
  });
  return new PolicyStatement({ actions: ["ses:SendEmail"], resources: [resource] });
}
