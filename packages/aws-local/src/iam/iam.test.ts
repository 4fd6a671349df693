import { describe, expect, test } from "vitest";
import { templateOf } from "../../test/template-under-test.ts";
import { readTemplate } from "../template/template.ts";
import type { Statement } from "./iam.ts";
import { judge, mayInvoke, ofService, roleStatements, trusts } from "./iam.ts";

const table = "arn:aws:dynamodb:eu-west-1:111122223333:table/Clients";
const allow = (more: Partial<Statement> = {}): Statement => ({
  Effect: "Allow",
  Action: "dynamodb:GetItem",
  Resource: table,
  ...more,
});
const read = { action: "dynamodb:GetItem", resource: table };

test("nothing is allowed by itself, and an explicit deny wins", () => {
  expect(judge([], read)).toBe("not allowed");
  expect(judge([allow()], read)).toBe("allowed");
  expect(judge([allow(), allow({ Effect: "Deny", Action: "dynamodb:*" })], read)).toBe("explicitly denied");
});

test("actions match in any case, resources only in their own", () => {
  expect(judge([allow({ Action: "DynamoDB:getitem" })], read)).toBe("allowed");
  expect(judge([allow({ Resource: table.toLowerCase() })], read)).toBe("not allowed");
});

test("wildcards stand for characters, and a table is not its indexes", () => {
  const query = { action: "dynamodb:Query", resource: `${table}/index/by-day` };
  expect(judge([allow({ Action: "dynamodb:*" })], query)).toBe("not allowed");
  expect(judge([allow({ Action: "dynamodb:Qu?ry", Resource: `${table}/index/*` })], query)).toBe("allowed");
  expect(judge([allow({ Action: "dynamodb:Query", Resource: `${table}.index.by-day` })], query)).toBe(
    "not allowed",
  );
});

test("exceptions stop instead of being passed over", () => {
  for (const exception of [{ NotAction: "dynamodb:*" }, { NotResource: table }])
    expect(() => judge([allow(exception)], read)).toThrow("NotAction and NotResource do not run here");
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
    expect(judge(when(condition), send(context))).toBe(holds ? "allowed" : "not allowed");
  });

  test("one without a model stops instead of being passed over", () => {
    expect(() => judge(when({ StringNotEquals: { "ses:FromAddress": "x" } }), send({}))).toThrow(
      "condition StringNotEquals does not run here",
    );
    expect(() => judge(when({ DateLessThan: { "aws:SourceArn": "x" } }), send({}))).toThrow(
      "condition DateLessThan does not run here",
    );
    expect(() => judge(when({ StringEquals: { "aws:PrincipalTag/team": "x" } }), send({}))).toThrow(
      "key aws:PrincipalTag/team does not run here",
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
  { issuer: String, queueUrl: String },
);

test("a role has its inline, attached and managed statements, and nobody else's", () => {
  const statements = roleStatements(template, "Role");
  const may = (action: string) => judge(statements, { action, resource: table });
  expect(["dynamodb:GetItem", "dynamodb:PutItem", "logs:PutLogEvents"].map(may)).toEqual([
    "allowed",
    "allowed",
    "allowed",
  ]);
  expect(may("dynamodb:Scan")).toBe("not allowed");
});

test("a role is taken on only by a service that it trusts, in the circumstances it names", () => {
  const account = (id: string) => ({ "aws:SourceAccount": id });
  expect(trusts(template, "Role", "scheduler.amazonaws.com", account("111122223333"))).toBe(true);
  expect(trusts(template, "Role", "scheduler.amazonaws.com", account("444455556666"))).toBe(false);
  expect(trusts(template, "Role", "lambda.amazonaws.com", account("111122223333"))).toBe(false);
});

test("a resource's policy speaks to the services it names, and to everybody", () => {
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
  expect(judge(ofService(statements, "events.amazonaws.com"), send)).toBe("allowed");
  expect(judge(ofService(statements, "sns.amazonaws.com"), send)).toBe("not allowed");
  const open = { ...send, context: { "aws:SecureTransport": "false" } };
  expect(judge(ofService(statements, "events.amazonaws.com"), open)).toBe("explicitly denied");
});

test.each([
  ["the one that the permission names", {}, true],
  ["another function", { FunctionName: "Other" }, false],
  ["another service", { Principal: "sns.amazonaws.com" }, false],
  ["another source", { SourceArn: "arn:aws:events:eu-west-1:111122223333:rule/Other" }, false],
  ["a source of another account", { SourceAccount: "444455556666" }, false],
  ["another action", { Action: "lambda:GetFunction" }, false],
])("a service calls a function by its permission: %s", (_, change, allowed) => {
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
  expect(mayInvoke(permitted, "events.amazonaws.com", keep, rule)).toBe(allowed);
});
