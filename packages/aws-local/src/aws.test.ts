import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  ListUsersInGroupCommand,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import {
  GetSendQuotaCommand,
  MessageRejected,
  SESClient,
  SendEmailCommand,
  SendRawEmailCommand,
} from "@aws-sdk/client-ses";
import {
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixtureAssembly } from "../test/fixture.ts";
import { type Environment, startEnvironment } from "./environment.ts";
import type { PolicyDocument } from "./iam/iam.ts";
import { asArray } from "./iam/iam.ts";
import type { RawTemplate } from "./template/assembly.ts";

let environment: Environment;
const id: Record<string, string> = {};

beforeAll(async () => {
  environment = await startEnvironment({
    assembly: await fixtureAssembly(),
    template(template) {
      for (const name of Object.keys(template.Resources)) id[name.replace(/[0-9A-F]{8}$/, "")] = name;
      withoutActions(template, "dynamodb:ConditionCheckItem", "dynamodb:BatchGetItem", "dynamodb:Scan");
      withoutIndexes(template);
      return template;
    },
  });
});
afterAll(() => environment.stop());

function withoutActions(template: RawTemplate, ...actions: string[]) {
  for (const statement of statements(template))
    statement.Action = asArray(statement.Action).filter((action) => !actions.includes(action));
}

function withoutIndexes(template: RawTemplate) {
  for (const statement of statements(template))
    statement.Resource = asArray(statement.Resource).filter(
      (resource) => !JSON.stringify(resource).includes("/index/"),
    );
}

const statements = (template: RawTemplate) =>
  Object.values(template.Resources)
    .filter(({ Type }) => Type === "AWS::IAM::Policy")
    .flatMap(({ Properties }) =>
      asArray((Properties?.PolicyDocument as PolicyDocument | undefined)?.Statement),
    );

const as = (accessKeyId: string) => ({
  region: environment.region,
  endpoint: environment.awsEndpoint,
  credentials: { accessKeyId, secretAccessKey: "any" },
});
const asFunction = (name: string) => as(`FN${id[name]}`);
const table = () => `arn:aws:dynamodb:eu-west-1:111122223333:table/${id.Items}`;

/** AWS's error for a missing permission. */
const denied = (name: string, action: string, resource: string) => ({
  name: "AccessDeniedException",
  message: expect.stringMatching(
    new RegExp(
      `^User: arn:aws:sts::111122223333:assumed-role/${name}ServiceRole\\w+/${id[name]} is not authorized to perform: ${action} on resource: ${resource.replaceAll(/[/.]/g, "\\$&")} because no identity-based policy allows the ${action} action$`,
    ),
  ),
});

test("a transaction needs a permission for each of its items", async () => {
  const tables = new DynamoDBClient(asFunction("Probe"));
  const TableName = id.Items;
  await tables.send(new PutItemCommand({ TableName, Item: { id: { S: "1" } } }));
  const insertion = { Put: { TableName, Item: { id: { S: "2" } } } };
  await tables.send(new TransactWriteItemsCommand({ TransactItems: [insertion] }));
  const check = {
    ConditionCheck: { TableName, Key: { id: { S: "1" } }, ConditionExpression: "attribute_exists(id)" },
  };
  await expect(
    tables.send(new TransactWriteItemsCommand({ TransactItems: [insertion, check] })),
  ).rejects.toMatchObject(denied("Probe", "dynamodb:ConditionCheckItem", table()));
});

test("indexes and batches need their own permissions", async () => {
  const tables = new DynamoDBClient(asFunction("Probe"));
  const TableName = id.Items;
  const byKey = { KeyConditionExpression: "id = :id", ExpressionAttributeValues: { ":id": { S: "1" } } };
  await tables.send(new QueryCommand({ TableName, ...byKey }));
  const onIndex = new QueryCommand({ TableName, IndexName: "by-status", ...byKey });
  await expect(tables.send(onIndex)).rejects.toMatchObject(
    denied("Probe", "dynamodb:Query", `${table()}/index/by-status`),
  );
  await expect(tables.send(new ScanCommand({ TableName }))).rejects.toMatchObject(
    denied("Probe", "dynamodb:Scan", table()),
  );
  const Key = { id: { S: "1" } };
  await expect(
    tables.send(new BatchGetItemCommand({ RequestItems: { [String(TableName)]: { Keys: [Key] } } })),
  ).rejects.toMatchObject(denied("Probe", "dynamodb:BatchGetItem", table()));
  await tables.send(
    new BatchWriteItemCommand({ RequestItems: { [String(TableName)]: [{ DeleteRequest: { Key } }] } }),
  );
});

