/** The IAM permissions that an API call needs, from the service authorization reference. */
import { AwsError } from "../aws-error.ts";
import { readSendEmail } from "../ses/send-email.ts";
import type { Ses } from "../ses/ses.ts";
import { arn, secretArn } from "../template/resource-names.ts";
import type { Permission } from "./iam.ts";

export type Input = Record<string, unknown>;

type Rule = (operation: string, input: Input) => Permission[];

const tableArn = (name: unknown) =>
  String(name).startsWith("arn:") ? String(name) : arn("dynamodb", `table/${String(name)}`);

const dynamodb: Rule = (operation, input) => {
  const action = `dynamodb:${operation}`;
  const { TableName, IndexName, Select, RequestItems, TransactItems } = input;
  if (/^(Get|Put|Update|Delete)Item$/.test(operation)) return [{ action, resource: tableArn(TableName) }];
  switch (operation) {
    case "Query":
    case "Scan": {
      const index = typeof IndexName === "string" ? `/index/${IndexName}` : "";
      const context = typeof Select === "string" ? { "dynamodb:Select": Select } : {};
      return [{ action, resource: tableArn(TableName) + index, context }];
    }
    case "BatchGetItem":
    case "BatchWriteItem":
      return Object.keys(RequestItems ?? {}).map((name) => ({ action, resource: tableArn(name) }));
    case "TransactWriteItems":
      return ((TransactItems ?? []) as Record<string, Input>[]).flatMap((item) =>
        Object.entries(item).map(([kind, detail]) => ({
          action: `dynamodb:${kind}Item`,
          resource: tableArn(detail.TableName),
        })),
      );
    default:
      throw new AwsError("UnknownOperationException", `${action} is not supported.`);
  }
};

const sqs: Rule = (operation, { QueueUrl, QueueName }) => {
  const name = String(QueueUrl ?? QueueName ?? "").split("/");
  return [{ action: `sqs:${operation.replace(/Batch$/, "")}`, resource: arn("sqs", name.at(-1) ?? "") }];
};

const cognito: Rule = (operation, { UserPoolId }) => {
  if (typeof UserPoolId !== "string") return []; // An unsigned operation, which a browser may call.
  return [{ action: `cognito-idp:${operation}`, resource: arn("cognito-idp", `userpool/${UserPoolId}`) }];
};

const ssm: Rule = (operation, { Name }) => [
  { action: `ssm:${operation}`, resource: arn("ssm", `parameter/${String(Name).replace(/^\//, "")}`) },
];

const secretsmanager: Rule = (operation, { SecretId }) => [
  {
    action: `secretsmanager:${operation}`,
    resource: String(SecretId).startsWith("arn:") ? String(SecretId) : secretArn(String(SecretId)),
  },
];

const lambda: Rule = (_operation, { FunctionName }) => {
  const name = String(FunctionName);
  return [
    {
      action: "lambda:InvokeFunction",
      resource: name.startsWith("arn:") ? name : arn("lambda", `function:${name}`),
    },
  ];
};

/** SES v1: its input is the flat form of the query protocol. */
const ses =
  ({ identityOf, inSandbox }: Ses["identities"]): Rule =>
  (operation, input) => {
    const action = `ses:${operation}`;
    if (!/^Send(Raw)?Email$/.test(operation)) return [{ action, resource: "*" }];
    const { sender, destination, configurationSet } = readSendEmail(input as Record<string, string>);
    const context = { "ses:FromAddress": sender, "ses:Recipients": destination };
    const recipients = inSandbox() ? destination.map(identityOf) : [];
    const resources = [...new Set([identityOf(sender), ...recipients])].map(
      (identity) => `identity/${identity}`,
    );
    if (configurationSet !== undefined) resources.push(`configuration-set/${configurationSet}`);
    return resources.map((resource) => ({ action, resource: arn("ses", resource), context }));
  };

export function permissionRules(identities: Ses["identities"]): Record<string, Rule> {
  return { dynamodb, sqs, "cognito-idp": cognito, ssm, secretsmanager, lambda, ses: ses(identities) };
}
