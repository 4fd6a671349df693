/** Security of the CDN, the API and sign-in. A deployment would succeed without it. */
import { type Check, referencedId, resourcesOf, textOf } from "./template.ts";

type Behavior = { ResponseHeadersPolicyId?: unknown; ViewerProtocolPolicy: string; PathPattern?: string };
type Distribution = { DistributionConfig: { CacheBehaviors?: Behavior[]; DefaultCacheBehavior: Behavior } };

export const behaviorsAreSecure: Check = (template) =>
  resourcesOf<Distribution>(template, "AWS::CloudFront::Distribution").flatMap(({ id, properties }) => {
    const { DefaultCacheBehavior, CacheBehaviors = [] } = properties.DistributionConfig;
    return [DefaultCacheBehavior, ...CacheBehaviors].flatMap((behavior) => [
      ...(behavior.ViewerProtocolPolicy === "allow-all"
        ? [`${id}: ${behavior.PathPattern ?? "the default path"} allows plain HTTP`]
        : []),
      ...(template.Resources[referencedId(behavior.ResponseHeadersPolicyId)]?.Type ===
      "AWS::CloudFront::ResponseHeadersPolicy"
        ? []
        : [`${id}: ${behavior.PathPattern ?? "the default path"} lacks our response headers`]),
    ]);
  });

type Header = { Override?: boolean } & Record<string, unknown>;
type HeadersPolicy = { ResponseHeadersPolicyConfig: { SecurityHeadersConfig?: Record<string, Header> } };

/** Only the back-office and clients' own pages, which show the logo of emails, load pictures from other hosts. */
export const onlyAdminLoadsForeignPictures: Check = (template) => {
  const open = resourcesOf<HeadersPolicy>(template, "AWS::CloudFront::ResponseHeadersPolicy")
    .filter(({ properties }) => JSON.stringify(properties).includes(ANY_PICTURE))
    .map(({ id }) => id);
  return resourcesOf<Distribution>(template, "AWS::CloudFront::Distribution").flatMap(
    ({ id, properties }) => {
      const { DefaultCacheBehavior, CacheBehaviors = [] } = properties.DistributionConfig;
      return [DefaultCacheBehavior, ...CacheBehaviors]
        .filter(({ PathPattern = "" }) => !["/admin*", "/account/*"].includes(PathPattern))
        .filter(({ ResponseHeadersPolicyId }) => open.includes(referencedId(ResponseHeadersPolicyId)))
        .map(
          ({ PathPattern, ResponseHeadersPolicyId }) =>
            `${id}: ${PathPattern ?? "the rest"} loads pictures of any host by ${referencedId(ResponseHeadersPolicyId)}`,
        );
    },
  );
};

const ANY_PICTURE = "img-src 'self' data: https:;";

const YEAR_SECONDS = 31_536_000;
/** The required headers, by CloudFront's names. */
const requiredHeaders: Record<string, (header: Header) => boolean> = {
  ContentSecurityPolicy: ({ ContentSecurityPolicy }) => isStrict(textOf(ContentSecurityPolicy)),
  ContentTypeOptions: () => true,
  FrameOptions: ({ FrameOption }) => FrameOption === "DENY",
  ReferrerPolicy: ({ ReferrerPolicy }) => !/unsafe-url|downgrade/.test(String(ReferrerPolicy)),
  StrictTransportSecurity: ({ AccessControlMaxAgeSec, IncludeSubdomains }) =>
    Number(AccessControlMaxAgeSec) >= YEAR_SECONDS && IncludeSubdomains === true,
};

/** Default deny, scripts from the site alone, other origins over https and without wildcards. */
function isStrict(policy: string): boolean {
  const directives = new Map(policy.split(";").map((part) => [part.trim().split(" ")[0], part.trim()]));
  const otherOrigins = policy
    .replace(ANY_PICTURE, "")
    .replaceAll("data:", "")
    .split(/[ ;]+/)
    .filter((word) => word.includes(":"));
  return (
    directives.get("script-src") === "script-src 'self'" &&
    ["default-src", "base-uri", "frame-ancestors"].every(
      (name) => directives.get(name) === `${name} 'none'`,
    ) &&
    directives.get("form-action") === "form-action 'self'" &&
    otherOrigins.every((source) => /^https:\/\/[^*]+$/.test(source)) &&
    !/ \*/.test(policy)
  );
}

