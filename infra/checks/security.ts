/** Security of the CDN, the API and sign-in. A deployment would succeed without it. */
import { type Check, checkEach, referencedId, resourcesOf, textOf } from "./template.ts";

type Behavior = { ResponseHeadersPolicyId?: unknown; ViewerProtocolPolicy: string; PathPattern?: string };
type Distribution = { DistributionConfig: { CacheBehaviors?: Behavior[]; DefaultCacheBehavior: Behavior } };

export const behaviorsAreSecure = checkEach<Distribution>(
  "AWS::CloudFront::Distribution",
  ({ DistributionConfig: { DefaultCacheBehavior, CacheBehaviors = [] } }, { Resources }) =>
    [DefaultCacheBehavior, ...CacheBehaviors].flatMap(
      ({ ViewerProtocolPolicy, ResponseHeadersPolicyId, PathPattern = "the default path" }) => [
        ViewerProtocolPolicy === "allow-all" && `${PathPattern} allows plain HTTP`,
        Resources[referencedId(ResponseHeadersPolicyId)]?.Type !== "AWS::CloudFront::ResponseHeadersPolicy" &&
          `${PathPattern} lacks our response headers`,
      ],
    ),
);

type Header = { Override?: boolean } & Record<string, unknown>;
type HeadersPolicy = { ResponseHeadersPolicyConfig: { SecurityHeadersConfig?: Record<string, Header> } };

/** Only the back-office and clients' own pages, which show the logo of emails, load pictures from other hosts. */
export const onlyAdminLoadsForeignPictures = checkEach<Distribution>(
  "AWS::CloudFront::Distribution",
  ({ DistributionConfig: { DefaultCacheBehavior, CacheBehaviors = [] } }, template) =>
    [DefaultCacheBehavior, ...CacheBehaviors]
      .filter(({ PathPattern = "" }) => !["/admin*", "/account/*"].includes(PathPattern))
      .map(({ PathPattern = "the rest", ResponseHeadersPolicyId }) => {
        const policy = referencedId(ResponseHeadersPolicyId);
        const isOpen = JSON.stringify(template.Resources[policy]?.Properties ?? {}).includes(ANY_PICTURE);
        return isOpen && `${PathPattern} loads pictures of any host by ${policy}`;
      }),
);

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

export const securityHeadersAreStrict = checkEach<HeadersPolicy>(
  "AWS::CloudFront::ResponseHeadersPolicy",
  ({ ResponseHeadersPolicyConfig: { SecurityHeadersConfig } }) =>
    Object.entries(requiredHeaders).map(([name, isStrictEnough]) => {
      const header = SecurityHeadersConfig?.[name];
      return !(header?.Override && isStrictEnough(header)) && `its ${name} is missing or too weak`;
    }),
);

type Limits = { ThrottlingBurstLimit?: number; ThrottlingRateLimit?: number };
type Stage = { ApiId: unknown; DefaultRouteSettings?: Limits; RouteSettings?: Record<string, Limits> };
type Route = { ApiId: unknown; AuthorizationType?: string; RouteKey: string };

/** A new account runs ten functions at once, so public routes must leave capacity for staff. */
export const publicRoutesAreThrottled = checkEach<Stage>(
  "AWS::ApiGatewayV2::Stage",
  ({ DefaultRouteSettings = {}, RouteSettings = {} }, template) => {
    const isLess = (name: keyof Limits, { [name]: limit }: Limits) =>
      limit !== undefined && limit > 0 && limit < (DefaultRouteSettings[name] ?? 0);
    return resourcesOf<Route>(template, "AWS::ApiGatewayV2::Route")
      .map(({ properties: route }) => route)
      .filter((route) => (route.AuthorizationType ?? "NONE") === "NONE")
      .filter(({ RouteKey }) => {
        const settings = RouteSettings[RouteKey] ?? {};
        return !(isLess("ThrottlingRateLimit", settings) && isLess("ThrottlingBurstLimit", settings));
      })
      .map(({ RouteKey }) => `the public route ${RouteKey} is not throttled below the default`);
  },
);

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

const poolsAreClosed = checkEach<Pool>("AWS::Cognito::UserPool", ({ AdminCreateUserConfig }) => [
  AdminCreateUserConfig?.AllowAdminCreateUserOnly !== true && "people can sign themselves up",
]);

const clientsAreSafe = checkEach<Client>("AWS::Cognito::UserPoolClient", (client) => [
  client.PreventUserExistenceErrors !== "ENABLED" && "reveals who is staff",
  // A browser cannot keep a secret, and sign-in over SRP from a page fails with one.
  client.GenerateSecret === true && "has a secret, which the browser does not send",
  client.EnableTokenRevocation === false && "tokens cannot be revoked",
  ...(client.ExplicitAuthFlows ?? ["none"])
    .filter((flow) => !ALLOWED_FLOWS.includes(flow))
    .map((flow) => `allows sign-in with ${flow}`),
  client.AllowedOAuthFlowsUserPoolClient === true && "allows sign-in with OAuth",
  ...(client.WriteAttributes ?? ["anything"])
    .filter((name) => name !== "name")
    .map((name) => `people can write their own ${name}`),
]);

/**
 * People cannot sign up, find out who is staff, send a password over the network, or write their own attributes other
 * than the name.
 */
export const selfSignUpIsOff: Check = (template) => [
  ...poolsAreClosed(template),
  ...clientsAreSafe(template),
];
