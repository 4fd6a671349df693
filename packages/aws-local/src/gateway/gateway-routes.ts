/** An HTTP API's routes, as the template has them. */

import { mayInvoke } from "../iam/lambda-permissions.ts";
import { arn } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { type Authorizer, openAuthorizer } from "./authorizer.ts";
import type { Route } from "./routes.ts";
import { openThrottle } from "./throttle.ts";

export interface GatewayRoute extends Route {
  functionArn: string;
  authorizer: Authorizer | undefined;
  /** Milliseconds. */
  timeout: number;
  throttle: () => boolean;
  /** Whether the function lets API Gateway call it for this route. */
  permitted: boolean;
}

/** Throws for what of API Gateway does not run here. */
export function readGatewayRoutes(template: Template, apiId: string): GatewayRoute[] {
  const [stage] = template.all<StageProperties>("AWS::ApiGatewayV2::Stage");
  if (stage?.properties.StageName !== "$default") throw new Error("only the stage $default runs here.");
  const authorizers = new Map(
    template
      .all<AuthorizerProperties>("AWS::ApiGatewayV2::Authorizer")
      .map(({ id, properties }) => [id, readAuthorizer(id, properties)]),
  );
  const throttled = throttles(stage.properties);

  return template.all<RouteProperties>("AWS::ApiGatewayV2::Route").map(({ id, properties }) => {
    const { RouteKey, Target, AuthorizationType = "NONE", AuthorizerId, AuthorizationScopes } = properties;
    if (AuthorizationType !== "NONE" && AuthorizationType !== "JWT")
      throw new Error(`${id}: authorization ${AuthorizationType} does not run here.`);
    const authorizer = AuthorizationType === "JWT" ? authorizers.get(AuthorizerId ?? "") : undefined;
    if (AuthorizationType === "JWT" && !authorizer) throw new Error(`${id} names no authorizer.`);
    if (AuthorizationScopes) throw new Error(`${id}: scopes do not run here.`);
    const integration = template.get<IntegrationProperties>(Target.replace("integrations/", ""));
    const {
      IntegrationType,
      IntegrationUri,
      PayloadFormatVersion,
      TimeoutInMillis = 30_000,
    } = integration.properties;
    if (IntegrationType !== "AWS_PROXY" || PayloadFormatVersion !== "2.0")
      throw new Error(`${integration.id}: only AWS_PROXY with payload format 2.0 runs here.`);
    return {
      key: RouteKey,
      functionArn: IntegrationUri,
      authorizer,
      timeout: Number(TimeoutInMillis),
      throttle: throttled(RouteKey),
      permitted: mayInvoke(template, "apigateway.amazonaws.com", IntegrationUri, routeArn(apiId, RouteKey)),
    };
  });
}

const routeArn = (apiId: string, key: string) =>
  arn("execute-api", `${apiId}/$default/${key.replace(" ", "")}`);

function readAuthorizer(
  id: string,
  { AuthorizerType, IdentitySource, JwtConfiguration }: AuthorizerProperties,
) {
  if (AuthorizerType !== "JWT" || !JwtConfiguration) throw new Error(`${id}: only JWT authorizers run here.`);
  if (IdentitySource?.join() !== "$request.header.Authorization")
    throw new Error(`${id}: only the Authorization header is an identity source here.`);
  return openAuthorizer({ issuer: JwtConfiguration.Issuer, audience: JwtConfiguration.Audience });
}

/** One bucket for the stage's routes together, unless a route has settings of its own. */
function throttles({
  DefaultRouteSettings,
  RouteSettings = {},
}: StageProperties): (key: string) => () => boolean {
  const bucket = (settings: RouteSettings | undefined) => {
    const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = settings ?? {};
    return rate === undefined || burst === undefined
      ? undefined
      : openThrottle({ rate: Number(rate), burst: Number(burst) });
  };
  const shared = bucket(DefaultRouteSettings) ?? (() => true);
  return (key) => bucket(RouteSettings[key]) ?? shared;
}

interface RouteSettings {
  ThrottlingRateLimit?: number;
  ThrottlingBurstLimit?: number;
}
interface StageProperties {
  StageName: string;
  DefaultRouteSettings?: RouteSettings;
  RouteSettings?: Record<string, RouteSettings>;
}
interface RouteProperties {
  RouteKey: string;
  Target: string;
  AuthorizationType?: string;
  AuthorizerId?: string;
  AuthorizationScopes?: string[];
}
interface IntegrationProperties {
  IntegrationType: string;
  IntegrationUri: string;
  PayloadFormatVersion: string;
  TimeoutInMillis?: number;
}
interface AuthorizerProperties {
  AuthorizerType: string;
  IdentitySource?: string[];
  JwtConfiguration?: { Issuer: string; Audience: string[] };
}
