/** A distribution as the template has it: which behavior answers a path, and what it does. */
import type { OutgoingHttpHeaders } from "node:http";
import { matches } from "../iam/conditions.ts";
import type { Template } from "../template/template.ts";
import { compileViewerFunction, type ViewerFunction } from "./viewer-function.ts";

interface BehaviorProperties {
  PathPattern?: string;
  TargetOriginId: string;
  AllowedMethods?: string[];
  CachePolicyId?: string;
  OriginRequestPolicyId?: string;
  ResponseHeadersPolicyId?: string;
  Compress?: boolean;
  FunctionAssociations?: { EventType: string; FunctionARN: string }[];
  LambdaFunctionAssociations?: unknown[];
}

export interface OriginProperties {
  Id: string;
  DomainName: string;
  OriginPath?: string;
  OriginCustomHeaders?: { HeaderName: string; HeaderValue: string }[];
}

export interface DistributionProperties {
  DistributionConfig: {
    DefaultRootObject?: string;
    DefaultCacheBehavior: BehaviorProperties;
    CacheBehaviors?: BehaviorProperties[];
    CustomErrorResponses?: unknown;
    Origins: OriginProperties[];
    /** The second member answers what the first one answers with one of these statuses. */
    OriginGroups?: {
      Items: {
        Id: string;
        FailoverCriteria: { StatusCodes: { Items: number[] } };
        Members: { Items: { OriginId: string }[] };
      }[];
    };
  };
}

export interface Behavior {
  originId: string;
  methods: string[];
  viewerFunction: ViewerFunction | undefined;
  /** Changes the headers of a response, whose names are in lower case, in place. */
  setHeaders(headers: OutgoingHttpHeaders): void;
  /** Whether answers are kept; CloudFront compresses only what it may keep. */
  caches: boolean;
  compresses: boolean;
  /** Which of a viewer's headers reach the origin. */
  forwards(header: string): boolean;
  /** Whether the viewer's cookies and query string reach the origin. */
  forwardsAll: boolean;
}

/** Answers the behavior of a path: the first whose pattern matches, or the default one. */
export function readBehaviors(
  template: Template,
  { CacheBehaviors = [], DefaultCacheBehavior }: DistributionProperties["DistributionConfig"],
  substitute: (text: string) => string,
): (path: string) => Behavior {
  const read = (properties: BehaviorProperties) => readBehavior(template, properties, substitute);
  const fallback = read(DefaultCacheBehavior);
  const behaviors = CacheBehaviors.map((properties) => ({
    pattern: `/${(properties.PathPattern ?? "*").replace(/^\//, "")}`,
    behavior: read(properties),
  }));
  return (path) => behaviors.find(({ pattern }) => matches(pattern, path, false))?.behavior ?? fallback;
}

/** @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
const cachePolicies = new Map([
  ["658327ea-f89d-4fab-a63d-7e88639e58f6", true],
  ["4135ea2d-6df8-44a3-9df3-4b5a84be39ad", false],
]);

/**
 * The headers that a managed policy keeps from an origin.
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html
 */
const originRequestPolicies = new Map([
  ["216adef6-5c7f-47e4-b989-5492eafa07d3", ""],
  ["b689b0a8-53d0-40ab-baf2-68738e2966ac", "host"],
]);

/** What CloudFront itself sends on with a request's body. */
const alwaysForwarded = ["content-type", "content-length", "content-encoding", "expect"];

function readBehavior(
  template: Template,
  properties: BehaviorProperties,
  substitute: (text: string) => string,
): Behavior {
  const { CachePolicyId, OriginRequestPolicyId, FunctionAssociations = [] } = properties;
  if (properties.LambdaFunctionAssociations?.length) throw new Error("Lambda@Edge does not run here.");
  const [viewerFunction] = FunctionAssociations.map(({ EventType, FunctionARN }) => {
    if (EventType !== "viewer-request")
      throw new Error(`CloudFront functions at ${EventType} do not run here.`);
    const found = template.find<{ FunctionCode: string }>("AWS::CloudFront::Function", FunctionARN);
    if (!found) throw new Error(`The template has no CloudFront function ${FunctionARN}.`);
    return compileViewerFunction(found.id, found.properties.FunctionCode);
  });
  const caches = cachePolicies.get(CachePolicyId ?? "");
  if (caches === undefined) throw new Error(`The cache policy ${CachePolicyId} does not run here.`);
  const forwardsAll = OriginRequestPolicyId !== undefined;
  const held = originRequestPolicies.get(OriginRequestPolicyId ?? "");
  if (forwardsAll && held === undefined)
    throw new Error(`The origin request policy ${OriginRequestPolicyId} does not run here.`);
  return {
    originId: properties.TargetOriginId,
    methods: properties.AllowedMethods ?? ["GET", "HEAD"],
    viewerFunction,
    setHeaders: readHeaderPolicy(template, properties.ResponseHeadersPolicyId, substitute),
    caches,
    compresses: caches && (properties.Compress ?? false),
    forwards: (header) => (forwardsAll ? header !== held : alwaysForwarded.includes(header)),
    forwardsAll,
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
): Behavior["setHeaders"] {
  if (id === undefined) return () => {};
  const policy = template.find<HeaderPolicyProperties>("AWS::CloudFront::ResponseHeadersPolicy", id);
  if (!policy) throw new Error(`The response headers policy ${id} does not run here.`);
  const config = policy.properties.ResponseHeadersPolicyConfig;
  if (config.CorsConfig || config.RemoveHeadersConfig)
    throw new Error(`${policy.id}: CORS and removed headers do not run here.`);
  const custom = (config.CustomHeadersConfig?.Items ?? []).map(
    ({ Header, Value, Override }) => [Header.toLowerCase(), Value, Override] as const,
  );
  const security = Object.entries(config.SecurityHeadersConfig ?? {}).map(([kind, header]) => {
    const [name, value] = securityHeaders[kind] ?? [];
    if (!name) throw new Error(`${policy.id}: ${kind} does not run here.`);
    return [name, String(value?.(header)), header.Override] as const;
  });
  const rules = [...custom, ...security].map(([name, value, override]) => ({
    ...{ name, value: substitute(value), override },
  }));
  return (headers) => {
    for (const { name, value, override } of rules)
      if (override || headers[name] === undefined) headers[name] = value;
  };
}
