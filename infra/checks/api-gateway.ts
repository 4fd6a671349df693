import { type Check, referencedId, resourcesOf, textOf } from "./template.ts";

type Route = { RouteKey: string; AuthorizationType?: string; AuthorizerId?: unknown; Target?: unknown };
type Authorizer = {
  AuthorizerType: string;
  IdentitySource?: string[];
  JwtConfiguration?: { Issuer?: unknown; Audience?: unknown[] };
};
type Integration = { IntegrationType: string; IntegrationUri: unknown; PayloadFormatVersion?: string };
type Stage = {
  AccessLogSettings?: { Format?: string };
  DefaultRouteSettings?: Record<string, unknown>;
  RouteSettings?: Record<string, Record<string, unknown>>;
};

const routes = (template: Parameters<Check>[0]) => resourcesOf<Route>(template, "AWS::ApiGatewayV2::Route");
const integrations = (template: Parameters<Check>[0]) =>
  resourcesOf<Integration>(template, "AWS::ApiGatewayV2::Integration");

export const routeKeysAreValid: Check = (template) => {
  const keys = routes(template).map(({ properties }) => properties.RouteKey);
  return routes(template).flatMap(({ id, properties: { RouteKey } }) => [
    ...(/^(\$default|(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|ANY) \/\S*)$/.test(RouteKey)
      ? []
      : [`${id}: ${RouteKey} is not a route key`]),
    ...(keys.filter((key) => key === RouteKey).length > 1 ? [`${id}: repeats ${RouteKey}`] : []),
  ]);
};

export const routesHaveIntegrations: Check = (template) =>
  routes(template).flatMap(({ id, properties: { Target, AuthorizationType = "NONE", AuthorizerId } }) => [
    ...(template.Resources[referencedId(Target)]?.Type === "AWS::ApiGatewayV2::Integration" &&
    textOf(Target).startsWith("integrations/")
      ? []
      : [`${id}: has no integration`]),
    ...((AuthorizationType === "JWT") ===
    (template.Resources[referencedId(AuthorizerId)]?.Type === "AWS::ApiGatewayV2::Authorizer")
      ? []
      : [`${id}: its authorizer does not fit the type ${AuthorizationType}`]),
  ]);

export const authorizersAreComplete: Check = (template) =>
  resourcesOf<Authorizer>(template, "AWS::ApiGatewayV2::Authorizer")
    .filter(
      ({ properties: { AuthorizerType, IdentitySource, JwtConfiguration } }) =>
        AuthorizerType !== "JWT" ||
        !IdentitySource?.length ||
        !JwtConfiguration?.Issuer ||
        !JwtConfiguration.Audience?.length,
    )
    .map(({ id }) => `${id}: a JWT authorizer needs a source, an issuer and an audience`);

type Permission = { Action: string; FunctionName: unknown; Principal: string };

/** The API times out after 30 seconds, and needs permission to invoke a function. */
export const integrationsCanInvoke: Check = (template) =>
  integrations(template).flatMap(({ id, properties: { IntegrationUri, PayloadFormatVersion } }) => {
    const target = referencedId(IntegrationUri);
    const { Timeout = 3 } = (template.Resources[target]?.Properties ?? {}) as { Timeout?: number };
    const permitted = resourcesOf<Permission>(template, "AWS::Lambda::Permission").some(
      ({ properties }) =>
        properties.Principal === "apigateway.amazonaws.com" &&
        referencedId(properties.FunctionName) === target,
    );
    return [
      ...(PayloadFormatVersion === "2.0" ? [] : [`${id}: the handlers need payload format 2.0`]),
      ...(Timeout < 30 ? [] : [`${target}: can take ${Timeout} s; the API times out earlier`]),
      ...(permitted ? [] : [`${id}: the API has no permission to invoke ${target}`]),
    ];
  });

/** CloudFormation's names. The CDK does not translate the settings of a route. */
const ROUTE_SETTINGS = new Set([
  "DataTraceEnabled",
  "DetailedMetricsEnabled",
  "LoggingLevel",
  "ThrottlingBurstLimit",
  "ThrottlingRateLimit",
]);

/** CloudFormation refuses unknown settings, and settings of a route that does not exist yet. */
export const routeSettingsAreValid: Check = (template) =>
  resourcesOf<Stage>(template, "AWS::ApiGatewayV2::Stage").flatMap(({ id, properties, dependsOn }) =>
    Object.entries(properties.RouteSettings ?? {}).flatMap(([key, values]) => {
      const route = routes(template).find((found) => found.properties.RouteKey === key);
      if (!route) return [`${id}: has settings for ${key}, which is not a route`];
      return [
        ...(dependsOn.includes(route.id) ? [] : [`${id}: does not wait for ${key}`]),
        ...Object.keys(values)
          .filter((name) => !ROUTE_SETTINGS.has(name))
          .map((name) => `${id}: ${name} is not a route setting`),
      ];
    }),
  );

export const accessLogsHaveFormat: Check = (template) =>
  resourcesOf<Stage>(template, "AWS::ApiGatewayV2::Stage")
    .filter(
      ({ properties: { AccessLogSettings } }) =>
        AccessLogSettings && !AccessLogSettings.Format?.includes("$context.requestId"),
    )
    .map(({ id }) => `${id}: the access log needs a format with the request id`);
