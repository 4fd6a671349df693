import { expect, test } from "vitest";
import type { Template } from "../infra/checks/template.ts";
import { resourceIn, withoutRejected, withoutTls } from "./other-emulators/rejections.ts";

const template: Template = {
  Resources: {
    Pool: { Type: "AWS::Cognito::UserPool", Properties: { MfaConfiguration: "OPTIONAL" } },
    Authorizer: {
      Type: "AWS::ApiGatewayV2::Authorizer",
      Properties: { JwtConfiguration: { Issuer: { "Fn::GetAtt": ["Pool", "ProviderURL"] } } },
    },
    Late: { Type: "AWS::CloudWatch::Alarm", Properties: { Metrics: [{ Id: "m" }] }, DependsOn: ["Pool"] },
    Errors: { Type: "AWS::CloudWatch::Alarm", Properties: { MetricName: "Errors", Metrics: [] } },
    Dashboard: {
      Type: "AWS::CloudWatch::Dashboard",
      Properties: { Body: { "Fn::Join": ["", ["alarm ", { "Fn::GetAtt": ["Late", "Arn"] }]] } },
    },
  },
  Outputs: { PoolId: { Value: { Ref: "Pool" } } },
};

test("an attribute that an emulator lacks gets its equivalent", () => {
  const message = "Requested attribute ProviderURL does not exist in schema for AWS::Cognito::UserPool";
  const [rest, rejection] = withoutRejected(template, "Authorizer", message);
  const Issuer = {
    "Fn::Sub": "https://cognito-idp.%{AWS::Region}.amazonaws.com/%{Pool}".replaceAll("%", "$"),
  };
  expect(rest.Resources.Authorizer?.Properties).toEqual({ JwtConfiguration: { Issuer } });
  const { Type: type = "" } = template.Resources.Authorizer ?? {};
  expect(rejection).toEqual({ type, property: "Fn::GetAtt ProviderURL", message });
});

test("a property that the message names first is left out of all resources of the type", () => {
  const message = "Properties.Metrics (metric math) is not supported; use MetricName and Namespace.";
  const [{ Resources }, { property }] = withoutRejected(template, "Errors", message);
  expect(property).toBe("Metrics");
  expect([Resources.Late?.Properties, Resources.Errors?.Properties]).toEqual([{}, { MetricName: "Errors" }]);
  expect(Resources.Pool).toEqual(template.Resources.Pool);
});

test("without a named property, the resource is left out, and what refers to it is kept", () => {
  const [{ Resources, Outputs }, { property }] = withoutRejected(template, "Pool", "hung for 120 seconds");
  expect(property).toBeUndefined();
  expect(Resources.Pool).toBeUndefined();
  expect(Resources.Late?.DependsOn).toEqual([]);
  expect(Resources.Authorizer?.Properties).toEqual({ JwtConfiguration: { Issuer: "left-out" } });
  expect(Outputs).toEqual({ PoolId: { Value: "left-out" } });
});

test("the resource of a message is found by its whole id", () => {
  expect(resourceIn("Resource Dashboard failed: Pool has no Arn", template)).toBe("Dashboard");
  expect(resourceIn("The Pools are full", template)).toBeUndefined();
});

test("only statements about TLS are left out of policies", () => {
  const deny = { Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } };
  const allow = { Effect: "Allow", Action: "sqs:SendMessage" };
  const Policy = {
    Type: "AWS::SQS::QueuePolicy",
    Properties: { PolicyDocument: { Statement: [deny, allow] } },
  };
  expect(withoutTls({ Resources: { Policy } }).Resources.Policy?.Properties).toEqual({
    PolicyDocument: { Statement: [allow] },
  });
});
