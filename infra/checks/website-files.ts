import { retiredTag } from "../retired-tag.ts";
import { type Check, checkEach, referencedId, resourcesOf } from "./template.ts";

type Deployment = {
  DestinationBucketKeyPrefix?: string;
  Exclude?: string[];
  Prune?: boolean;
  ServiceToken: unknown;
};

/** A deployment must not remove files of another one, and pages go up after the files that they load. */
export const deploymentsPruneOnlyOwnFiles: Check = (template) => {
  const deployments = resourcesOf<Deployment>(template, "Custom::CDKBucketDeployment");
  return deployments
    .filter(({ properties }) => properties.Prune !== false)
    .flatMap(({ id, properties: { Exclude = [] }, dependsOn }) =>
      deployments
        .filter((candidate) => candidate.id !== id)
        .flatMap((otherDeployment) => [
          ...(Exclude.includes(`${otherDeployment.properties.DestinationBucketKeyPrefix}/*`)
            ? []
            : [`${id}: would remove the files of ${otherDeployment.id}`]),
          ...(dependsOn.includes(otherDeployment.id)
            ? []
            : [`${id}: does not wait for ${otherDeployment.id}`]),
        ]),
    );
};

/** Pages call the API, so they go up after its functions and routes. */
export const pagesAreUploadedLast = checkEach<Deployment>(
  "Custom::CDKBucketDeployment",
  ({ Prune, ServiceToken }, template, { dependsOn }) =>
    Prune === false
      ? []
      : ["AWS::Lambda::Function", "AWS::ApiGatewayV2::Route"]
          .flatMap((type) => resourcesOf(template, type))
          .filter(({ id }) => ![...dependsOn, referencedId(ServiceToken)].includes(id))
          .map(({ id }) => `does not wait for ${id}`),
);

type Bucket = {
  LifecycleConfiguration?: {
    Rules: { ExpirationInDays?: number; ExpirationDate?: string; TagFilters?: { Key: string }[] }[];
  };
};

/** A rule by age alone would remove files of the current release. */
export const assetsAreRetained = checkEach<Bucket>("AWS::S3::Bucket", ({ LifecycleConfiguration }) =>
  (LifecycleConfiguration?.Rules ?? [])
    .filter(({ ExpirationInDays, ExpirationDate }) => ExpirationInDays ?? ExpirationDate)
    .filter(({ TagFilters = [] }) => !TagFilters.some(({ Key }) => Key === retiredTag.key))
    .map(() => "would remove files that pages still load"),
);

type HeadersPolicy = {
  ResponseHeadersPolicyConfig: {
    CustomHeadersConfig?: { Items?: { Header: string; Value: string; Override: boolean }[] };
  };
};

/** A headers policy applies to errors too, so each file sets its own caching. */
export const errorsAreNotCached = checkEach<HeadersPolicy>(
  "AWS::CloudFront::ResponseHeadersPolicy",
  ({ ResponseHeadersPolicyConfig: { CustomHeadersConfig } }) => {
    const caching = CustomHeadersConfig?.Items?.find(
      ({ Header }) => Header.toLowerCase() === "cache-control",
    );
    return [!(caching?.Value === "no-store" && !caching.Override) && "errors would be cached"];
  },
);
