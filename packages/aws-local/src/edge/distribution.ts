/** A distribution as the template has it: which behavior answers a path, and what it does. */
import type { OutgoingHttpHeaders } from "node:http";
import * as z from "zod";
import { matches } from "../iam/conditions.ts";
import { readAll, type Template } from "../template/template.ts";
import { compileViewerFunction } from "./viewer-function.ts";

/** @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
const CachingOptimized = "658327ea-f89d-4fab-a63d-7e88639e58f6";
const CachingDisabled = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
/** @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html */
const AllViewerExceptHostHeader = "b689b0a8-53d0-40ab-baf2-68738e2966ac";

const BehaviorProperties = z.object({
  PathPattern: z.string().default("*"),
  TargetOriginId: z.string(),
  AllowedMethods: z.array(z.string()).default(["GET", "HEAD"]),
  CachePolicyId: z.enum([CachingOptimized, CachingDisabled]),
  OriginRequestPolicyId: z.literal(AllViewerExceptHostHeader).optional(),
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
/** The second member answers what the first one answers with one of these statuses. */
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

/** Throws for what of a distribution does not run here. */
export function readDistribution(template: Template) {
  const [distribution, ...others] = readAll(template, "AWS::CloudFront::Distribution", Distribution);
  if (!distribution || others.length > 0) throw new Error("The template must have exactly one distribution.");
  return { id: distribution.id, ...distribution.properties.DistributionConfig };
}

/** Answers the behavior of a path: the first whose pattern matches, or the default one. */
export function readBehaviors(
  template: Template,
  { CacheBehaviors, DefaultCacheBehavior }: ReturnType<typeof readDistribution>,
  substitute: (text: string) => string,
): (path: string) => Behavior {
  const [fallback, ...behaviors] = [DefaultCacheBehavior, ...CacheBehaviors].map((properties) =>
    readBehavior(template, properties, substitute),
  );
  return (path) => behaviors.find(({ pattern }) => matches(pattern, path, false)) ?? (fallback as Behavior);
}

function readBehavior(
  template: Template,
  properties: z.infer<typeof BehaviorProperties>,
  substitute: (text: string) => string,
) {
  const [viewerFunction] = properties.FunctionAssociations.map(({ FunctionARN }) => {
    const found = template.find<{ FunctionCode: string }>("AWS::CloudFront::Function", FunctionARN);
    if (!found) throw new Error(`The template has no CloudFront function ${FunctionARN}.`);
    return compileViewerFunction(found.id, found.properties.FunctionCode);
  });
  const caches = properties.CachePolicyId === CachingOptimized;
  return {
    pattern: `/${properties.PathPattern.replace(/^\//, "")}`,
    originId: properties.TargetOriginId,
    methods: properties.AllowedMethods,
    viewerFunction,
    /** Changes the headers of a response, whose names are in lower case, in place. */
    setHeaders: readHeaderPolicy(template, properties.ResponseHeadersPolicyId, substitute),
    /** Whether answers are kept; CloudFront compresses only what it may keep. */
    caches,
    compresses: caches && properties.Compress,
    /** Whether all that the viewer sent reaches the origin, or only what speaks of the body. */
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

/** `substitute` is applied to every value. Throws for a policy that the template does not hold, or that sets CORS. */
function readHeaderPolicy(
  template: Template,
  id: string | undefined,
  substitute: (text: string) => string,
): (headers: OutgoingHttpHeaders) => void {
  if (id === undefined) return () => {};
  const policy = template.find<HeaderPolicyProperties>("AWS::CloudFront::ResponseHeadersPolicy", id);
  if (!policy) throw new Error(`The response headers policy ${id} does not run here.`);
  const config = policy.properties.ResponseHeadersPolicyConfig;
  if (config.CorsConfig || config.RemoveHeadersConfig)
    throw new Error(`${policy.id}: CORS and removed headers do not run here.`);
  const custom = (config.CustomHeadersConfig?.Items ?? []).map(({ Header, Value, Override }) => {
    return { name: Header.toLowerCase(), value: Value, override: Override };
  });
  const security = Object.entries(config.SecurityHeadersConfig ?? {}).map(([kind, header]) => {
    const [name, value] = securityHeaders[kind] ?? [];
    if (!name) throw new Error(`${policy.id}: ${kind} does not run here.`);
    return { name, value: String(value?.(header)), override: header.Override };
  });
  const rules = [...custom, ...security].map((rule) => ({ ...rule, value: substitute(rule.value) }));
  return (headers) => {
    for (const { name, value, override } of rules)
      if (override || headers[name] === undefined) headers[name] = value;
  };
}
