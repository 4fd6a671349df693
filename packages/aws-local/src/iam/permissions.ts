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

const unknownOperation = (operation: string) =>
  new AwsError("UnknownOperationException", `${operation} does not run here.`);

const tableArn = (name: unknown) => {
  const text = String(name);
  return text.startsWith("arn:") ? text : arn("dynamodb", `table/${text}`);
};

const plainTableActions = /^((Get|Put|Update|Delete)Item|Describe(Table|TimeToLive))$/;
const transactActions: Record<string, string> = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "ConditionCheckItem",
  Get: "GetItem",
};

const dynamodb: Rule = (operation, input) => {
  const action = `dynamodb:${operation}`;
  if (plainTableActions.test(operation)) return [{ action, resource: tableArn(input.TableName) }];
  switch (operation) {
    case "Query":
    case "Scan": {
      const index = typeof input.IndexName === "string" ? `/index/${input.IndexName}` : "";
      const context = typeof input.Select === "string" ? { "dynamodb:Select": input.Select } : {};
      return [{ action, resource: tableArn(input.TableName) + index, context }];
    }
    case "BatchGetItem":
    case "BatchWriteItem":
      return Object.keys(record(input.RequestItems)).map((name) => ({ action, resource: tableArn(name) }));
    case "TransactGetItems":
    case "TransactWriteItems":
      return array(input.TransactItems).flatMap((item) =>
        Object.entries(record(item)).map(([kind, detail]) => ({
          action: `dynamodb:${transactActions[kind] ?? kind}`,
          resource: tableArn(record(detail).TableName),
        })),
      );
    case "ListTables":
      return [{ action, resource: "*" }];
    default:
      throw unknownOperation(action);
  }
};

const sqs: Rule = (operation, input) => {
  const name =
    String(input.QueueUrl ?? input.QueueName ?? "")
      .split("/")
      .at(-1) ?? "";
  if (operation === "ListQueues") return [{ action: "sqs:ListQueues", resource: "*" }];
  return [{ action: `sqs:${operation.replace(/Batch$/, "")}`, resource: arn("sqs", name) }];
};

const cognito: Rule = (operation, input) => {
  if (typeof input.UserPoolId !== "string") return []; // Signed by nobody: what a browser may call.
  return [
    { action: `cognito-idp:${operation}`, resource: arn("cognito-idp", `userpool/${input.UserPoolId}`) },
  ];
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
    const resources = [
      ...new Set([identity, ...judged].map((one) => `identity/${one}`)),
      ...(typeof set === "string" ? [`configuration-set/${set}`] : []),
    ];
    return resources.map((resource) => ({ action, resource: arn("ses", resource), context }));
  };

/** The permissions that one call needs; every one of them must be granted. */
export function permissionRules(identities: EmailIdentities): Record<string, Rule> {
  return { dynamodb, sqs, "cognito-idp": cognito, ssm, ses: ses(identities) };
}

const record = (value: unknown): Input =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Input) : {};
const array = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
