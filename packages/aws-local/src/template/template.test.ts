import { expect, test } from "vitest";
import type { RawTemplate } from "./assembly.ts";
import { readTemplate } from "./template.ts";

const addresses = {
  issuer: (poolId: string) => `http://127.0.0.1:1/${poolId}`,
  queueUrl: (name: string) => `http://127.0.0.1:2/111122223333/${name}`,
  dynamicReference: (reference: string) => `<${reference}>`,
};

const read = (template: Partial<RawTemplate>) =>
  readTemplate({ Resources: {}, ...template }, "Stack", addresses);

const resources = {
  Clients: { Type: "AWS::DynamoDB::Table", Properties: {} },
  Work: { Type: "AWS::SQS::Queue", Properties: { QueueName: "the-work" } },
  Pool: { Type: "AWS::Cognito::UserPool", Properties: {} },
};

test("intrinsic functions resolve as on AWS", () => {
  const { resolve } = read({ Resources: resources });
  expect(resolve({ Ref: "Clients" })).toBe("Clients");
  expect(resolve({ "Fn::GetAtt": ["Clients", "Arn"] })).toBe(
    "arn:aws:dynamodb:eu-west-1:111122223333:table/Clients",
  );
  expect(resolve({ "Fn::GetAtt": "Work.Arn" })).toBe("arn:aws:sqs:eu-west-1:111122223333:the-work");
  expect(resolve({ "Fn::Join": ["/", [{ "Fn::GetAtt": ["Clients", "Arn"] }, "index", "*"]] })).toMatch(
    /Clients\/index\/\*$/,
  );
  expect(resolve({ "Fn::Sub": `\${AWS::Region} \${Clients} \${Work.QueueName} \${!kept}` })).toBe(
    `eu-west-1 Clients the-work \${kept}`,
  );
  expect(resolve({ "Fn::Sub": [`\${own}!`, { own: { Ref: "Clients" } }] })).toBe("Clients!");
  expect(resolve({ "Fn::Select": [1, { "Fn::Split": ["/", "a/b/c"] }] })).toBe("b");
});

test("the name of a FIFO queue ends as SQS demands", () => {
  const { get } = read({
    Resources: { Numbers: { Type: "AWS::SQS::Queue", Properties: { FifoQueue: true } } },
  });
  expect(get("Numbers").arn).toMatch(/:Numbers\.fifo$/);
});

test("a queue and a token issuer have local addresses", () => {
  const { resolve } = read({ Resources: resources });
  const poolId = resolve({ Ref: "Pool" });
  expect(poolId).toMatch(/^eu-west-1_[a-z0-9]{9}$/);
  expect(resolve({ "Fn::GetAtt": ["Pool", "ProviderURL"] })).toBe(`http://127.0.0.1:1/${poolId}`);
  expect(resolve({ Ref: "Work" })).toBe("http://127.0.0.1:2/111122223333/the-work");
});

test("AWS::NoValue removes entries from lists and objects", () => {
  const { resolve } = read({});
  expect(resolve({ a: { Ref: "AWS::NoValue" }, b: [1, { Ref: "AWS::NoValue" }] })).toEqual({ b: [1] });
});

test("anything unsupported is an error with the resource's name", () => {
  const broken = (value: unknown) =>
    read({
      Resources: {
        ...resources,
        Site: { Type: "AWS::SQS::Queue", Properties: { Tags: value } },
        New: { Type: "AWS::New::Thing" },
      },
    }).all("AWS::SQS::Queue");
  const site = "Unsupported resource Site \\(AWS::SQS::Queue\\): ";
  expect(() => broken({ "Fn::ImportValue": "x" })).toThrow(
    new RegExp(`${site}Fn::ImportValue is not supported`),
  );
  expect(() => broken({ "Fn::GetAtt": ["Clients", "StreamArn"] })).toThrow(
    new RegExp(`${site}attribute StreamArn of AWS::DynamoDB::Table Clients is not supported`),
  );
  expect(() => broken({ Ref: "New" })).toThrow(
    new RegExp(`${site}New is of type AWS::New::Thing, which is not supported`),
  );
  expect(() => broken({ Ref: "Nothing" })).toThrow(new RegExp(`${site}the template has no resource Nothing`));
});

test("a parameter without a default is an error", () => {
  const { resolve } = read({ Parameters: { Name: { Type: "String" } } });
  expect(() => resolve({ Ref: "Name" })).toThrow("parameter Name has no default");
});

test("dynamic references resolve, also where parts of them are references", () => {
  const { resolve } = read({ Resources: resources });
  const joined = { "Fn::Join": ["", ["a {{resolve:secretsmanager:", { Ref: "Clients" }, ":SecretString}}"]] };
  expect(resolve(["{{resolve:ssm:/one}}", joined])).toEqual([
    "<resolve:ssm:/one>",
    "a <resolve:secretsmanager:Clients:SecretString>",
  ]);
});
