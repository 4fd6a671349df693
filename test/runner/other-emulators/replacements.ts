import { cpSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Template } from "../../../infra/checks/template.ts";

type Replacement = { what: string; reason: string; ids: string[] };
type MetricMath = {
  Metrics?: { MetricStat?: { Metric: object; Period: number; Stat: string } }[];
};

/** Replaces what MiniStack 1.5.33 does not know, and nothing else. */
export function replaceUnknown(template: Template): { template: Template; replacements: Replacement[] } {
  const tokenIssuers = new Set<string>();
  const secretReferences = new Set<string>();
  const replaceReference = (id: string, value: { Ref?: string; "Fn::GetAtt"?: [string, string] } | null) => {
    const [owner, attribute] = value?.["Fn::GetAtt"] ?? [];
    if (attribute === "ProviderURL") {
      tokenIssuers.add(id);
      return { "Fn::Sub": `https://cognito-idp.\${AWS::Region}.amazonaws.com/\${${owner}}` };
    }
    if (template.Resources[value?.Ref ?? ""]?.Type !== "AWS::SecretsManager::Secret") return value;
    secretReferences.add(id);
    return { "Fn::GetAtt": [value?.Ref, "Id"] };
  };
  const Resources = Object.fromEntries(
    Object.entries(template.Resources).map(([id, resource]) => [
      id,
      JSON.parse(JSON.stringify(resource), (_, value) => replaceReference(id, value)),
    ]),
  ) as Template["Resources"];
  const alarms: string[] = [];
  const deployments: string[] = [];
  for (const [id, resource] of Object.entries(Resources)) {
    const { Metrics, ...rest } = (resource.Properties ?? {}) as MetricMath;
    const metric = Metrics?.find(({ MetricStat }) => MetricStat)?.MetricStat;
    if (resource.Type === "AWS::CloudWatch::Alarm" && metric) {
      alarms.push(id);
      resource.Properties = { ...rest, ...metric.Metric, Period: metric.Period, Statistic: metric.Stat };
    } else if (resource.Type === "Custom::CDKBucketDeployment") {
      deployments.push(id);
      resource.Type = "AWS::CloudFormation::WaitConditionHandle";
      resource.Properties = {};
    }
  }
  const replacements = [
    {
      what: "ProviderURL of the user pool, by the same address from its id",
      reason: "“Requested attribute ProviderURL does not exist in schema for AWS::Cognito::UserPool”",
      ids: [...tokenIssuers],
    },
    {
      what: "Ref of a secret, by its attribute Id, which is the same on AWS",
      reason: "its Ref is the secret's name, and no role may read a secret by its name",
      ids: [...secretReferences],
    },
    {
      what: "Metric math of alarms, by the first of its metrics",
      reason: "“Properties.Metrics (metric math) is not supported; use MetricName and Namespace”",
      ids: alarms,
    },
    {
      what: "Uploads of the pages, by a resource that does nothing",
      reason: "the CDK's function for them, in Python with the AWS CLI as a layer, never answers",
      ids: deployments,
    },
  ];
  return { template: { ...template, Resources }, replacements };
}

/** The emulator is called without TLS, so no policy of the stack or of `cdk bootstrap` may demand it. */
const withoutTls = (text: string) => text.replace(/(aws:SecureTransport["']: ?["'])false/g, "$1true");

/** Copies the template of `cdk bootstrap` with a replacement. */
export const copyBootstrap = (copy: string) =>
  writeFileSync(
    copy,
    withoutTls(readFileSync("node_modules/aws-cdk/lib/api/bootstrap/bootstrap-template.yaml", "utf8")),
  );

/** Copies an assembly with the replacements. */
export function copyAssembly(original: string, copy: string, stack: string): Replacement[] {
  cpSync(original, copy, { recursive: true });
  const file = join(copy, `${stack}.template.json`);
  const { template, replacements } = replaceUnknown(JSON.parse(readFileSync(file, "utf8")));
  writeFileSync(file, withoutTls(JSON.stringify(template)));
  const bundles = globSync(join(copy, "*", "index.cjs"));
  for (const bundle of bundles)
    writeFileSync(join(dirname(bundle), "index.js"), 'module.exports = require("./index.cjs");\n');
  return [
    ...replacements,
    {
      what: "Policies that demand TLS, also of `cdk bootstrap`, by ones that forbid it",
      reason: "with TLS, it looks for the keys of tokens without TLS and accepts no token",
      ids: ["aws:SecureTransport"],
    },
    {
      what: "index.cjs of functions: index.js is beside it and loads it",
      reason: "its Node finds the handler only in index.js or index.mjs",
      ids: bundles.map((bundle) => dirname(bundle).slice(-8)),
    },
  ];
}
