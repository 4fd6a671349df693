/** CloudFront's managed cache and origin request policies: what is compressed, and what of a request reaches an origin. */

export interface CachePolicy {
  /** Whether answers are kept, and compressed: CloudFront compresses only what it may keep. */
  caches: boolean;
}

/** @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
const cachePolicies: Record<string, CachePolicy> = {
  "658327ea-f89d-4fab-a63d-7e88639e58f6": { caches: true },
  "4135ea2d-6df8-44a3-9df3-4b5a84be39ad": { caches: false },
};

export function readCachePolicy(id: string | undefined): CachePolicy {
  const policy = cachePolicies[id ?? ""];
  if (!policy) throw new Error(`The cache policy ${id} does not run here.`);
  return policy;
}

/** Which of a viewer's headers reach the origin, and whether its cookies and its query string do. */
export interface OriginRequestPolicy {
  header(name: string): boolean;
  everything: boolean;
}

/** @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html */
const originRequestPolicies: Record<string, OriginRequestPolicy> = {
  "216adef6-5c7f-47e4-b989-5492eafa07d3": { header: () => true, everything: true },
  "b689b0a8-53d0-40ab-baf2-68738e2966ac": { header: (name) => name !== "host", everything: true },
};

/** What CloudFront itself sends on with a request's body. */
const always = new Set(["content-type", "content-length", "content-encoding", "expect"]);

export function readOriginRequestPolicy(id: string | undefined): OriginRequestPolicy {
  if (id === undefined) return { header: (name) => always.has(name), everything: false };
  const policy = originRequestPolicies[id];
  if (!policy) throw new Error(`The origin request policy ${id} does not run here.`);
  return policy;
}
