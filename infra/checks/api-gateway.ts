import { checkEach, referencedId, resourcesOf, type Template, textOf } from "./template.ts";

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

const ROUTE = "AWS::ApiGatewayV2::Route";
const routes = (template: Template) => resourcesOf<Route>(template, ROUTE);

export const routeKeysAreValid = checkEach<Route>(ROUTE, ({ RouteKey }, template) => [
  !/^(\$default|(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|ANY) \/\S*)$/.test(RouteKey) &&
    `${RouteKey} is not a route key`,
  routes(template).filter(({ properties }) => properties.RouteKey === RouteKey).length > 1 &&
    `repeats ${RouteKey}`,
]);

export const routesHaveIntegrations = checkEach<Route>(
  ROUTE,
  ({ Target, AuthorizationType = "NONE", AuthorizerId }, { Resources }) => [
    !(
      Resources[referencedId(Target)]?.Type === "AWS::ApiGatewayV2::Integration" &&
      textOf(Target).startsWith("integrations/")
    ) && "has no integration",
    (AuthorizationType === "JWT") !==
      (Resources[referencedId(AuthorizerId)]?.Type === "AWS::ApiGatewayV2::Authorizer") &&
      `its authorizer does not fit the type ${AuthorizationType}`,
  ],
);

export const authorizersAreComplete = checkEach<Authorizer>(
  "AWS::ApiGatewayV2::Authorizer",
  ({ AuthorizerType, IdentitySource, JwtConfiguration }) => [
    (AuthorizerType !== "JWT" ||
      !IdentitySource?.length ||
      !JwtConfiguration?.Issuer ||
      !JwtConfiguration.Audience?.length) &&
      "a JWT authorizer needs a source, an issuer and an audience",
  ],
);

type Permission = { Action: string; FunctionName: unknown; Principal: string };

/** The API times out after 30 seconds, and needs permission to invoke a function. */
export const integrationsCanInvoke = checkEach<Integration>(
  "AWS::ApiGatewayV2::Integration",
  ({ IntegrationUri, PayloadFormatVersion }, template) => {
    const target = referencedId(IntegrationUri);
    const { Timeout = 3 } = (template.Resources[target]?.Properties ?? {}) as { Timeout?: number };
    const isPermitted = resourcesOf<Permission>(template, "AWS::Lambda::Permission").some(
      ({ properties }) =>
        properties.Principal === "apigateway.amazonaws.com" &&
        referencedId(properties.FunctionName) === target,
    );
    return [
      PayloadFormatVersion !== "2.0" && "the handlers need payload format 2.0",
      Timeout >= 30 && `${target} can take ${Timeout} s; the API times out earlier`,
      !isPermitted && `the API has no permission to invoke ${target}`,
    ];
  },
);

/** CloudFormation's names. The CDK does not translate the settings of a route. */
const ROUTE_SETTINGS = new Set([
  "DataTraceEnabled",
  "DetailedMetricsEnabled",
  "LoggingLevel",
  "ThrottlingBurstLimit",
  "ThrottlingRateLimit",
]);

/** CloudFormation refuses unknown settings, and settings of a route that does not exist yet. */
export const routeSettingsAreValid = checkEach<Stage>(
  "AWS::ApiGatewayV2::Stage",
  ({ RouteSettings = {} }, template, { dependsOn }) =>
    Object.entries(RouteSettings).flatMap(([key, values]) => {
      const route = routes(template).find((candidate) => candidate.properties.RouteKey === key);
      if (!route) return [`has settings for ${key}, which is not a route`];
      const unknown = Object.keys(values).filter((name) => !ROUTE_SETTINGS.has(name));
      return [
        !dependsOn.includes(route.id) && `does not wait for ${key}`,
        ...unknown.map((name) => `${name} is not a route setting`),
      ];
    }),
);

export const accessLogsHaveFormat = checkEach<Stage>("AWS::ApiGatewayV2::Stage", ({ AccessLogSettings }) => [
  AccessLogSettings &&
    !AccessLogSettings.Format?.includes("$context.requestId") &&
    "the access log needs a format with the request id",
]);