test("a table can be named by its ARN", async () => {
  const tables = new DynamoDBClient(asFunction("Consumer"));
  const get = new GetItemCommand({ TableName: table(), Key: { id: { S: "1" } } });
  await expect(tables.send(get)).rejects.toMatchObject(denied("Consumer", "dynamodb:GetItem", table()));
});

test("a batch of messages needs the permission for one message", async () => {
  const QueueUrl = `${environment.awsEndpoint}/111122223333/${id.Dead}`;
  const batch = new SendMessageBatchCommand({ QueueUrl, Entries: [{ Id: "1", MessageBody: "{}" }] });
  expect((await new SQSClient(asFunction("Probe")).send(batch)).Successful).toHaveLength(1);
  const queue = `arn:aws:sqs:eu-west-1:111122223333:${id.Dead}`;
  await expect(new SQSClient(asFunction("Daily")).send(batch)).rejects.toMatchObject(
    denied("Daily", "sqs:SendMessage", queue),
  );
  await expect(
    new SQSClient(asFunction("Probe")).send(new ReceiveMessageCommand({ QueueUrl })),
  ).rejects.toMatchObject(denied("Probe", "sqs:ReceiveMessage", queue));
});

const email = (more: object = {}) =>
  new SendEmailCommand({
    Source: "Office <office@company.example>",
    Destination: { ToAddresses: ["anna@client.example"] },
    Message: { Subject: { Data: "Hello" }, Body: { Text: { Data: "An email." } } },
    ...more,
  });

test("an email needs permission for its identity and configuration set", async () => {
  const mail = new SESClient(asFunction("Probe"));
  expect((await mail.send(email())).MessageId).toBeTruthy();
  await expect(mail.send(email({ ConfigurationSetName: "Other" }))).rejects.toMatchObject({
    name: "AccessDenied",
    message: expect.stringContaining(
      "ses:SendEmail on resource: arn:aws:ses:eu-west-1:111122223333:configuration-set/Other",
    ),
  });
  await expect(mail.send(email({ Source: "other@company.example" }))).rejects.toMatchObject({
    name: "AccessDenied",
    message: expect.stringContaining("identity/other@company.example"),
  });
  // A MIME message is judged by its own sender.
  const raw = (from: string) =>
    new SendRawEmailCommand({
      Destinations: ["anna@client.example"],
      RawMessage: { Data: Buffer.from(`From: ${from}\r\nSubject: Hello\r\n\r\nText`) },
    });
  expect((await mail.send(raw("Office <office@company.example>"))).MessageId).toBeTruthy();
  await expect(mail.send(raw("other@company.example"))).rejects.toMatchObject({
    message: expect.stringContaining("identity/other@company.example"),
  });
});

test("a MIME message reaches its copies, with what is attached", async () => {
  const lines = [
    "From: Office <office@company.example>",
    "To: anna@client.example",
    'Cc: "Books, Ltd" <books@client.example>',
    "Subject: An invoice",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="x"',
    "",
    "--x\r\n\r\nText\r\n--x",
    'Content-Type: application/pdf; name="a.pdf"',
    'Content-Disposition: attachment; filename="a.pdf"',
    "Content-Transfer-Encoding: base64",
    "",
    "AP8NCg==\r\n--x--",
  ];
  const mail = new SESClient(asFunction("Probe"));
  const { MessageId } = await mail.send(
    new SendRawEmailCommand({
      Source: "office@company.example",
      Destinations: ["anna@client.example", "books@client.example"],
      RawMessage: { Data: Buffer.from(lines.join("\r\n")) },
    }),
  );
  const emails = await (await fetch(`${environment.mail}/messages`)).json();
  expect(emails.find(({ id }: { id: string }) => id === MessageId)).toMatchObject({
    to: ["anna@client.example"],
    cc: ["Books, Ltd <books@client.example>"],
    attachments: [{ filename: "a.pdf", contentType: "application/pdf", bytes: 4 }],
  });
  const attached = await fetch(`${environment.mail}/attachment?email=${MessageId}&number=0`);
  expect(attached.headers.get("content-type")).toBe("application/pdf");
  expect([...(await attached.bytes())]).toEqual([0, 255, 13, 10]);
});

