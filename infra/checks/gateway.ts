import { all, type Check, referred, text } from "./template.ts";

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

const routes = (template: Parameters<Check>[0]) => all<Route>(template, "AWS::ApiGatewayV2::Route");
const integrations = (template: Parameters<Check>[0]) =>
  all<Integration>(template, "AWS::ApiGatewayV2::Integration");

export const routesAreWellFormed: Check = (template) => {
  const keys = routes(template).map(({ properties }) => properties.RouteKey);
  return routes(template).flatMap(({ id, properties: { RouteKey } }) => [
    ...(/^(\$default|(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|ANY) \/\S*)$/.test(RouteKey)
      ? []
      : [`${id}: ${RouteKey} is no route`]),
    ...(keys.filter((key) => key === RouteKey).length > 1 ? [`${id}: there is another ${RouteKey}`] : []),
  ]);
};

export const routesLeadSomewhere: Check = (template) =>
  routes(template).flatMap(({ id, properties: { Target, AuthorizationType = "NONE", AuthorizerId } }) => [
    ...(template.Resources[referred(Target)]?.Type === "AWS::ApiGatewayV2::Integration" &&
    text(Target).startsWith("integrations/")
      ? []
      : [`${id}: leads to no integration`]),
    ...((AuthorizationType === "JWT") ===
    (template.Resources[referred(AuthorizerId)]?.Type === "AWS::ApiGatewayV2::Authorizer")
      ? []
      : [`${id}: ${AuthorizationType} and its authorizer do not go together`]),
  ]);

export const authorizersKnowTokens: Check = (template) =>
  all<Authorizer>(template, "AWS::ApiGatewayV2::Authorizer")
    .filter(
      ({ properties: { AuthorizerType, IdentitySource, JwtConfiguration } }) =>
        AuthorizerType !== "JWT" ||
        !IdentitySource?.length ||
        !JwtConfiguration?.Issuer ||
        !JwtConfiguration.Audience?.length,
    )
    .map(({ id }) => `${id}: a JWT authorizer needs a source, an issuer and an audience`);

type Permission = { Action: string; FunctionName: unknown; Principal: string };

/** The API gives up after 30 seconds, and calls only what lets it. */
export const integrationsAnswer: Check = (template) =>
  integrations(template).flatMap(({ id, properties: { IntegrationUri, PayloadFormatVersion } }) => {
    const called = referred(IntegrationUri);
    const { Timeout = 3 } = (template.Resources[called]?.Properties ?? {}) as { Timeout?: number };
    const permitted = all<Permission>(template, "AWS::Lambda::Permission").some(
      ({ properties }) =>
        properties.Principal === "apigateway.amazonaws.com" && referred(properties.FunctionName) === called,
    );
    return [
      ...(PayloadFormatVersion === "2.0" ? [] : [`${id}: the handlers read payloads of version 2.0`]),
      ...(Timeout < 30 ? [] : [`${called}: may take ${Timeout} s, when the API has answered without it`]),
      ...(permitted ? [] : [`${id}: the API may not call ${called}`]),
    ];
  });

/** CloudFormation's own names; the CDK passes settings of a route on as they are. */
const settings = new Set([
  "DataTraceEnabled",
  "DetailedMetricsEnabled",
  "LoggingLevel",
  "ThrottlingBurstLimit",
  "ThrottlingRateLimit",
]);

/** Settings of a route are refused under another name, and while the route does not exist. */
export const routeSettingsApply: Check = (template) =>
  all<Stage>(template, "AWS::ApiGatewayV2::Stage").flatMap(({ id, properties, dependsOn }) =>
    Object.entries(properties.RouteSettings ?? {}).flatMap(([key, values]) => {
      const route = routes(template).find((found) => found.properties.RouteKey === key);
      if (!route) return [`${id}: has settings of ${key}, which is no route`];
      return [
        ...(dependsOn.includes(route.id) ? [] : [`${id}: does not wait for ${key}`]),
        ...Object.keys(values)
          .filter((name) => !settings.has(name))
          .map((name) => `${id}: ${name} is no setting of a route`),
      ];
    }),
  );

export const accessLogsHaveAForm: Check = (template) =>
  all<Stage>(template, "AWS::ApiGatewayV2::Stage")
    .filter(
      ({ properties: { AccessLogSettings } }) =>
        AccessLogSettings && !AccessLogSettings.Format?.includes("$context.requestId"),
    )
    .map(({ id }) => `${id}: an access log needs a form with the request's id`);
