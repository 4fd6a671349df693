/** CloudFront's cache and origin request policies: what is compressed, and what of a request reaches an origin. */
import type { Template } from "../template/template.ts";

export interface CachePolicy {
  /** Seconds; 0 never keeps an answer. */
  maximumAge: number;
  brotli: boolean;
  gzip: boolean;
}

interface CachePolicyProperties {
  CachePolicyConfig: {
    MaxTTL: number;
    ParametersInCacheKeyAndForwardedToOrigin: {
      EnableAcceptEncodingBrotli?: boolean;
      EnableAcceptEncodingGzip: boolean;
    };
  };
}

/** @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
const managedCachePolicies: Record<string, CachePolicy> = {
  "658327ea-f89d-4fab-a63d-7e88639e58f6": { maximumAge: 31_536_000, brotli: true, gzip: true },
  "4135ea2d-6df8-44a3-9df3-4b5a84be39ad": { maximumAge: 0, brotli: false, gzip: false },
};

export function readCachePolicy(template: Template, id: string): CachePolicy {
  const managed = managedCachePolicies[id];
  if (managed) return managed;
  const policy = template.find<CachePolicyProperties>("AWS::CloudFront::CachePolicy", id);
  if (!policy) throw new Error(`The cache policy ${id} is not emulated here.`);
  const { MaxTTL, ParametersInCacheKeyAndForwardedToOrigin: forwarded } = policy.properties.CachePolicyConfig;
  return {
    maximumAge: Number(MaxTTL),
    brotli: forwarded.EnableAcceptEncodingBrotli ?? false,
    gzip: forwarded.EnableAcceptEncodingGzip,
  };
}

/** Whether a viewer's header, its cookies and its query string reach the origin. */
export interface OriginRequestPolicy {
  header(name: string): boolean;
  cookies: boolean;
  query: boolean;
  /** Adds the viewer's address as `cloudfront-viewer-address`. */
  viewerAddress: boolean;
}

interface Selection {
  HeadersConfig: { HeaderBehavior: string; Headers?: string[] };
  CookiesConfig: { CookieBehavior: string };
  QueryStringsConfig: { QueryStringBehavior: string };
}

/** @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html */
const managedOriginRequestPolicies: Record<string, Selection> = {
  "216adef6-5c7f-47e4-b989-5492eafa07d3": everything({ HeaderBehavior: "allViewer" }),
  "b689b0a8-53d0-40ab-baf2-68738e2966ac": everything({ HeaderBehavior: "allExcept", Headers: ["host"] }),
};

/** What CloudFront itself sends on with a request's body. */
const always = new Set(["content-type", "content-length", "content-encoding", "expect"]);

export function readOriginRequestPolicy(template: Template, id: string | undefined): OriginRequestPolicy {
  if (id === undefined)
    return { header: (name) => always.has(name), cookies: false, query: false, viewerAddress: false };
  const selection =
    managedOriginRequestPolicies[id] ??
    template.find<{ OriginRequestPolicyConfig: Selection }>("AWS::CloudFront::OriginRequestPolicy", id)
      ?.properties.OriginRequestPolicyConfig;
  if (!selection) throw new Error(`The origin request policy ${id} is not emulated here.`);
  const { HeadersConfig, CookiesConfig, QueryStringsConfig } = selection;
  return {
    ...headerRule(
      HeadersConfig.HeaderBehavior,
      (HeadersConfig.Headers ?? []).map((name) => name.toLowerCase()),
    ),
    cookies: allOrNone(CookiesConfig.CookieBehavior),
    query: allOrNone(QueryStringsConfig.QueryStringBehavior),
  };
}

function headerRule(
  behavior: string,
  names: string[],
): Pick<OriginRequestPolicy, "header" | "viewerAddress"> {
  const viewerAddress = names.includes("cloudfront-viewer-address");
  switch (behavior) {
    case "none":
      return { header: (name) => always.has(name), viewerAddress: false };
    case "whitelist":
      return { header: (name) => always.has(name) || names.includes(name), viewerAddress };
    case "allViewer":
      return { header: () => true, viewerAddress: false };
    case "allViewerAndWhitelistCloudFront":
      return { header: () => true, viewerAddress };
    case "allExcept":
      return { header: (name) => !names.includes(name), viewerAddress: false };
    default:
      throw new Error(`The header behavior ${behavior} is not emulated here.`);
  }
}

function allOrNone(behavior: string): boolean {
  if (behavior === "all" || behavior === "none") return behavior === "all";
  throw new Error(`The behavior ${behavior} of an origin request policy is not emulated here.`);
}

function everything(HeadersConfig: Selection["HeadersConfig"]): Selection {
  return {
    HeadersConfig,
    CookiesConfig: { CookieBehavior: "all" },
    QueryStringsConfig: { QueryStringBehavior: "all" },
  };
}
