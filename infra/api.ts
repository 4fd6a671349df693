import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import * as apigateway from "aws-cdk-lib/aws-apigatewayv2";
import { HttpJwtAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import * as logs from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { api, type Resource } from "../shared/api.ts";
import type { Route } from "../shared/route.ts";
import type { Auth } from "./auth.ts";
import type { Contact } from "./contact.ts";
import type { Data, TableUses } from "./data.ts";
import { functionOf } from "./function.ts";
import type { Reminders } from "./reminders.ts";
import type { Stage } from "./stages.ts";

type Parts = { auth: Auth; data: Data; contact: Contact; reminders: Reminders; stage: Stage };

const uses: Record<Resource, TableUses> = {
  clients: { clients: ["GetItem", "PutItem", "Scan"], settings: ["UpdateItem"] },
  subscriptions: {
    subscriptions: ["GetItem", "PutItem", "Scan"],
    renewals: ["GetItem", "PutItem", "DeleteItem", "Query"],
    clients: ["GetItem", "ConditionCheckItem"],
    settings: ["UpdateItem"],
  },
  dashboard: { subscriptions: ["Query:by-next-billing"], clients: ["BatchGetItem"], settings: ["GetItem"] },
  settings: { settings: ["GetItem", "PutItem", "UpdateItem"] },
  notifications: {
    subscriptions: ["Query:by-next-billing"],
    clients: ["BatchGetItem"],
    reminders: ["GetItem", "Query:by-day"],
  },
  contact: { messages: ["GetItem", "PutItem", "UpdateItem", "Query:by-state"] },
  samples: {
    clients: ["Scan", "DeleteItem"],
    subscriptions: ["Scan", "DeleteItem"],
    settings: ["UpdateItem"],
  },
};

/** Where it is not the usual one. HTTP APIs wait 30 seconds for an answer. */
const timeouts: { [R in Resource]?: Duration } = { notifications: Duration.seconds(29) };

/** Requests a second, and how many at once, for the whole API and for each route that anybody may call. */
const throttle = { rateLimit: 150, burstLimit: 300 };
// CDK passes a route's settings on as they are, so these carry CloudFormation's own names.
const publicThrottle = { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 20 };

/** A line for each request: what was asked and what came of it, nothing about who asked. */
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

/** The HTTP API: every route of shared/api.ts, a function for each resource, and who may call it. */
export class Api extends Construct {
  /** The API's host name, as CloudFront's origin. */
  readonly host: string;

  constructor(scope: Construct, id: string, { auth, data, contact, reminders, stage }: Parts) {
    super(scope, id);
    const http = new apigateway.HttpApi(this, "Http", { createDefaultStage: false });
    this.host = `${http.apiId}.execute-api.${http.stack.region}.${http.stack.urlSuffix}`;
    const staffOnly = new HttpJwtAuthorizer("Staff", auth.pool.userPoolProviderUrl, {
      jwtAudience: [auth.client.userPoolClientId],
    });

    const resources = Object.keys(api) as Resource[];
    const functions = Object.fromEntries(
      resources.map((resource) => [
        resource,
        functionOf(this, resource, { logRetention: stage.logRetention, timeout: timeouts[resource] }),
      ]),
    ) as Record<Resource, lambda.Function>;
    for (const resource of resources) data.grant(functions[resource], uses[resource]);
    reminders.grantReminding(functions.notifications);
    reminders.grantAsking(functions.clients);
    reminders.grantAsking(functions.settings);
    auth.grantListAdministrators(functions.settings);
    contact.grantRequestMailing(functions.contact);

    const open: apigateway.HttpRoute[] = [];
    for (const resource of resources) {
      const integration = new HttpLambdaIntegration(resource, functions[resource]);
      for (const [key, route] of Object.entries<Route>(api[resource])) {
        const [method, path] = key.split(" ") as [apigateway.HttpMethod, string];
        const isPublic = route.access === "public";
        const authorizer = isPublic ? new apigateway.HttpNoneAuthorizer() : staffOnly;
        const routes = http.addRoutes({ path, methods: [method], integration, authorizer });
        if (isPublic) open.push(...routes);
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
    // Settings of a route are refused while the route does not exist.
    stage.node.addDependency(...open);
  }
}

const keyOf = (route: apigateway.HttpRoute) => (route.node.defaultChild as apigateway.CfnRoute).routeKey;
