import * as z from "zod";
import { canInvoke } from "../iam/iam.ts";
import { arn } from "../template/resource-names.ts";
import { readAll, type Template } from "../template/template.ts";
import { openAuthorizer } from "./authorizer.ts";

const Throttling = z
  .object({ ThrottlingRateLimit: z.coerce.number(), ThrottlingBurstLimit: z.coerce.number() })
  .partial();
const Stage = z.object({
  StageName: z.literal("$default"),
  DefaultRouteSettings: Throttling.default({}),
  RouteSettings: z.record(z.string(), Throttling).default({}),
});
const RouteProperties = z.object({
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationType: z.enum(["NONE", "JWT"]).default("NONE"),
  AuthorizerId: z.string().default(""),
  AuthorizationScopes: z.undefined().optional(),
});
const Integration = z.object({
  IntegrationType: z.literal("AWS_PROXY"),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal("2.0"),
  TimeoutInMillis: z.coerce.number().default(30_000),
});
const AuthorizerProperties = z.object({
  AuthorizerType: z.literal("JWT"),
  IdentitySource: z.tuple([z.literal("$request.header.Authorization")]),
  JwtConfiguration: z.object({ Issuer: z.string(), Audience: z.array(z.string()) }),
});

export function readGatewayRoutes(template: Template, apiId: string) {
  const [stage] = readAll(template, "AWS::ApiGatewayV2::Stage", Stage);
  const { DefaultRouteSettings = {}, RouteSettings = {} } = stage?.properties ?? {};
  const defaultThrottle = openThrottle(DefaultRouteSettings) ?? (() => true);
  const authorizers = new Map(
    readAll(template, "AWS::ApiGatewayV2::Authorizer", AuthorizerProperties).map(({ id, properties }) => {
      const { Issuer, Audience } = properties.JwtConfiguration;
      return [id, openAuthorizer({ issuer: Issuer, audience: Audience })];
    }),
  );
  const integrations = readAll(template, "AWS::ApiGatewayV2::Integration", Integration);
  return readAll(template, "AWS::ApiGatewayV2::Route", RouteProperties).map(({ id, properties }) => {
    const { RouteKey, Target, AuthorizationType, AuthorizerId } = properties;
    const authorizer = AuthorizationType === "JWT" ? authorizers.get(AuthorizerId) : undefined;
    if (AuthorizationType === "JWT" && !authorizer) throw new Error(`${id} has no authorizer.`);
    const integration = integrations.find((candidate) => Target === `integrations/${candidate.id}`);
    if (!integration) throw new Error(`${id} has no integration.`);
    const { IntegrationUri, TimeoutInMillis } = integration.properties;
    const routeArn = arn("execute-api", `${apiId}/$default/${RouteKey.replace(" ", "")}`);
    return {
      key: RouteKey,
      functionArn: IntegrationUri,
      authorizer,
      timeoutMs: TimeoutInMillis,
      /** Takes a token; false if the request exceeds the limit. */
      takeToken: openThrottle(RouteSettings[RouteKey] ?? {}) ?? defaultThrottle,
      permitted: canInvoke(template, "apigateway.amazonaws.com", IntegrationUri, routeArn),
    };
  });
}

/** A token bucket: holds `burst` tokens and refills `rate` per second. Undefined without a limit. */
function openThrottle({
  ThrottlingRateLimit: rate,
  ThrottlingBurstLimit: burst,
}: z.infer<typeof Throttling>) {
  if (rate === undefined || burst === undefined) return undefined;
  let tokens = burst;
  let refilledAt = performance.now();
  return () => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - refilledAt) / 1000) * rate);
    refilledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
