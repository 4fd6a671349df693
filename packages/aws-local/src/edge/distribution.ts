import type { OutgoingHttpHeaders } from "node:http";
import * as z from "zod";
import { matches } from "../iam/conditions.ts";
import { readAll, type Template } from "../template/template.ts";
import { compileViewerFunction } from "./viewer-function.ts";

/** @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
const CACHING_OPTIMIZED = "658327ea-f89d-4fab-a63d-7e88639e58f6";
const CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
/** @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html */
const ALL_VIEWER_EXCEPT_HOST_HEADER = "b689b0a8-53d0-40ab-baf2-68738e2966ac";

const BehaviorProperties = z.object({
  PathPattern: z.string().default("*"),
  TargetOriginId: z.string(),
  AllowedMethods: z.array(z.string()).default(["GET", "HEAD"]),
  CachePolicyId: z.enum([CACHING_OPTIMIZED, CACHING_DISABLED]),
  OriginRequestPolicyId: z.literal(ALL_VIEWER_EXCEPT_HOST_HEADER).optional(),
  ResponseHeadersPolicyId: z.string().optional(),
  Compress: z.boolean().default(false),
  FunctionAssociations: z
    .array(z.object({ EventType: z.literal("viewer-request"), FunctionARN: z.string() }))
    .default([]),
  LambdaFunctionAssociations: z.undefined().optional(),
});
const OriginProperties = z.object({
  Id: z.string(),
  DomainName: z.string(),
  OriginPath: z.string().default(""),
  OriginCustomHeaders: z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })).default([]),
});
/** CloudFront asks the second member if the first one responds with one of these statuses. */
const OriginGroup = z.object({
  Id: z.string(),
  FailoverCriteria: z.object({ StatusCodes: z.object({ Items: z.array(z.coerce.number()) }) }),
  Members: z.object({ Items: z.array(z.object({ OriginId: z.string() })).length(2) }),
});
const Distribution = z.object({
  DistributionConfig: z.object({
    DefaultRootObject: z.string().default(""),
    DefaultCacheBehavior: BehaviorProperties,
    CacheBehaviors: z.array(BehaviorProperties).default([]),
    CustomErrorResponses: z.undefined().optional(),
    Origins: z.array(OriginProperties),
    OriginGroups: z.object({ Items: z.array(OriginGroup) }).default({ Items: [] }),
  }),
});

export type OriginProperties = z.infer<typeof OriginProperties>;
export type Behavior = ReturnType<typeof readBehavior>;

/** Throws for unsupported features. */
export function readDistribution(template: Template) {
  const [distribution, ...otherDistributions] = readAll(
    template,
    "AWS::CloudFront::Distribution",
    Distribution,
  );
  if (!distribution || otherDistributions.length > 0)
    throw new Error("The template must have exactly one distribution.");
  return { id: distribution.id, ...distribution.properties.DistributionConfig };
}

export function readBehaviors(
  template: Template,
  { CacheBehaviors, DefaultCacheBehavior }: ReturnType<typeof readDistribution>,
  localize: (text: string) => string,
): (path: string) => Behavior {
  const [fallback, ...behaviors] = [DefaultCacheBehavior, ...CacheBehaviors].map((properties) =>
    readBehavior(template, properties, localize),
  );
  return (path) => behaviors.find(({ pattern }) => matches(pattern, path)) ?? (fallback as Behavior);
}

function readBehavior(
  template: Template,
  properties: z.infer<typeof BehaviorProperties>,
  localize: (text: string) => string,
) {
  const [viewerFunction] = properties.FunctionAssociations.map(({ FunctionARN }) => {
    const viewerFunction = template.find<{ FunctionCode: string }>("AWS::CloudFront::Function", FunctionARN);
    if (!viewerFunction) throw new Error(`The template has no CloudFront function ${FunctionARN}.`);
    return compileViewerFunction(viewerFunction.id, viewerFunction.properties.FunctionCode);
  });
  const caches = properties.CachePolicyId === CACHING_OPTIMIZED;
  return {
    pattern: `/${properties.PathPattern.replace(/^\//, "")}`,
    originId: properties.TargetOriginId,
    methods: properties.AllowedMethods,
    viewerFunction,
    /** Changes a response's headers, with lower-case names, in place. */
    setHeaders: readHeaderPolicy(template, properties.ResponseHeadersPolicyId, localize),
    caches,
    /** CloudFront compresses only what it may cache. */
    compresses: caches && properties.Compress,
    /** Whether the origin gets the viewer's query and all headers, or only the headers that describe the body. */
    forwardsAll: properties.OriginRequestPolicyId !== undefined,
  };
}

type Header = { Override: boolean; [value: string]: unknown };

interface HeaderPolicyProperties {
  ResponseHeadersPolicyConfig: {
    CustomHeadersConfig?: { Items: { Header: string; Value: string; Override: boolean }[] };
    SecurityHeadersConfig?: Record<string, Header>;
    RemoveHeadersConfig?: unknown;
    CorsConfig?: unknown;
  };
}

const securityHeaders: Record<string, [name: string, value: (header: Header) => unknown]> = {
  ContentSecurityPolicy: ["content-security-policy", (header) => header.ContentSecurityPolicy],
  ContentTypeOptions: ["x-content-type-options", () => "nosniff"],
  FrameOptions: ["x-frame-options", (header) => header.FrameOption],
  ReferrerPolicy: ["referrer-policy", (header) => header.ReferrerPolicy],
  StrictTransportSecurity: [
    "strict-transport-security",
    ({ AccessControlMaxAgeSec, IncludeSubdomains, Preload }) =>
      `max-age=${AccessControlMaxAgeSec}${IncludeSubdomains ? "; includeSubDomains" : ""}${Preload ? "; preload" : ""}`,
  ],
};

/** Applies `localize` to every value. Throws for managed policies and unsupported settings. */
function readHeaderPolicy(template: Template, id: string | undefined, localize: (text: string) => string) {
  if (id === undefined) return (_headers: OutgoingHttpHeaders) => {};
  const policy = template.find<HeaderPolicyProperties>("AWS::CloudFront::ResponseHeadersPolicy", id);
  if (!policy) throw new Error(`The response headers policy ${id} is not supported.`);
  const config = policy.properties.ResponseHeadersPolicyConfig;
  if (config.CorsConfig || config.RemoveHeadersConfig)
    throw new Error(`${policy.id}: CORS and removed headers are not supported.`);
  const custom = (config.CustomHeadersConfig?.Items ?? []).map(({ Header, Value, Override }) => {
    return { name: Header.toLowerCase(), value: Value, override: Override };
  });
  const security = Object.entries(config.SecurityHeadersConfig ?? {}).map(([kind, header]) => {
    const [name, value] = securityHeaders[kind] ?? [];
    if (!name) throw new Error(`${policy.id}: ${kind} is not supported.`);
    return { name, value: String(value?.(header)), override: header.Override };
  });
  const rules = [...custom, ...security].map((rule) => ({ ...rule, value: localize(rule.value) }));
  return (headers: OutgoingHttpHeaders) => {
    for (const { name, value, override } of rules)
      if (override || headers[name] === undefined) headers[name] = value;
  };
}
