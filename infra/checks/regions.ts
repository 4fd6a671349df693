import { all, type Template, text } from "./template.ts";

/** Where each type whose names are an account's, or the world's, and not a region's, says its name. */
const names: Record<string, string> = {
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

type Placed = { template: Template; region: string };

function globalNames({ template, region }: Placed): string[] {
  const at = (properties: unknown, path: string) =>
    path.split(".").reduce<unknown>((found, step) => Object(found)[step], properties);
  return Object.entries(names).flatMap(([type, path]) =>
    all(template, type)
      .flatMap(({ properties }) => [at(properties, path) ?? []].flat())
      .map((name) => `${type} ${text(name).replace(/\$\{AWS::Region\}/g, region)}`),
  );
}

/** What two regions of one account would both want to call their own: the second deployment fails on it. */
export const namesInBoth = (one: Placed, other: Placed): string[] => {
  const taken = new Set(globalNames(one));
  return globalNames(other).filter((name) => taken.has(name));
};
