/** A distribution's behaviors: which one answers a path, and what it does. */

import { matches } from "../iam/conditions.ts";
import type { Template } from "../template/template.ts";
import { type HeaderPolicy, readHeaderPolicy } from "./header-policy.ts";
import {
  type CachePolicy,
  type OriginRequestPolicy,
  readCachePolicy,
  readOriginRequestPolicy,
} from "./policies.ts";
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
  S3OriginConfig?: unknown;
}

/** The second member answers what the first one answers with one of these statuses. */
export interface OriginGroupProperties {
  Id: string;
  FailoverCriteria: { StatusCodes: { Items: number[] } };
  Members: { Items: { OriginId: string }[] };
}

export interface DistributionProperties {
  DistributionConfig: {
    DefaultRootObject?: string;
    DefaultCacheBehavior: BehaviorProperties;
    CacheBehaviors?: BehaviorProperties[];
    CustomErrorResponses?: unknown;
    Origins: OriginProperties[];
    OriginGroups?: { Items: OriginGroupProperties[] };
  };
}

export interface Behavior {
  originId: string;
  methods: string[];
  viewerFunction: ViewerFunction | undefined;
  headers: HeaderPolicy;
  cache: CachePolicy;
  originRequest: OriginRequestPolicy;
  compress: boolean;
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

function readBehavior(
  template: Template,
  properties: BehaviorProperties,
  substitute: (text: string) => string,
): Behavior {
  const {
    TargetOriginId,
    CachePolicyId,
    FunctionAssociations = [],
    LambdaFunctionAssociations = [],
  } = properties;
  if (LambdaFunctionAssociations.length > 0) throw new Error("Lambda@Edge does not run here.");
  const viewerFunctions = FunctionAssociations.map(({ EventType, FunctionARN }) => {
    if (EventType !== "viewer-request")
      throw new Error(`CloudFront functions at ${EventType} do not run here.`);
    const found = template.find<{ FunctionCode: string }>("AWS::CloudFront::Function", FunctionARN);
    if (!found) throw new Error(`The template has no CloudFront function ${FunctionARN}.`);
    return compileViewerFunction(found.id, found.properties.FunctionCode);
  });
  return {
    originId: TargetOriginId,
    methods: properties.AllowedMethods ?? ["GET", "HEAD"],
    viewerFunction: viewerFunctions[0],
    headers: readHeaderPolicy(template, properties.ResponseHeadersPolicyId, substitute),
    cache: readCachePolicy(CachePolicyId),
    originRequest: readOriginRequestPolicy(properties.OriginRequestPolicyId),
    compress: properties.Compress ?? false,
  };
}