test("a function invokes another one that it may invoke, and gets its result or its error", async () => {
  const lambda = new LambdaClient(asFunction("Probe"));
  const invoke = (FunctionName: string, command: object) =>
    lambda.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(command) }));
  const echo = { do: "echo", text: "Wanjikũ" };
  const answered = await invoke(String(id.Worker), echo);
  expect([answered.FunctionError, JSON.parse(answered.Payload?.transformToString() ?? "")]).toEqual([
    undefined,
    echo,
  ]);
  const failed = await invoke(String(id.Worker), { do: "throw", message: "no paper" });
  expect(failed.FunctionError).toBe("Unhandled");
  expect(JSON.parse(failed.Payload?.transformToString() ?? "")).toMatchObject({
    errorType: "TypeError",
    errorMessage: "no paper",
  });
  await expect(invoke(String(id.Consumer), echo)).rejects.toMatchObject({
    name: "AccessDeniedException",
    message: expect.stringContaining("lambda:InvokeFunction on resource: arn:aws:lambda:eu-west-1:"),
  });
  const admin = new LambdaClient(as("LOCALADMIN"));
  await expect(admin.send(new InvokeCommand({ FunctionName: "None" }))).rejects.toMatchObject({
    name: "ResourceNotFoundException",
  });
});

test("an operation without a resource needs permission on all resources", async () => {
  await expect(new SESClient(asFunction("Probe")).send(new GetSendQuotaCommand({}))).rejects.toMatchObject({
    name: "AccessDenied",
    message: expect.stringContaining("ses:GetSendQuota on resource: *"),
  });
});

test("a function without permission cannot use the user pool", async () => {
  const users = new CognitoIdentityProviderClient(asFunction("Probe"));
  const pool = `arn:aws:cognito-idp:eu-west-1:111122223333:userpool/${environment.userPoolId}`;
  await expect(
    users.send(new ListUsersInGroupCommand({ UserPoolId: environment.userPoolId, GroupName: "admin" })),
  ).rejects.toMatchObject(denied("Probe", "cognito-idp:ListUsersInGroup", pool));
});

test("an engineer may do everything, an unknown key nothing", async () => {
  const admin = new CognitoIdentityProviderClient(as("LOCALADMIN"));
  expect(environment.groups).toEqual(["admin", "member"]);
  for (const GroupName of environment.groups) {
    const list = new ListUsersInGroupCommand({ UserPoolId: environment.userPoolId, GroupName });
    expect((await admin.send(list)).Users).toEqual([]);
  }
  const get = new GetItemCommand({ TableName: String(id.Items), Key: { id: { S: "1" } } });
  for (const key of ["AKIAIOSFODNN7EXAMPLE", "FNNobody"])
    await expect(new DynamoDBClient(as(key)).send(get)).rejects.toMatchObject({
      name: "UnrecognizedClientException",
    });
});

test("every service's errors arrive as SDK errors", async () => {
  const tables = new DynamoDBClient(as("LOCALADMIN"));
  const TableName = String(id.Items);
  await tables.send(new PutItemCommand({ TableName, Item: { id: { S: "there" }, note: { S: "mine" } } }));
  const insertion = tables.send(
    new PutItemCommand({
      TableName,
      Item: { id: { S: "there" } },
      ConditionExpression: "attribute_not_exists(id)",
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    }),
  );
  await expect(insertion).rejects.toBeInstanceOf(ConditionalCheckFailedException);
  await expect(insertion).rejects.toMatchObject({ Item: { note: { S: "mine" } } });
  const QueueUrl = `${environment.awsEndpoint}/111122223333/nowhere`;
  const lost = new SQSClient(as("LOCALADMIN")).send(new SendMessageCommand({ QueueUrl, MessageBody: "x" }));
  await expect(lost).rejects.toBeInstanceOf(QueueDoesNotExist);
  const unknown = new CognitoIdentityProviderClient(as("LOCALADMIN")).send(
    new AdminGetUserCommand({ UserPoolId: environment.userPoolId, Username: "nobody" }),
  );
  await expect(unknown).rejects.toBeInstanceOf(UserNotFoundException);
  const rejected = new SESClient(as("LOCALADMIN")).send(email({ Source: "other@elsewhere.example" }));
  await expect(rejected).rejects.toBeInstanceOf(MessageRejected);
});

test("an unsupported service is an error", async () => {
  const response = await fetch(environment.awsEndpoint, {
    method: "POST",
    headers: { "x-amz-target": "Kinesis.PutRecord" },
  });
  expect(await response.json()).toMatchObject({ message: "Kinesis.PutRecord is not supported." });
});
