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

const refOnly: Model = (name) => ({ Ref: name });
const refAndArn =
  (service: string, kind = "", region = REGION): Model =>
  (name) => ({ Ref: name, Arn: arn(service, kind + name, region) });

/** The property that fixes the physical name, for which the logical id stands in, and what follows from the name. */
const models: Record<string, [nameProperty: string | undefined, model: Model]> = {
  "AWS::ApiGatewayV2::Api": [
    undefined,
    (_name, id) => {
      const apiId = invented(id, 10);
      const ApiEndpoint = `https://${apiId}.execute-api.${REGION}.amazonaws.com`;
      return { Ref: apiId, ApiId: apiId, ApiEndpoint };
    },
  ],
  "AWS::ApiGatewayV2::Authorizer": [undefined, refOnly],
  "AWS::ApiGatewayV2::Integration": [undefined, refOnly],
  "AWS::CloudFront::Distribution": [
    undefined,
    (_name, id) => {
      const distributionId = `E${invented(id, 13).toUpperCase()}`;
      return { Ref: distributionId, Id: distributionId, DomainName: `d${invented(id, 13)}.cloudfront.net` };
    },
  ],
  "AWS::CloudFront::Function": [
    "Name",
    (name) => {
      const functionArn = arn("cloudfront", `function/${name}`, "");
      return { Ref: functionArn, FunctionARN: functionArn };
    },
  ],
  "AWS::CloudFront::OriginAccessControl": [undefined, (name) => ({ Ref: name, Id: name })],
  "AWS::CloudFront::ResponseHeadersPolicy": [undefined, (name) => ({ Ref: name, Id: name })],
  "AWS::Cognito::UserPool": [
    undefined,
    (_name, id, { issuer }) => {
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
    },
  ],
  "AWS::Cognito::UserPoolClient": [
    undefined,
    (_name, id) => ({ Ref: invented(id, 26), ClientId: invented(id, 26) }),
  ],
  "AWS::DynamoDB::Table": ["TableName", refAndArn("dynamodb", "table/")],
  "AWS::Events::Rule": ["Name", refAndArn("events", "rule/")],
  "AWS::IAM::Role": ["RoleName", refAndArn("iam", "role/", "")],
  "AWS::Lambda::Function": ["FunctionName", refAndArn("lambda", "function:")],
  "AWS::Lambda::LayerVersion": [undefined, refOnly],
  "AWS::Logs::LogGroup": ["LogGroupName", (name) => ({ Ref: name, Arn: arn("logs", `log-group:${name}:*`) })],
  "AWS::S3::Bucket": [
    "BucketName",
    (name) => {
      const bucket = name.toLowerCase();
      const RegionalDomainName = `${bucket}.s3.${REGION}.amazonaws.com`;
      return { Ref: bucket, Arn: `arn:aws:s3:::${bucket}`, RegionalDomainName };
    },
  ],
  "AWS::SES::ConfigurationSet": ["Name", refOnly],
  "AWS::SES::EmailIdentity": ["EmailIdentity", refOnly],
  "AWS::SNS::Topic": ["TopicName", (name) => ({ Ref: arn("sns", name), TopicName: name })],
  "AWS::SQS::Queue": [
    "QueueName",
    (name, _id, { queueUrl }) => {
      const QueueUrl = queueUrl(name);
      return { Ref: QueueUrl, QueueUrl, Arn: arn("sqs", name), QueueName: name };
    },
  ],
  "AWS::SSM::Parameter": ["Name", refOnly],
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
