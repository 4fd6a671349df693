import { describe, expect, test } from "vitest";
import { templateOf } from "../../test/template-under-test.ts";
import { readTemplate } from "../template/template.ts";
import type { Statement } from "./iam.ts";
import { canInvoke, evaluate, forService, roleStatements, trusts } from "./iam.ts";

const table = "arn:aws:dynamodb:eu-west-1:111122223333:table/Clients";
const allow = (more: Partial<Statement> = {}): Statement => ({
  Effect: "Allow",
  Action: "dynamodb:GetItem",
  Resource: table,
  ...more,
});
const read = { action: "dynamodb:GetItem", resource: table };

test("nothing is allowed by default, and an explicit deny wins", () => {
  expect(evaluate([], read)).toBe("implicitDeny");
  expect(evaluate([allow()], read)).toBe("allowed");
  expect(evaluate([allow(), allow({ Effect: "Deny", Action: "dynamodb:*" })], read)).toBe("explicitDeny");
});

test("actions ignore case, resources do not", () => {
  expect(evaluate([allow({ Action: "DynamoDB:getitem" })], read)).toBe("allowed");
  expect(evaluate([allow({ Resource: table.toLowerCase() })], read)).toBe("implicitDeny");
});

test("wildcards match characters, and a table does not include its indexes", () => {
  const query = { action: "dynamodb:Query", resource: `${table}/index/by-day` };
  expect(evaluate([allow({ Action: "dynamodb:*" })], query)).toBe("implicitDeny");
  expect(evaluate([allow({ Action: "dynamodb:Qu?ry", Resource: `${table}/index/*` })], query)).toBe(
    "allowed",
  );
  expect(evaluate([allow({ Action: "dynamodb:Query", Resource: `${table}.index.by-day` })], query)).toBe(
    "implicitDeny",
  );
});

test("NotAction and NotResource are errors", () => {
  for (const exception of [{ NotAction: "dynamodb:*" }, { NotResource: table }])
    expect(() => evaluate([allow(exception)], read)).toThrow("NotAction and NotResource are not supported");
});

describe("conditions", () => {
  const send = (context: object) => ({ action: "ses:SendEmail", resource: "*", context });
  const when = (Condition: NonNullable<Statement["Condition"]>) => [
    { Effect: "Allow", Action: "ses:SendEmail", Resource: "*", Condition } as const,
  ];

  test.each([
    [
      { StringEquals: { "ses:FromAddress": ["a@b.example", "c@d.example"] } },
      { "ses:FromAddress": "c@d.example" },
      true,
    ],
    [{ StringEquals: { "ses:FromAddress": "a@b.example" } }, {}, false],
    [{ StringLike: { "ses:FromAddress": "*@b.example" } }, { "ses:FromAddress": "x@b.example" }, true],
    [
      { ArnLike: { "aws:SourceArn": "arn:aws:events:*:*:rule/*" } },
      { "aws:SourceArn": "arn:aws:events:eu-west-1:1:rule/x" },
      true,
    ],
    [{ Bool: { "aws:SecureTransport": "false" } }, { "aws:SecureTransport": "true" }, false],
  ])("%j of %j", (condition, context, holds) => {
    expect(evaluate(when(condition), send(context))).toBe(holds ? "allowed" : "implicitDeny");
  });

  test("an unsupported condition is an error", () => {
    expect(() => evaluate(when({ StringNotEquals: { "ses:FromAddress": "x" } }), send({}))).toThrow(
      "condition StringNotEquals is not supported",
    );
    expect(() => evaluate(when({ DateLessThan: { "aws:SourceArn": "x" } }), send({}))).toThrow(
      "condition DateLessThan is not supported",
    );
    expect(() => evaluate(when({ StringEquals: { "aws:PrincipalTag/team": "x" } }), send({}))).toThrow(
      "key aws:PrincipalTag/team is not supported",
    );
  });
});

