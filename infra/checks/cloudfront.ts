import { type Check, resourcesOf, textOf } from "./template.ts";

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

const distributions = (template: Parameters<Check>[0]) =>
  resourcesOf<Distribution>(template, "AWS::CloudFront::Distribution").map(({ id, properties }) => ({
    id,
    ...properties.DistributionConfig,
  }));

const METHOD_SETS = ["GET,HEAD", "GET,HEAD,OPTIONS", "DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT"];

export const behaviorsAreValid: Check = (template) =>
  distributions(template).flatMap(
    ({ id, Origins, OriginGroups, DefaultCacheBehavior, CacheBehaviors = [] }) =>
      [DefaultCacheBehavior, ...CacheBehaviors].flatMap((behavior) => [
        ...([...Origins, ...(OriginGroups?.Items ?? [])].some(({ Id }) => Id === behavior.TargetOriginId)
          ? []
          : [`${id}: has no origin ${behavior.TargetOriginId}`]),
        ...(Boolean(behavior.CachePolicyId) === Boolean(behavior.ForwardedValues)
          ? [`${id}: needs either a cache policy or forwarded values`]
          : []),
        ...(!behavior.AllowedMethods || METHOD_SETS.includes(behavior.AllowedMethods.toSorted().join())
          ? []
          : [`${id}: CloudFront does not allow this set of methods`]),
      ]),
  );

/** A group asks one origin, then the other. Both must exist. */
export const originGroupsAreValid: Check = (template) =>
  distributions(template).flatMap(({ id, Origins, OriginGroups }) =>
    (OriginGroups?.Items ?? []).flatMap(({ Id, Members: { Items } }) => {
      const members = new Set(Items.map(({ OriginId }) => OriginId));
      const isPair = Items.length === 2 && members.size === 2;
      return isPair && [...members].every((member) => Origins.some((origin) => origin.Id === member))
        ? []
        : [`${id}: ${Id} is not a pair of origins`];
    }),
  );

export const originsAreValid: Check = (template) =>
  distributions(template).flatMap(({ id, Origins }) =>
    Origins.flatMap(({ Id, DomainName, S3OriginConfig, CustomOriginConfig }) => [
      ...(Boolean(S3OriginConfig) === Boolean(CustomOriginConfig)
        ? [`${id}: ${Id} must be either an S3 origin or a custom origin`]
        : []),
      ...(/[/:]/.test(textOf(DomainName).replace(/\$\{[^}]+\}/g, ""))
        ? [`${id}: ${textOf(DomainName)} is not a host name`]
        : []),
    ]),
  );

/** CloudFront only accepts certificates from us-east-1, and needs one for a custom domain. */
export const certificatesAreUsable: Check = (template) =>
  distributions(template).flatMap(({ id, Aliases = [], ViewerCertificate }) => {
    const certificate = textOf(ViewerCertificate?.AcmCertificateArn);
    if (!certificate) return Aliases.length > 0 ? [`${id}: ${Aliases} has no certificate`] : [];
    return certificate.split(":")[3] === "us-east-1" ? [] : [`${id}: its certificate is not in us-east-1`];
  });

/** A custom error page would also replace the API's error responses. */
export const errorPagesAreOff: Check = (template) =>
  distributions(template)
    .filter(({ CustomErrorResponses }) => CustomErrorResponses)
    .map(({ id }) => `${id}: would replace the API's 403 and 404 responses`);

export const edgeFunctionsFitSizeLimit: Check = (template) =>
  resourcesOf<{ FunctionCode: string }>(template, "AWS::CloudFront::Function")
    .filter(({ properties }) => Buffer.byteLength(properties.FunctionCode) > 10_240)
    .map(({ id }) => `${id}: is larger than 10 KB`);