export const securityHeadersAreStrict: Check = (template) =>
  resourcesOf<HeadersPolicy>(template, "AWS::CloudFront::ResponseHeadersPolicy").flatMap(
    ({ id, properties }) =>
      Object.entries(requiredHeaders)
        .filter(([name, isStrictEnough]) => {
          const header = properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig?.[name];
          return !(header?.Override && isStrictEnough(header));
        })
        .map(([name]) => `${id}: its ${name} is missing or too weak`),
  );

type Limits = { ThrottlingBurstLimit?: number; ThrottlingRateLimit?: number };
type Stage = { ApiId: unknown; DefaultRouteSettings?: Limits; RouteSettings?: Record<string, Limits> };
type Route = { ApiId: unknown; AuthorizationType?: string; RouteKey: string };

/** A new account runs ten functions at once, so public routes must leave capacity for staff. */
export const publicRoutesAreThrottled: Check = (template) =>
  resourcesOf<Stage>(template, "AWS::ApiGatewayV2::Stage").flatMap(({ id, properties }) => {
    const { DefaultRouteSettings = {}, RouteSettings = {} } = properties;
    const isLess = (name: keyof Limits, { [name]: own }: Limits) =>
      own !== undefined && own > 0 && own < (DefaultRouteSettings[name] ?? 0);
    return resourcesOf<Route>(template, "AWS::ApiGatewayV2::Route")
      .map(({ properties: route }) => route)
      .filter((route) => (route.AuthorizationType ?? "NONE") === "NONE")
      .filter(({ RouteKey }) => {
        const own = RouteSettings[RouteKey] ?? {};
        return !(isLess("ThrottlingRateLimit", own) && isLess("ThrottlingBurstLimit", own));
      })
      .map(({ RouteKey }) => `${id}: the public route ${RouteKey} is not throttled below the default`);
  });

type Pool = { AdminCreateUserConfig?: { AllowAdminCreateUserOnly?: boolean } };
type Client = {
  AllowedOAuthFlowsUserPoolClient?: boolean;
  EnableTokenRevocation?: boolean;
  ExplicitAuthFlows?: string[];
  GenerateSecret?: boolean;
  PreventUserExistenceErrors?: string;
  SupportedIdentityProviders?: string[];
  WriteAttributes?: string[];
};

const ALLOWED_FLOWS = ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"];

/**
 * People cannot sign up, find out who is staff, send a password over the network, or write their own attributes other
 * than the name.
 */
export const selfSignUpIsOff: Check = (template) => [
  ...resourcesOf<Pool>(template, "AWS::Cognito::UserPool")
    .filter(({ properties }) => properties.AdminCreateUserConfig?.AllowAdminCreateUserOnly !== true)
    .map(({ id }) => `${id}: people can sign themselves up`),
  ...resourcesOf<Client>(template, "AWS::Cognito::UserPoolClient").flatMap(({ id, properties }) => [
    ...(properties.PreventUserExistenceErrors === "ENABLED" ? [] : [`${id}: reveals who is staff`]),
    // A browser cannot keep a secret, and sign-in over SRP from a page fails with one.
    ...(properties.GenerateSecret ? [`${id}: has a secret, which the browser does not send`] : []),
    ...(properties.EnableTokenRevocation === false ? [`${id}: tokens cannot be revoked`] : []),
    ...(properties.ExplicitAuthFlows ?? ["none"])
      .filter((flow) => !ALLOWED_FLOWS.includes(flow))
      .map((flow) => `${id}: allows sign-in with ${flow}`),
    ...(properties.AllowedOAuthFlowsUserPoolClient ? [`${id}: allows sign-in with OAuth`] : []),
    ...(properties.WriteAttributes ?? ["anything"])
      .filter((name) => name !== "name")
      .map((name) => `${id}: people can write their own ${name}`),
  ]),
];
