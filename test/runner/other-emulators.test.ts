import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Template } from "../../infra/checks/template.ts";
import { copyAssembly, copyBootstrap, replaceUnknown } from "./other-emulators/replacements.ts";

const template: Template = {
  Resources: {
    Pool: { Type: "AWS::Cognito::UserPool", Properties: { MfaConfiguration: "OPTIONAL" } },
    Authorizer: {
      Type: "AWS::ApiGatewayV2::Authorizer",
      Properties: { JwtConfiguration: { Issuer: { "Fn::GetAtt": ["Pool", "ProviderURL"] } } },
    },
    Late: {
      Type: "AWS::CloudWatch::Alarm",
      Properties: {
        Threshold: 1,
        Metrics: [
          { Id: "sum", Expression: "m + n" },
          { Id: "m", MetricStat: { Metric: { Namespace: "N", MetricName: "M" }, Period: 60, Stat: "Sum" } },
        ],
      },
      DependsOn: ["Pool"],
    },
    Errors: { Type: "AWS::CloudWatch::Alarm", Properties: { MetricName: "Errors" } },
    Files: { Type: "Custom::CDKBucketDeployment", Properties: { Prune: true }, DependsOn: ["Pool"] },
    Secret: { Type: "AWS::SecretsManager::Secret", Properties: {} },
    Policy: { Type: "AWS::IAM::Policy", Properties: { Resource: [{ Ref: "Secret" }, { Ref: "Pool" }] } },
    Tls: {
      Type: "AWS::SQS::QueuePolicy",
      Properties: {
        Condition: { Bool: { "aws:SecureTransport": "false", "aws:MultiFactorAuthPresent": "false" } },
      },
    },
  },
  Outputs: { PoolId: { Value: { Ref: "Pool" } } },
};

test("only what MiniStack does not know is replaced, and each place is named", () => {
  const { template: copy, replacements } = replaceUnknown(template);
  const { Authorizer, Late, Files, Policy, ...unchanged } = copy.Resources;
  const { Pool, Errors, Secret, Tls } = template.Resources;
  expect(unchanged).toEqual({ Pool, Errors, Secret, Tls });
  expect(copy.Outputs).toEqual(template.Outputs);
  const Issuer = {
    "Fn::Sub": "https://cognito-idp.%{AWS::Region}.amazonaws.com/%{Pool}".replaceAll("%", "$"),
  };
  expect(Authorizer?.Properties).toEqual({ JwtConfiguration: { Issuer } });
  expect(Late).toEqual({
    Type: "AWS::CloudWatch::Alarm",
    Properties: { Threshold: 1, Namespace: "N", MetricName: "M", Period: 60, Statistic: "Sum" },
    DependsOn: ["Pool"],
  });
  expect(Files).toEqual({
    Type: "AWS::CloudFormation::WaitConditionHandle",
    Properties: {},
    DependsOn: ["Pool"],
  });
  expect(Policy?.Properties).toEqual({ Resource: [{ "Fn::GetAtt": ["Secret", "Id"] }, { Ref: "Pool" }] });
  expect(replacements.map(({ ids }) => ids)).toEqual([["Authorizer"], ["Policy"], ["Late"], ["Files"]]);
});

test("the copy of an assembly and of the bootstrap's template demand no TLS, and the originals stay", () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "replacements-"));
  const [original, copy] = [join(folder.path, "original"), join(folder.path, "copy")];
  mkdirSync(join(original, "asset.1"), { recursive: true });
  writeFileSync(join(original, "asset.1", "index.cjs"), "exports.handler = () => 7;");
  const name = "Stack.template.json";
  writeFileSync(join(original, name), JSON.stringify(template));
  const replacements = copyAssembly(original, copy, "Stack");
  for (const { what, reason, ids } of replacements) {
    expect(ids, what).not.toEqual([]);
    expect(reason).not.toBe("");
  }
  const { Resources }: Template = JSON.parse(readFileSync(join(copy, name), "utf8"));
  expect(Resources.Tls?.Properties).toEqual({
    Condition: { Bool: { "aws:SecureTransport": "true", "aws:MultiFactorAuthPresent": "false" } },
  });
  expect(JSON.parse(readFileSync(join(original, name), "utf8"))).toEqual(template);
  expect(readFileSync(join(copy, "asset.1", "index.js"), "utf8")).toContain("./index.cjs");
  const bootstrap = join(folder.path, "bootstrap.yaml");
  copyBootstrap(bootstrap);
  expect(readFileSync(bootstrap, "utf8")).toContain("{ 'aws:SecureTransport': 'true' }");
});
