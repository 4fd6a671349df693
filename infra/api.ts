import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import * as apigateway from "aws-cdk-lib/aws-apigatewayv2";
import { HttpJwtAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import * as logs from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { api, optionalResources, type Resource } from "../shared/api/api.ts";
import type { Route } from "../shared/route.ts";
import type { Auth } from "./auth.ts";
import type { Billing } from "./billing.ts";
import { createFunction } from "./create-function.ts";
import type { Data, TableUses } from "./data.ts";
import type { Invoicing } from "./invoicing.ts";
import type { Messages } from "./messages.ts";
import type { Paybill } from "./paybill.ts";
import type { Reminders } from "./reminders.ts";
import type { Secrets } from "./secrets.ts";
import type { Stage } from "./stages.ts";
import { apiTableUses } from "./table-uses.ts";

/** A line for each request, without personal data and without the path, which can contain a secret. */
const accessLog = AccessLogFormat.custom(
  JSON.stringify({
    requestId: "$context.requestId",
    time: "$context.requestTime",
    route: "$context.routeKey",
    status: "$context.status",
    milliseconds: "$context.responseLatency",
    error: "$context.error.message",
    refusal: "$context.authorizer.error",
    failure: "$context.integrationErrorMessage",
  }),
);

type Parts = {
  auth: Auth;
  billing: Billing;
  data: Data;
  invoicing: Invoicing;
  messages: Messages;
  /** Without it, its routes and function are not deployed. */
  paybill?: Paybill | undefined;
  reminders: Reminders;
  secrets: Secrets;
  stage: Stage;
};

/** Other than the default. HTTP APIs time out after 30 seconds. */
const timeouts: { [R in Resource]?: Duration } = { reminders: Duration.seconds(29) };

/** For all staff routes together. */
const throttle = { rateLimit: 150, burstLimit: 300 };
/**
 * For each public route: limits the cost of a flood, and leaves some of a new account's ten functions for staff. The
 * routes themselves limit calls by address.
 */
// The CDK does not translate route settings, so these have CloudFormation's names.
const publicThrottle = { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 50 };

/** The HTTP API: every route of shared/api/api.ts, a function for each resource, and the authorizer. */
export class Api extends Construct {
  /** The API's host name, as CloudFront's origin. */
  readonly host: string;
  /** By resource. */
  readonly functions: Record<Exclude<Resource, "paybill">, lambda.Function> & { paybill?: lambda.Function };

  constructor(scope: Construct, id: string, parts: Parts) {
    super(scope, id);
    const { auth, billing, data, invoicing, messages, paybill, reminders, secrets, stage } = parts;
    const http = new apigateway.HttpApi(this, "Http", { createDefaultStage: false });
    this.host = `${http.apiId}.execute-api.${http.stack.region}.${http.stack.urlSuffix}`;
    const staffOnly = new HttpJwtAuthorizer("Staff", auth.pool.userPoolProviderUrl, {
      jwtAudience: [auth.client.userPoolClientId],
    });

    const resources = (Object.keys(api) as Resource[]).filter(
      (resource) => paybill !== undefined || !optionalResources.includes(resource),
    );
    const functions = Object.fromEntries(
      resources.map((resource) => [
        resource,
        createFunction(this, resource, { logRetention: stage.logRetention, timeout: timeouts[resource] }),
      ]),
    ) as Record<Resource, lambda.Function>;
    // Functions with staff routes first check that the caller still has access.
    const admission = { staff: ["BatchGetItem", "UpdateItem"] } satisfies TableUses;
    for (const resource of resources) {
      const closed = Object.values<Route>(api[resource]).some(({ access }) => access !== "public");
      data.grant(functions[resource], { ...(closed && admission), ...apiTableUses[resource] });
    }
    this.functions = functions;
    reminders.grantSend(functions.reminders);
    for (const resource of ["clients", "payments", "subscriptions"] as const)
      reminders.grantReceipts(functions[resource]);
    for (const resource of ["clients", "subscriptions", "payments", "people", "imports"] as const)
      billing.grantEnqueue(functions[resource]);
    for (const resource of ["clients", "subscriptions", "payments", "people", "reminders"] as const)
      invoicing.grantWake(functions[resource]);
    reminders.grantEnqueue(functions.settings);
    auth.grantManageStaff(functions.staff);
    messages.grantEnqueue(functions.messages);
    paybill?.grantReceive(functions.paybill);
    paybill?.grantReadSecrets(functions.account);
    paybill?.grantReadStatus(functions.settings, data);
    paybill?.mark(functions.clients);

    const open: apigateway.HttpRoute[] = [];
    for (const resource of resources) {
      const routes = Object.entries<Route>(api[resource]);
      // One permission for the function instead of one for each of its routes: they would be 90 resources.
      const integration = new HttpLambdaIntegration(resource, functions[resource], {
        scopePermissionToRoute: false,
      });
      // Public functions recognise requests from CloudFront by it.
      if (routes.some(([, { access }]) => access === "public")) secrets.grantReadOrigin(functions[resource]);
      for (const [key, route] of routes) {
        const [method, path] = key.split(" ") as [apigateway.HttpMethod, string];
        const isPublic = route.access === "public";
        const authorizer = isPublic ? new apigateway.HttpNoneAuthorizer() : staffOnly;
        const added = http.addRoutes({ path, methods: [method], integration, authorizer });
        if (isPublic) open.push(...added);
      }
    }
    this.stageOf(http, open, stage);
  }

  private stageOf(http: apigateway.HttpApi, open: apigateway.HttpRoute[], { logRetention }: Stage): void {
    const logGroup = new logs.LogGroup(this, "AccessLogs", {
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const stage = new apigateway.HttpStage(this, "Stage", {
      httpApi: http,
      stageName: "$default",
      autoDeploy: true,
      throttle,
      accessLogSettings: { destination: new apigateway.LogGroupLogDestination(logGroup), format: accessLog },
    });
    const resource = stage.node.defaultChild as apigateway.CfnStage;
    resource.routeSettings = Object.fromEntries(open.map((route) => [keyOf(route), publicThrottle]));
    // CloudFormation refuses settings of a route that does not exist yet.
    stage.node.addDependency(...open);
  }
}

const keyOf = (route: apigateway.HttpRoute) => (route.node.defaultChild as apigateway.CfnRoute).routeKey;
