import { resourcesOf, type Template, textOf } from "./template.ts";

/** Types whose names are unique in the account or worldwide, not in the region, and the property with the name. */
const nameProperties: Record<string, string> = {
  "AWS::Budgets::Budget": "Budget.BudgetName",
  "AWS::CloudFront::CachePolicy": "CachePolicyConfig.Name",
  "AWS::CloudFront::Distribution": "DistributionConfig.Aliases",
  "AWS::CloudFront::Function": "Name",
  "AWS::CloudFront::KeyGroup": "KeyGroupConfig.Name",
  "AWS::CloudFront::KeyValueStore": "Name",
  "AWS::CloudFront::OriginAccessControl": "OriginAccessControlConfig.Name",
  "AWS::CloudFront::OriginRequestPolicy": "OriginRequestPolicyConfig.Name",
  "AWS::CloudFront::PublicKey": "PublicKeyConfig.Name",
  "AWS::CloudFront::ResponseHeadersPolicy": "ResponseHeadersPolicyConfig.Name",
  "AWS::CloudWatch::Dashboard": "DashboardName",
  "AWS::IAM::Group": "GroupName",
  "AWS::IAM::InstanceProfile": "InstanceProfileName",
  "AWS::IAM::ManagedPolicy": "ManagedPolicyName",
  "AWS::IAM::Role": "RoleName",
  "AWS::IAM::User": "UserName",
  "AWS::S3::Bucket": "BucketName",
};

type RegionalTemplate = { template: Template; region: string };

function globalNames({ template, region }: RegionalTemplate): string[] {
  const at = (properties: unknown, path: string) =>
    path.split(".").reduce<unknown>((value, step) => Object(value)[step], properties);
  return Object.entries(nameProperties).flatMap(([type, path]) =>
    resourcesOf(template, type)
      .flatMap(({ properties }) => [at(properties, path) ?? []].flat())
      .map((name) => `${type} ${textOf(name).replace(/\$\{AWS::Region\}/g, region)}`),
  );
}

/** Names that two regions of one account would both use: the second deployment would fail. */
export const sharedGlobalNames = (first: RegionalTemplate, second: RegionalTemplate): string[] => {
  const takenNames = new Set(globalNames(first));
  return globalNames(second).filter((name) => takenNames.has(name));
};
