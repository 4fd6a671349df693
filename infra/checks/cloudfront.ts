import { checkEach, type Problem, textOf } from "./template.ts";

type Behavior = {
  AllowedMethods?: string[];
  CachePolicyId?: unknown;
  ForwardedValues?: unknown;
  TargetOriginId: string;
};
type Origin = { Id: string; DomainName: unknown; S3OriginConfig?: unknown; CustomOriginConfig?: unknown };
type Distribution = {
  DistributionConfig: {
    Aliases?: string[];
    CacheBehaviors?: Behavior[];
    CustomErrorResponses?: unknown;
    DefaultCacheBehavior: Behavior;
    OriginGroups?: { Items: { Id: string; Members: { Items: { OriginId: string }[] } }[] };
    Origins: Origin[];
    ViewerCertificate?: { AcmCertificateArn?: unknown };
  };
};

type Config = Distribution["DistributionConfig"];
const checkEachDistribution = (problemsOf: (config: Config) => Problem[]) =>
  checkEach<Distribution>("AWS::CloudFront::Distribution", ({ DistributionConfig }) =>
    problemsOf(DistributionConfig),
  );

const METHOD_SETS = ["GET,HEAD", "GET,HEAD,OPTIONS", "DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT"];

export const behaviorsAreValid = checkEachDistribution(
  ({ Origins, OriginGroups, DefaultCacheBehavior, CacheBehaviors = [] }) =>
    [DefaultCacheBehavior, ...CacheBehaviors].flatMap((behavior) => [
      [...Origins, ...(OriginGroups?.Items ?? [])].every(({ Id }) => Id !== behavior.TargetOriginId) &&
        `has no origin ${behavior.TargetOriginId}`,
      Boolean(behavior.CachePolicyId) === Boolean(behavior.ForwardedValues) &&
        "needs either a cache policy or forwarded values",
      behavior.AllowedMethods !== undefined &&
        !METHOD_SETS.includes(behavior.AllowedMethods.toSorted().join()) &&
        "CloudFront does not allow this set of methods",
    ]),
);

/** A group asks one origin, then the other. Both must exist. */
export const originGroupsAreValid = checkEachDistribution(({ Origins, OriginGroups }) =>
  (OriginGroups?.Items ?? []).map(({ Id, Members: { Items } }) => {
    const members = new Set(Items.map(({ OriginId }) => OriginId));
    const isPair = Items.length === 2 && members.size === 2;
    const exist = [...members].every((member) => Origins.some((origin) => origin.Id === member));
    return !(isPair && exist) && `${Id} is not a pair of origins`;
  }),
);

export const originsAreValid = checkEachDistribution(({ Origins }) =>
  Origins.flatMap(({ Id, DomainName, S3OriginConfig, CustomOriginConfig }) => [
    Boolean(S3OriginConfig) === Boolean(CustomOriginConfig) &&
      `${Id} must be either an S3 origin or a custom origin`,
    /[/:]/.test(textOf(DomainName).replace(/\$\{[^}]+\}/g, "")) && `${textOf(DomainName)} is not a host name`,
  ]),
);

/** CloudFront only accepts certificates from us-east-1, and needs one for a custom domain. */
export const certificatesAreUsable = checkEachDistribution(({ Aliases = [], ViewerCertificate }) => {
  const certificate = textOf(ViewerCertificate?.AcmCertificateArn);
  if (!certificate) return [Aliases.length > 0 && `${Aliases} has no certificate`];
  return [certificate.split(":")[3] !== "us-east-1" && "its certificate is not in us-east-1"];
});

/** A custom error page would also replace the API's error responses. */
export const errorPagesAreOff = checkEachDistribution(({ CustomErrorResponses }) => [
  Boolean(CustomErrorResponses) && "would replace the API's 403 and 404 responses",
]);

export const edgeFunctionsFitSizeLimit = checkEach<{ FunctionCode: string }>(
  "AWS::CloudFront::Function",
  ({ FunctionCode }) => [Buffer.byteLength(FunctionCode) > 10_240 && "is larger than 10 KB"],
);
