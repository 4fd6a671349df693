/** What guards people at the edge, at the API and at the door; none of it would make a deployment fail. */
import { all, type Check, referred, text } from "./template.ts";

type Behavior = { ResponseHeadersPolicyId?: unknown; ViewerProtocolPolicy: string; PathPattern?: string };
type Distribution = { DistributionConfig: { CacheBehaviors?: Behavior[]; DefaultCacheBehavior: Behavior } };

export const behaviorsAreGuarded: Check = (template) =>
  all<Distribution>(template, "AWS::CloudFront::Distribution").flatMap(({ id, properties }) => {
    const { DefaultCacheBehavior, CacheBehaviors = [] } = properties.DistributionConfig;
    return [DefaultCacheBehavior, ...CacheBehaviors].flatMap((behavior) => [
      ...(behavior.ViewerProtocolPolicy === "allow-all"
        ? [`${id}: ${behavior.PathPattern ?? "the rest"} is served in clear text`]
        : []),
      ...(template.Resources[referred(behavior.ResponseHeadersPolicyId)]?.Type ===
      "AWS::CloudFront::ResponseHeadersPolicy"
        ? []
        : [`${id}: ${behavior.PathPattern ?? "the rest"} has no headers of ours`]),
    ]);
  });

type Header = { Override?: boolean } & Record<string, unknown>;
type HeadersPolicy = { ResponseHeadersPolicyConfig: { SecurityHeadersConfig?: Record<string, Header> } };

const year = 31_536_000;
/** What must stand in a policy, by CloudFront's names. */
const headers: Record<string, (header: Header) => boolean> = {
  ContentSecurityPolicy: ({ ContentSecurityPolicy }) => isStrict(text(ContentSecurityPolicy)),
  ContentTypeOptions: () => true,
  FrameOptions: ({ FrameOption }) => FrameOption === "DENY",
  ReferrerPolicy: ({ ReferrerPolicy }) => !/unsafe-url|downgrade/.test(String(ReferrerPolicy)),
  StrictTransportSecurity: ({ AccessControlMaxAgeSec, IncludeSubdomains }) =>
    Number(AccessControlMaxAgeSec) >= year && IncludeSubdomains === true,
};

/** Nothing but what is named, scripts of our own alone, every stranger over https and by its whole name. */
function isStrict(policy: string): boolean {
  const directives = new Map(policy.split(";").map((part) => [part.trim().split(" ")[0], part.trim()]));
  const strangers = policy
    .replaceAll("data:", "")
    .split(/[ ;]+/)
    .filter((word) => word.includes(":"));
  return (
    directives.get("script-src") === "script-src 'self'" &&
    ["default-src", "base-uri", "frame-ancestors"].every(
      (name) => directives.get(name) === `${name} 'none'`,
    ) &&
    directives.get("form-action") === "form-action 'self'" &&
    strangers.every((source) => /^https:\/\/[^*]+$/.test(source)) &&
    !/ \*/.test(policy)
  );
}

export const headersAreStrict: Check = (template) =>
  all<HeadersPolicy>(template, "AWS::CloudFront::ResponseHeadersPolicy").flatMap(({ id, properties }) =>
    Object.entries(headers)
      .filter(([name, holds]) => {
        const header = properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig?.[name];
        return !(header?.Override && holds(header));
      })
      .map(([name]) => `${id}: its ${name} is missing or lax`),
  );

type Limits = { ThrottlingBurstLimit?: number; ThrottlingRateLimit?: number };
type Stage = { ApiId: unknown; DefaultRouteSettings?: Limits; RouteSettings?: Record<string, Limits> };
type Route = { ApiId: unknown; AuthorizationType?: string; RouteKey: string };

/** A new account has ten functions at once; the part of strangers must leave room for staff. */
export const strangersAreThrottled: Check = (template) =>
  all<Stage>(template, "AWS::ApiGatewayV2::Stage").flatMap(({ id, properties }) => {
    const { DefaultRouteSettings = {}, RouteSettings = {} } = properties;
    const isLess = (name: keyof Limits, { [name]: own }: Limits) =>
      own !== undefined && own > 0 && own < (DefaultRouteSettings[name] ?? 0);
    return all<Route>(template, "AWS::ApiGatewayV2::Route")
      .map(({ properties: route }) => route)
      .filter((route) => (route.AuthorizationType ?? "NONE") === "NONE")
      .filter(({ RouteKey }) => {
        const own = RouteSettings[RouteKey] ?? {};
        return !(isLess("ThrottlingRateLimit", own) && isLess("ThrottlingBurstLimit", own));
      })
      .map(({ RouteKey }) => `${id}: anybody may call ${RouteKey} as often as staff may call all together`);
  });

type Pool = { AdminCreateUserConfig?: { AllowAdminCreateUserOnly?: boolean } };
type Client = {
  AllowedOAuthFlowsUserPoolClient?: boolean;
  EnableTokenRevocation?: boolean;
  ExplicitAuthFlows?: string[];
  PreventUserExistenceErrors?: string;
  SupportedIdentityProviders?: string[];
  WriteAttributes?: string[];
};

const flows = ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"];

/** Nobody lets themselves in, tells who is staff, sends a password over the network or writes their own rights. */
export const doorsAreShut: Check = (template) => [
  ...all<Pool>(template, "AWS::Cognito::UserPool")
    .filter(({ properties }) => properties.AdminCreateUserConfig?.AllowAdminCreateUserOnly !== true)
    .map(({ id }) => `${id}: people sign themselves up`),
  ...all<Client>(template, "AWS::Cognito::UserPoolClient").flatMap(({ id, properties }) => [
    ...(properties.PreventUserExistenceErrors === "ENABLED" ? [] : [`${id}: tells who is staff`]),
    ...(properties.EnableTokenRevocation === false ? [`${id}: nobody can be signed out`] : []),
    ...(properties.ExplicitAuthFlows ?? ["none"])
      .filter((flow) => !flows.includes(flow))
      .map((flow) => `${id}: lets people in by ${flow}`),
    ...(properties.AllowedOAuthFlowsUserPoolClient ? [`${id}: lets people in over OAuth`] : []),
    ...(properties.WriteAttributes ?? ["anything"])
      .filter((name) => name !== "name")
      .map((name) => `${id}: people write their own ${name}`),
  ]),
];