const template = readTemplate(
  {
    Resources: {
      Role: {
        Type: "AWS::IAM::Role",
        Properties: {
          AssumeRolePolicyDocument: {
            Statement: [
              {
                Effect: "Allow",
                Action: "sts:AssumeRole",
                Principal: { Service: "scheduler.amazonaws.com" },
                Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
              },
            ],
          },
          Policies: [{ PolicyName: "inline", PolicyDocument: { Statement: allow() } }],
          ManagedPolicyArns: ["arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"],
        },
      },
      Policy: {
        Type: "AWS::IAM::Policy",
        Properties: {
          Roles: [{ Ref: "Role" }],
          PolicyDocument: { Statement: [allow({ Action: "dynamodb:PutItem" })] },
        },
      },
      Other: {
        Type: "AWS::IAM::Policy",
        Properties: {
          Roles: ["another"],
          PolicyDocument: { Statement: [allow({ Action: "dynamodb:Scan" })] },
        },
      },
    },
  },
  "Stack",
  { issuer: String, queueUrl: String, dynamicReference: String },
);

test("a role has its inline, attached and managed statements, and no others", () => {
  const statements = roleStatements(template, "Role");
  const may = (action: string) => evaluate(statements, { action, resource: table });
  expect(["dynamodb:GetItem", "dynamodb:PutItem", "logs:PutLogEvents"].map(may)).toEqual([
    "allowed",
    "allowed",
    "allowed",
  ]);
  expect(may("dynamodb:Scan")).toBe("implicitDeny");
});

test("only a trusted service assumes a role, and only under the role's conditions", () => {
  const account = (id: string) => ({ "aws:SourceAccount": id });
  expect(trusts(template, "Role", "scheduler.amazonaws.com", account("111122223333"))).toBe(true);
  expect(trusts(template, "Role", "scheduler.amazonaws.com", account("444455556666"))).toBe(false);
  expect(trusts(template, "Role", "lambda.amazonaws.com", account("111122223333"))).toBe(false);
});

test("a resource policy applies to the services it names, or to all", () => {
  const statements: Statement[] = [
    {
      Effect: "Deny",
      Action: "sqs:*",
      Resource: "*",
      Principal: { AWS: "*" },
      Condition: { Bool: { "aws:SecureTransport": "false" } },
    },
    {
      Effect: "Allow",
      Action: "sqs:SendMessage",
      Resource: "*",
      Principal: { Service: "events.amazonaws.com" },
    },
  ];
  const send = { action: "sqs:SendMessage", resource: "*", context: { "aws:SecureTransport": "true" } };
  expect(evaluate(forService(statements, "events.amazonaws.com"), send)).toBe("allowed");
  expect(evaluate(forService(statements, "sns.amazonaws.com"), send)).toBe("implicitDeny");
  const open = { ...send, context: { "aws:SecureTransport": "false" } };
  expect(evaluate(forService(statements, "events.amazonaws.com"), open)).toBe("explicitDeny");
});

test.each([
  ["the permitted call", {}, true],
  ["another function", { FunctionName: "Other" }, false],
  ["another service", { Principal: "sns.amazonaws.com" }, false],
  ["another source", { SourceArn: "arn:aws:events:eu-west-1:111122223333:rule/Other" }, false],
  ["a source of another account", { SourceAccount: "444455556666" }, false],
  ["another action", { Action: "lambda:GetFunction" }, false],
])("a Lambda permission: %s", (_, change, allowed) => {
  const Properties = {
    Action: "lambda:InvokeFunction",
    FunctionName: { "Fn::GetAtt": ["Keep", "Arn"] },
    Principal: "events.amazonaws.com",
    SourceArn: "arn:aws:events:eu-west-1:111122223333:rule/Mail*",
    SourceAccount: { Ref: "AWS::AccountId" },
    ...change,
  };
  const permitted = templateOf({
    Keep: { Type: "AWS::Lambda::Function" },
    Allowed: { Type: "AWS::Lambda::Permission", Properties },
  });
  const rule = "arn:aws:events:eu-west-1:111122223333:rule/MailEvents";
  const keep = "arn:aws:lambda:eu-west-1:111122223333:function:Keep";
  expect(canInvoke(permitted, "events.amazonaws.com", keep, rule)).toBe(allowed);
});
