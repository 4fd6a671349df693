/** The local values of `Ref` and `Fn::GetAtt` for each resource type. */
import { createHash } from "node:crypto";

export const REGION = "eu-west-1";
export const ACCOUNT = "111122223333";

/** Parts of names that only the running environment knows. */
export interface Addresses {
  issuer(poolId: string): string;
  queueUrl(queueName: string): string;
  /** The value of a dynamic reference, which is given without its braces. */
  dynamicReference(reference: string): string;
}

export type Names = Record<string, string>;
type NameFactory = (name: string, id: string, addresses: Addresses) => Names;

export const arn = (service: string, resource: string, region = REGION, account = ACCOUNT) =>
  `arn:aws:${service}:${region}:${account}:${resource}`;

/** A generated identifier that is the same at every start. */
export function generatedId(id: string, length: number, alphabet = "abcdefghijklmnopqrstuvwxyz0123456789") {
  const digest = createHash("sha512").update(id).digest();
  return Array.from({ length }, (_, at) => alphabet[(digest[at] ?? 0) % alphabet.length]).join("");
}

const sameValue =
  (value: (name: string, id: string) => string, ...attributes: string[]): NameFactory =>
  (name, id) =>
    Object.fromEntries(["Ref", ...attributes].map((attribute) => [attribute, value(name, id)]));
const byName = (name: string) => name;
const refAndArn =
  (service: string, kind = "", region = REGION): NameFactory =>
  (name) => ({ Ref: name, Arn: arn(service, kind + name, region) });

const httpApi: NameFactory = (_name, id) => {
  const apiId = generatedId(id, 10);
  return { Ref: apiId, ApiId: apiId, ApiEndpoint: `https://${apiId}.execute-api.${REGION}.amazonaws.com` };
};
const distribution: NameFactory = (_name, id) => {
  const distributionId = `E${generatedId(id, 13).toUpperCase()}`;
  return { Ref: distributionId, Id: distributionId, DomainName: `d${generatedId(id, 13)}.cloudfront.net` };
};
const userPool: NameFactory = (_name, id, { issuer }) => {
  const poolId = `${REGION}_${generatedId(id, 9)}`;
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
const bucket: NameFactory = (name) => {
  const Ref = name.toLowerCase();
  return { Ref, Arn: `arn:aws:s3:::${Ref}`, RegionalDomainName: `${Ref}.s3.${REGION}.amazonaws.com` };
};
const queue: NameFactory = (name, _id, { queueUrl }) => {
  const QueueUrl = queueUrl(name);
  return { Ref: QueueUrl, QueueUrl, Arn: arn("sqs", name), QueueName: name };
};

/** The end of a secret's ARN is six generated letters. */
export const secretArn = (name: string) => arn("secretsmanager", `secret:${name}-${generatedId(name, 6)}`);

/** By type: the property with the physical name (by default the logical id), and the names that follow from it. */
const resourceTypes: Record<string, [nameProperty: string | undefined, createNames: NameFactory]> = {
  "AWS::ApiGatewayV2::Api": [undefined, httpApi],
  "AWS::ApiGatewayV2::Authorizer": [undefined, sameValue(byName)],
  "AWS::ApiGatewayV2::Integration": [undefined, sameValue(byName)],
  "AWS::CloudFront::Distribution": [undefined, distribution],
  "AWS::CloudFront::Function": [
    "Name",
    sameValue((name) => arn("cloudfront", `function/${name}`, ""), "FunctionARN"),
  ],
  "AWS::CloudFront::OriginAccessControl": [undefined, sameValue(byName, "Id")],
  "AWS::CloudFront::ResponseHeadersPolicy": [undefined, sameValue(byName, "Id")],
  "AWS::Cognito::UserPool": [undefined, userPool],
  "AWS::Cognito::UserPoolClient": [undefined, sameValue((_name, id) => generatedId(id, 26), "ClientId")],
  "AWS::DynamoDB::Table": ["TableName", refAndArn("dynamodb", "table/")],
  "AWS::Events::Rule": ["Name", refAndArn("events", "rule/")],
  "AWS::IAM::Role": ["RoleName", refAndArn("iam", "role/", "")],
  "AWS::Lambda::Function": ["FunctionName", refAndArn("lambda", "function:")],
  "AWS::Lambda::LayerVersion": [undefined, sameValue(byName)],
  "AWS::Logs::LogGroup": ["LogGroupName", (name) => ({ Ref: name, Arn: arn("logs", `log-group:${name}:*`) })],
  "AWS::S3::Bucket": ["BucketName", bucket],
  "AWS::SES::ConfigurationSet": ["Name", sameValue(byName)],
  "AWS::SES::EmailIdentity": ["EmailIdentity", sameValue(byName)],
  "AWS::SNS::Topic": ["TopicName", (name) => ({ Ref: arn("sns", name), TopicName: name })],
  "AWS::SQS::Queue": ["QueueName", queue],
  "AWS::SSM::Parameter": ["Name", sameValue(byName)],
  "AWS::SecretsManager::Secret": ["Name", (name) => ({ Ref: secretArn(name), Id: secretArn(name) })],
  "AWS::Scheduler::Schedule": ["Name", refAndArn("scheduler", "schedule/default/")],
};

export const nameProperty = (type: string) => resourceTypes[type]?.[0];

/** The name of a resource whose template gives it none. SQS demands the suffix, and CloudFormation adds it. */
export const generatedName = (type: string, id: string, properties: Record<string, unknown> = {}) =>
  type === "AWS::SQS::Queue" && properties.FifoQueue === true ? `${id}.fifo` : id;

export function namesOf(type: string, id: string, name: string, addresses: Addresses): Names {
  const [, createNames] = resourceTypes[type] ?? [];
  if (!createNames) throw new Error(`${id} is of type ${type}, which is not supported`);
  return createNames(name, id, addresses);
}
