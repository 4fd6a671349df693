/** What `Ref` and `Fn::GetAtt` of each resource type are on this machine. */
import { createHash } from "node:crypto";

export const REGION = "eu-west-1";
export const ACCOUNT = "111122223333";

/** Addresses that are only known once the services listen. */
export interface Addresses {
  /** The token issuer of a user pool. */
  issuer(poolId: string): string;
  queueUrl(queueName: string): string;
}

/** `Ref` under the key `Ref`, attributes under their own names. */
export type Names = Record<string, string>;
type Model = (name: string, id: string, addresses: Addresses) => Names;

export const arn = (service: string, resource: string, region = REGION, account = ACCOUNT) =>
  `arn:aws:${service}:${region}:${account}:${resource}`;

/** An identifier as the service would invent it, but the same at every start. */
export function invented(id: string, length: number, alphabet = "abcdefghijklmnopqrstuvwxyz0123456789") {
  const digest = createHash("sha512").update(id).digest();
  return Array.from({ length }, (_, at) => alphabet[(digest[at] ?? 0) % alphabet.length]).join("");
}

/** Where `Ref` and these attributes are the same. */
const alike =
  (value: (name: string, id: string) => string, ...attributes: string[]): Model =>
  (name, id) =>
    Object.fromEntries(["Ref", ...attributes].map((attribute) => [attribute, value(name, id)]));
const byName = (name: string) => name;
const refAndArn =
  (service: string, kind = "", region = REGION): Model =>
  (name) => ({ Ref: name, Arn: arn(service, kind + name, region) });

const httpApi: Model = (_name, id) => {
  const apiId = invented(id, 10);
  return { Ref: apiId, ApiId: apiId, ApiEndpoint: `https://${apiId}.execute-api.${REGION}.amazonaws.com` };
};
const distribution: Model = (_name, id) => {
  const distributionId = `E${invented(id, 13).toUpperCase()}`;
  return { Ref: distributionId, Id: distributionId, DomainName: `d${invented(id, 13)}.cloudfront.net` };
};
const userPool: Model = (_name, id, { issuer }) => {
  const poolId = `${REGION}_${invented(id, 9)}`;
  return {
    Ref: poolId,
    UserPoolId: poolId,
    Arn: arn("cognito-idp", `userpool/${poolId}`),
    ProviderName: `cognito-idp.${REGION}.amazonaws.com/${poolId}`,
    get ProviderURL() {
      return issuer(poolId);
    },
  };
};
const bucket: Model = (name) => {
  const Ref = name.toLowerCase();
  return { Ref, Arn: `arn:aws:s3:::${Ref}`, RegionalDomainName: `${Ref}.s3.${REGION}.amazonaws.com` };
};
const queue: Model = (name, _id, { queueUrl }) => {
  const QueueUrl = queueUrl(name);
  return { Ref: QueueUrl, QueueUrl, Arn: arn("sqs", name), QueueName: name };
};

/** The property that fixes the physical name, for which the logical id stands in, and what follows from the name. */
const models: Record<string, [nameProperty: string | undefined, model: Model]> = {
  "AWS::ApiGatewayV2::Api": [undefined, httpApi],
  "AWS::ApiGatewayV2::Authorizer": [undefined, alike(byName)],
  "AWS::ApiGatewayV2::Integration": [undefined, alike(byName)],
  "AWS::CloudFront::Distribution": [undefined, distribution],
  "AWS::CloudFront::Function": [
    "Name",
    alike((name) => arn("cloudfront", `function/${name}`, ""), "FunctionARN"),
  ],
  "AWS::CloudFront::OriginAccessControl": [undefined, alike(byName, "Id")],
  "AWS::CloudFront::ResponseHeadersPolicy": [undefined, alike(byName, "Id")],
  "AWS::Cognito::UserPool": [undefined, userPool],
  "AWS::Cognito::UserPoolClient": [undefined, alike((_name, id) => invented(id, 26), "ClientId")],
  "AWS::DynamoDB::Table": ["TableName", refAndArn("dynamodb", "table/")],
  "AWS::Events::Rule": ["Name", refAndArn("events", "rule/")],
  "AWS::IAM::Role": ["RoleName", refAndArn("iam", "role/", "")],
  "AWS::Lambda::Function": ["FunctionName", refAndArn("lambda", "function:")],
  "AWS::Lambda::LayerVersion": [undefined, alike(byName)],
  "AWS::Logs::LogGroup": ["LogGroupName", (name) => ({ Ref: name, Arn: arn("logs", `log-group:${name}:*`) })],
  "AWS::S3::Bucket": ["BucketName", bucket],
  "AWS::SES::ConfigurationSet": ["Name", alike(byName)],
  "AWS::SES::EmailIdentity": ["EmailIdentity", alike(byName)],
  "AWS::SNS::Topic": ["TopicName", (name) => ({ Ref: arn("sns", name), TopicName: name })],
  "AWS::SQS::Queue": ["QueueName", queue],
  "AWS::SSM::Parameter": ["Name", alike(byName)],
  "AWS::Scheduler::Schedule": ["Name", refAndArn("scheduler", "schedule/default/")],
};

/** The property that fixes a resource's physical name, if its type has one. */
export const nameProperty = (type: string) => models[type]?.[0];

/** Throws for a type that nobody has thought about yet. */
export function namesOf(type: string, id: string, name: string, addresses: Addresses): Names {
  const [, model] = models[type] ?? [];
  if (!model) throw new Error(`${id} is of type ${type}, which does not run here`);
  return model(name, id, addresses);
}
