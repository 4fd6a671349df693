import type { Fault } from "./mutate.ts";

const distribution = /CloudFront::Distribution/;
const config = "Properties.DistributionConfig";
const pages = /CDKBucketDeployment WebsiteFiles/;
const headers = /CloudFront::ResponseHeadersPolicy/;
const caching = "Properties.ResponseHeadersPolicyConfig.CustomHeadersConfig.Items";

export const duplicateFirst = ([first, ...others]: unknown[]) => [first, first, ...others];

/** The faults that each check of CloudFront and the site's files must find. */
export const edgeFaults: Record<string, Fault[]> = {
  behaviorsAreValid: [
    [distribution, `${config}.DefaultCacheBehavior.TargetOriginId`, "none"],
    [distribution, `${config}.CacheBehaviors.0.CachePolicyId`, undefined],
    [distribution, `${config}.CacheBehaviors.1.AllowedMethods`, ["GET", "HEAD", "POST"]],
  ],
  originGroupsAreValid: [
    [distribution, `${config}.OriginGroups.Items.0.Members.Items.1.OriginId`, "none"],
    [distribution, `${config}.OriginGroups.Items.0.Members.Items`, duplicateFirst],
  ],
  originsAreValid: [
    [distribution, `${config}.Origins.0.S3OriginConfig`, undefined],
    [distribution, `${config}.Origins.1.DomainName`, "https://api.example.com/"],
  ],
  certificatesAreUsable: [
    [distribution, `${config}.ViewerCertificate`, undefined],
    [
      distribution,
      `${config}.ViewerCertificate.AcmCertificateArn`,
      (arn: string) => arn.replace("us-east-1", "eu-west-1"),
    ],
  ],
  errorPagesAreOff: [[distribution, `${config}.CustomErrorResponses`, [{ ErrorCode: 404 }]]],
  deploymentsPruneOnlyOwnFiles: [
    [pages, "Properties.Exclude", undefined],
    [pages, "Properties.Exclude", ["other/*"]],
    [pages, "DependsOn", []],
    [/CDKBucketDeployment WebsiteAssets/, "Properties.Prune", true],
  ],
  pagesAreUploadedLast: [
    [pages, "DependsOn", (ids: string[]) => ids.filter((id) => !id.startsWith("ApiClients"))],
    [pages, "DependsOn", (ids: string[]) => ids.filter((id) => !id.includes("POSTapisendemail"))],
  ],
  assetsAreRetained: [
    [/S3::Bucket Website/, "Properties.LifecycleConfiguration.Rules.0.ExpirationInDays", 30],
    [/S3::Bucket Website/, "Properties.LifecycleConfiguration.Rules.1.TagFilters", undefined],
    [
      /S3::Bucket Website/,
      "Properties.LifecycleConfiguration.Rules.0.ExpirationDate",
      "2027-01-01T00:00:00Z",
    ],
  ],
  errorsAreNotCached: [
    [headers, caching, undefined],
    [headers, `${caching}.0.Value`, "public, max-age=31536000, immutable"],
    [headers, `${caching}.0.Override`, true],
  ],
  edgeFunctionsFitSizeLimit: [[/CloudFront::Function/, "Properties.FunctionCode", "/".repeat(10_241)]],
};
