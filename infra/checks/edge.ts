import { all, type Check, text } from "./template.ts";

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
  all<Distribution>(template, "AWS::CloudFront::Distribution").map(({ id, properties }) => ({
    id,
    ...properties.DistributionConfig,
  }));

const methods = ["GET,HEAD", "GET,HEAD,OPTIONS", "DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT"];

export const behaviorsAreWhole: Check = (template) =>
  distributions(template).flatMap(
    ({ id, Origins, OriginGroups, DefaultCacheBehavior, CacheBehaviors = [] }) =>
      [DefaultCacheBehavior, ...CacheBehaviors].flatMap((behavior) => [
        ...([...Origins, ...(OriginGroups?.Items ?? [])].some(({ Id }) => Id === behavior.TargetOriginId)
          ? []
          : [`${id}: no origin ${behavior.TargetOriginId}`]),
        ...(Boolean(behavior.CachePolicyId) === Boolean(behavior.ForwardedValues)
          ? [`${id}: not exactly one way of caching`]
          : []),
        ...(!behavior.AllowedMethods || methods.includes(behavior.AllowedMethods.toSorted().join())
          ? []
          : [`${id}: CloudFront knows no such choice of methods`]),
      ]),
  );

/** A group asks one origin and then another, and both have to be there. */
export const originGroupsAreWhole: Check = (template) =>
  distributions(template).flatMap(({ id, Origins, OriginGroups }) =>
    (OriginGroups?.Items ?? []).flatMap(({ Id, Members: { Items } }) => {
      const named = new Set(Items.map(({ OriginId }) => OriginId));
      const isPair = Items.length === 2 && named.size === 2;
      return isPair && [...named].every((one) => Origins.some((origin) => origin.Id === one))
        ? []
        : [`${id}: ${Id} is no pair of origins`];
    }),
  );

export const originsAreWhole: Check = (template) =>
  distributions(template).flatMap(({ id, Origins }) =>
    Origins.flatMap(({ Id, DomainName, S3OriginConfig, CustomOriginConfig }) => [
      ...(Boolean(S3OriginConfig) === Boolean(CustomOriginConfig)
        ? [`${id}: ${Id} is not of exactly one kind`]
        : []),
      ...(/[/:]/.test(text(DomainName).replace(/\$\{[^}]+\}/g, ""))
        ? [`${id}: ${text(DomainName)} is no host`]
        : []),
    ]),
  );

/** CloudFront takes certificates of us-east-1 alone, and a site's own name only with one. */
export const certificatesFit: Check = (template) =>
  distributions(template).flatMap(({ id, Aliases = [], ViewerCertificate }) => {
    const certificate = text(ViewerCertificate?.AcmCertificateArn);
    if (!certificate) return Aliases.length > 0 ? [`${id}: ${Aliases} without a certificate`] : [];
    return certificate.split(":")[3] === "us-east-1" ? [] : [`${id}: its certificate is not of us-east-1`];
  });

/** A page in place of an error would stand in for the API's answers too. */
export const errorsStayTheirOwn: Check = (template) =>
  distributions(template)
    .filter(({ CustomErrorResponses }) => CustomErrorResponses)
    .map(({ id }) => `${id}: would replace the API's 403 and 404`);

export const edgeFunctionsFit: Check = (template) =>
  all<{ FunctionCode: string }>(template, "AWS::CloudFront::Function")
    .filter(({ properties }) => Buffer.byteLength(properties.FunctionCode) > 10_240)
    .map(({ id }) => `${id}: more than 10 KB`);
