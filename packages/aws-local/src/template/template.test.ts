import { expect, test } from "vitest";
import type { RawTemplate } from "./assembly.ts";
import { readTemplate } from "./template.ts";

const addresses = {
  issuer: (poolId: string) => `http://127.0.0.1:1/${poolId}`,
  queueUrl: (name: string) => `http://127.0.0.1:2/111122223333/${name}`,
};

const read = (template: Partial<RawTemplate>) =>
  readTemplate({ Resources: {}, ...template }, "Stack", addresses);

const resources = {
  Clients: { Type: "AWS::DynamoDB::Table", Properties: {} },
  Work: { Type: "AWS::SQS::Queue", Properties: { QueueName: "the-work" } },
  Pool: { Type: "AWS::Cognito::UserPool", Properties: {} },
};

test("references, attributes, joins and substitutions become what they would be on AWS", () => {
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

test("a queue and a token issuer have the addresses of this machine", () => {
  const { resolve } = read({ Resources: resources });
  const poolId = resolve({ Ref: "Pool" });
  expect(poolId).toMatch(/^eu-west-1_[a-z0-9]{9}$/);
  expect(resolve({ "Fn::GetAtt": ["Pool", "ProviderURL"] })).toBe(`http://127.0.0.1:1/${poolId}`);
  expect(resolve({ Ref: "Work" })).toBe("http://127.0.0.1:2/111122223333/the-work");
});

test("what has no value disappears from lists and objects", () => {
  const { resolve } = read({});
  expect(resolve({ a: { Ref: "AWS::NoValue" }, b: [1, { Ref: "AWS::NoValue" }] })).toEqual({ b: [1] });
});

test("what has no model stops with a sentence that names the resource", () => {
  const broken = (value: unknown) =>
    read({
      Resources: {
        ...resources,
        Site: { Type: "AWS::SQS::Queue", Properties: { Tags: value } },
        New: { Type: "AWS::New::Thing" },
      },
    }).all("AWS::SQS::Queue");
  const site = "Resource Site \\(AWS::SQS::Queue\\) cannot run here: ";
  expect(() => broken({ "Fn::ImportValue": "x" })).toThrow(new RegExp(`${site}Fn::ImportValue has no model`));
  expect(() => broken({ "Fn::GetAtt": ["Clients", "StreamArn"] })).toThrow(
    new RegExp(`${site}AWS::DynamoDB::Table Clients has no model of StreamArn`),
  );
  expect(() => broken({ Ref: "New" })).toThrow(
    new RegExp(`${site}New is of type AWS::New::Thing, which does not run here`),
  );
  expect(() => broken({ Ref: "Nothing" })).toThrow(new RegExp(`${site}the template has no resource Nothing`));
});

test("a parameter without a default cannot be guessed", () => {
  const { resolve } = read({ Parameters: { Name: { Type: "String" } } });
  expect(() => resolve({ Ref: "Name" })).toThrow("parameter Name has no default");
});

test("a parameter that nobody may read has a value all the same, the same wherever it stands", () => {
  const { resolve } = read({ Parameters: { Secret: { Type: "String", NoEcho: true } } });
  const [one, another] = resolve([{ Ref: "Secret" }, { Ref: "Secret" }]) as [string, string];
  expect(one).toMatch(/^[0-9a-f]{64}$/);
  expect(another).toBe(one);
});
