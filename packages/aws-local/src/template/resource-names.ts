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
type Model = (id: string, name: string, addresses: Addresses) => Names;

interface Entry {
  /** The property that fixes the physical name; without it the logical id stands in. */
  nameProperty?: string;
  model: Model;
}

export const arn = (service: string, resource: string, region = REGION, account = ACCOUNT) =>
  `arn:aws:${service}:${region}:${account}:${resource}`;

/** An identifier as the service would invent it, but the same at every start. */
export function invented(id: string, length: number, alphabet = "abcdefghijklmnopqrstuvwxyz0123456789") {
  const digest = createHash("sha512").update(id).digest();
  return Array.from({ length }, (_, at) => alphabet[(digest[at] ?? 0) % alphabet.length]).join("");
}

const refOnly: Model = (_id, name) => ({ Ref: name });

const entries: Record<string, Entry> = {
  "AWS::DynamoDB::Table": {
    nameProperty: "TableName",
    model: (_id, name) => ({ Ref: name, Arn: arn("dynamodb", `table/${name}`) }),
  },
  "AWS::SQS::Queue": {
    nameProperty: "QueueName",
    model: (_id, name, { queueUrl }) => ({
      Ref: queueUrl(name),
      QueueUrl: queueUrl(name),
      Arn: arn("sqs", name),
      QueueName: name,
    }),
  },
  "AWS::SNS::Topic": {
    nameProperty: "TopicName",
    model: (_id, name) => ({ Ref: arn("sns", name), TopicArn: arn("sns", name), TopicName: name }),
  },
  "AWS::Lambda::Function": {
    nameProperty: "FunctionName",
    model: (_id, name) => ({ Ref: name, Arn: arn("lambda", `function:${name}`) }),
  },
  "AWS::IAM::Role": {
    nameProperty: "RoleName",
    model: (id, name) => ({
      Ref: name,
      Arn: arn("iam", `role/${name}`, ""),
      RoleId: `AROA${invented(id, 17).toUpperCase()}`,
    }),
  },
  "AWS::Cognito::UserPool": {
    model: (id, _name, { issuer }) => {
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
  },
  "AWS::Cognito::UserPoolClient": {
    model: (id) => ({ Ref: invented(id, 26), ClientId: invented(id, 26) }),
  },
  "AWS::Cognito::UserPoolGroup": { nameProperty: "GroupName", model: refOnly },
  "AWS::ApiGatewayV2::Api": {
    model: (id) => ({
      Ref: invented(id, 10),
      ApiId: invented(id, 10),
      ApiEndpoint: `https://${invented(id, 10)}.execute-api.${REGION}.amazonaws.com`,
    }),
  },
  "AWS::ApiGatewayV2::Stage": { nameProperty: "StageName", model: refOnly },
  "AWS::S3::Bucket": {
    nameProperty: "BucketName",
    model: (_id, name) => {
      const bucket = name.toLowerCase();
      return {
        Ref: bucket,
        Arn: `arn:aws:s3:::${bucket}`,
        DomainName: `${bucket}.s3.amazonaws.com`,
        RegionalDomainName: `${bucket}.s3.${REGION}.amazonaws.com`,
      };
    },
  },
  "AWS::SES::EmailIdentity": { nameProperty: "EmailIdentity", model: refOnly },
  "AWS::SES::ConfigurationSet": { nameProperty: "Name", model: refOnly },
  "AWS::Events::Rule": {
    nameProperty: "Name",
    model: (_id, name) => ({ Ref: name, Arn: arn("events", `rule/${name}`) }),
  },
  "AWS::Events::EventBus": {
    nameProperty: "Name",
    model: (_id, name) => ({ Ref: name, Name: name, Arn: arn("events", `event-bus/${name}`) }),
  },
  "AWS::Scheduler::ScheduleGroup": {
    nameProperty: "Name",
    model: (_id, name) => ({ Ref: name, Arn: arn("scheduler", `schedule-group/${name}`) }),
  },
  "AWS::Scheduler::Schedule": {
    nameProperty: "Name",
    model: (_id, name) => ({ Ref: name, Arn: arn("scheduler", `schedule/default/${name}`) }),
  },
  "AWS::Logs::LogGroup": {
    nameProperty: "LogGroupName",
    model: (_id, name) => ({ Ref: name, Arn: arn("logs", `log-group:${name}:*`) }),
  },
  "AWS::CloudFront::Function": {
    nameProperty: "Name",
    model: (_id, name) => {
      const functionArn = arn("cloudfront", `function/${name}`, "");
      return { Ref: functionArn, FunctionARN: functionArn };
    },
  },
  "AWS::CloudFront::OriginAccessControl": { model: (id) => ({ Ref: id, Id: id }) },
  "AWS::CloudFront::ResponseHeadersPolicy": { model: (id) => ({ Ref: id, Id: id }) },
  "AWS::CloudFront::CachePolicy": { model: (id) => ({ Ref: id, Id: id }) },
  "AWS::CloudFront::OriginRequestPolicy": { model: (id) => ({ Ref: id, Id: id }) },
  "AWS::CloudFront::Distribution": {
    model: (id) => ({
      Ref: `E${invented(id, 13).toUpperCase()}`,
      Id: `E${invented(id, 13).toUpperCase()}`,
      DomainName: `d${invented(id, 13)}.cloudfront.net`,
    }),
  },
  "AWS::SSM::Parameter": { nameProperty: "Name", model: refOnly },
  "AWS::CloudWatch::Alarm": {
    nameProperty: "AlarmName",
    model: (_id, name) => ({ Ref: name, Arn: arn("cloudwatch", `alarm:${name}`) }),
  },
};

/** Types that are referred to only by an identifier of no meaning, so that the logical id will do. */
const opaque = new Set([
  "AWS::ApiGatewayV2::Authorizer",
  "AWS::ApiGatewayV2::Integration",
  "AWS::ApiGatewayV2::Route",
  "AWS::Lambda::EventSourceMapping",
  "AWS::Lambda::LayerVersion",
]);

/** The property that fixes a resource's physical name, if its type has one. */
export const nameProperty = (type: string) => entries[type]?.nameProperty;

/** Throws for a type that nobody has thought about yet. */
export function namesOf(type: string, id: string, name: string, addresses: Addresses): Names {
  const entry = entries[type];
  if (entry) return entry.model(id, name, addresses);
  if (opaque.has(type)) return { Ref: id };
  throw new Error(`${id} is of type ${type}, which does not run here`);
}
