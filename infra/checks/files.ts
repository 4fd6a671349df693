import { retired } from "../retired.ts";
import { all, type Check } from "./template.ts";

type Deployment = { DestinationBucketKeyPrefix?: string; Exclude?: string[]; Prune?: boolean };

/** One deployment must not remove what another lays, and pages come once what they name is there. */
export const deploymentsKeepEachOther: Check = (template) => {
  const deployments = all<Deployment>(template, "Custom::CDKBucketDeployment");
  return deployments
    .filter(({ properties }) => properties.Prune !== false)
    .flatMap(({ id, properties: { Exclude = [] }, dependsOn }) =>
      deployments
        .filter((other) => other.id !== id)
        .flatMap((other) => [
          ...(Exclude.includes(`${other.properties.DestinationBucketKeyPrefix}/*`)
            ? []
            : [`${id}: would remove what ${other.id} lays`]),
          ...(dependsOn.includes(other.id) ? [] : [`${id}: does not wait for ${other.id}`]),
        ]),
    );
};

type Bucket = {
  LifecycleConfiguration?: {
    Rules: { ExpirationInDays?: number; ExpirationDate?: string; TagFilters?: { Key: string }[] }[];
  };
};

/** A rule of age alone would take the files of a release that is still the latest. */
export const filesStay: Check = (template) =>
  all<Bucket>(template, "AWS::S3::Bucket").flatMap(({ id, properties: { LifecycleConfiguration } }) =>
    (LifecycleConfiguration?.Rules ?? [])
      .filter(({ ExpirationInDays, ExpirationDate }) => ExpirationInDays ?? ExpirationDate)
      .filter(({ TagFilters = [] }) => !TagFilters.some(({ Key }) => Key === retired.key))
      .map(() => `${id}: files would go although pages name them`),
  );

type HeadersPolicy = {
  ResponseHeadersPolicyConfig: {
    CustomHeadersConfig?: { Items: { Header: string; Value: string; Override: boolean }[] };
  };
};

/** A headers policy is put on errors too: what may be kept is said by the files themselves. */
export const errorsAreNotKept: Check = (template) =>
  all<HeadersPolicy>(template, "AWS::CloudFront::ResponseHeadersPolicy").flatMap(({ id, properties }) => {
    const items = properties.ResponseHeadersPolicyConfig.CustomHeadersConfig?.Items ?? [];
    const caching = items.find(({ Header }) => Header.toLowerCase() === "cache-control");
    return caching?.Value === "no-store" && !caching.Override ? [] : [`${id}: errors would be kept`];
  });
