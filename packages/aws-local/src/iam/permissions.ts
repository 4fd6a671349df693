/** Which IAM actions on which resources an API call needs, by the service authorization reference. */
import { AwsError } from "../aws-error.ts";
import { arn } from "../template/resource-names.ts";
import type { Permission } from "./iam.ts";

export type Input = Record<string, unknown>;

/** What SES identities are called: an address, or the domain it belongs to. */
export interface EmailIdentities {
  /** The verified identity that an address is sent under; the address itself when there is none. */
  identityOf(address: string): string;
  /** The set used when a call names none. */
  defaultConfigurationSet(identity: string): string | undefined;
  /** Whether the account is in SES's sandbox, where a call is judged on the recipients' identities as well. */
  inSandbox(): boolean;
}

type Rule = (operation: string, input: Input) => Permission[];

const tableArn = (name: unknown) =>
  String(name).startsWith("arn:") ? String(name) : arn("dynamodb", `table/${String(name)}`);

const transactActions = new Map([
  ["Put", "PutItem"],
  ["Update", "UpdateItem"],
  ["Delete", "DeleteItem"],
  ["ConditionCheck", "ConditionCheckItem"],
  ["Get", "GetItem"],
]);

const dynamodb: Rule = (operation, input) => {
  const action = `dynamodb:${operation}`;
  const { TableName, IndexName, Select, RequestItems, TransactItems } = input;
  if (/^((Get|Put|Update|Delete)Item|Describe(Table|TimeToLive))$/.test(operation))
    return [{ action, resource: tableArn(TableName) }];
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
    case "TransactGetItems":
    case "TransactWriteItems":
      return ((TransactItems ?? []) as Record<string, Input>[]).flatMap((item) =>
        Object.entries(item).map(([kind, detail]) => ({
          action: `dynamodb:${transactActions.get(kind) ?? kind}`,
          resource: tableArn(detail.TableName),
        })),
      );
    case "ListTables":
      return [{ action, resource: "*" }];
    default:
      throw new AwsError("UnknownOperationException", `${action} does not run here.`);
  }
};

const sqs: Rule = (operation, { QueueUrl, QueueName }) => {
  if (operation === "ListQueues") return [{ action: "sqs:ListQueues", resource: "*" }];
  const name = String(QueueUrl ?? QueueName ?? "").split("/");
  return [{ action: `sqs:${operation.replace(/Batch$/, "")}`, resource: arn("sqs", name.at(-1) ?? "") }];
};

const cognito: Rule = (operation, { UserPoolId }) => {
  if (typeof UserPoolId !== "string") return []; // Signed by nobody: what a browser may call.
  return [{ action: `cognito-idp:${operation}`, resource: arn("cognito-idp", `userpool/${UserPoolId}`) }];
};

const ssm: Rule = (operation, { Name }) => [
  { action: `ssm:${operation}`, resource: arn("ssm", `parameter/${String(Name).replace(/^\//, "")}`) },
];

/** SES v1, whose input is the flat form of the query protocol. */
const ses =
  (identities: EmailIdentities): Rule =>
  (operation, input) => {
    const action = `ses:${operation}`;
    if (operation !== "SendEmail") return [{ action, resource: "*" }];
    const from = String(input.Source ?? "");
    const address = /<([^>]*)>/.exec(from)?.[1] ?? from;
    const identity = identities.identityOf(address);
    const set = input.ConfigurationSetName ?? identities.defaultConfigurationSet(identity);
    const recipients = Object.entries(input)
      .filter(([key]) => /^Destination\.\w+\.member\.\d+$/.test(key))
      .map(([, value]) => String(value));
    const context = {
      "ses:FromAddress": address,
      ...(recipients.length > 0 && { "ses:Recipients": recipients }),
    };
    const judged = identities.inSandbox() ? recipients.map(identities.identityOf) : [];
    const resources = [...new Set([identity, ...judged])].map((one) => `identity/${one}`);
    if (typeof set === "string") resources.push(`configuration-set/${set}`);
    return resources.map((resource) => ({ action, resource: arn("ses", resource), context }));
  };

/** The permissions that one call needs; every one of them must be granted. */
export const permissionRules = (identities: EmailIdentities): Record<string, Rule> => ({
  ...{ dynamodb, sqs, "cognito-idp": cognito, ssm, ses: ses(identities) },
});
