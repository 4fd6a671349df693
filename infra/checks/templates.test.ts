import { readFileSync } from "node:fs";
import { App } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import { describe, expect, test } from "vitest";
import { mutate } from "../../test/template-faults/mutate.ts";
import { ProductStack } from "../stack.ts";
import { parseStage, stageOf } from "../stages.ts";
import { awsRules } from "./aws-rules.ts";
import { checks } from "./checks.ts";
import { sharedGlobalNames } from "./global-names.ts";
import { exceptions, findings, isException } from "./nag.ts";
import {
  type StageUnderTest,
  type Synthesized,
  stageSettings,
  synthesizeApp,
  synthesizeSideStacks,
} from "./synthesize.ts";
import { resourcesOf, type Template } from "./template.ts";

const { domain, firewall, mpesa, prod, vault } = stageSettings;
/** Each two of the settings together, apart, and missing. */
const stages: Record<string, StageUnderTest> = {
  dev: {},
  "dev with M-Pesa": mpesa,
  "dev with a domain, a firewall and a vault": { ...domain, ...firewall, ...vault },
  "prod with a domain, M-Pesa and a vault": { ...prod, ...domain, ...mpesa, ...vault },
  "prod in us-east-1 with a firewall and a vault": {
    ...prod,
    ...firewall,
    ...vault,
    region: "us-east-1",
    account: "111122223333",
  },
  "prod in af-south-1 with a domain, a firewall and M-Pesa": {
    ...prod,
    ...domain,
    ...firewall,
    ...mpesa,
    region: "af-south-1",
    account: "111122223333",
  },
};
const synthesized = Object.entries(stages).map(
  ([name, settings]): [string, Synthesized, region: string | undefined] => [
    name,
    synthesizeApp(settings),
    settings.region,
  ],
);
const stageNamed = (name: string) => {
  const [, stage] = synthesized.find(([title]) => title.startsWith(name)) ?? [];
  if (!stage) throw new Error(`There is no stage ${name}.`);
  return stage;
};
const dev = stageNamed("dev");
const withFirewall = stageNamed("prod in us-east-1");
const inCapeTown = stageNamed("prod in af-south-1");

const variants: [string, Synthesized, region?: string][] = [
  ...synthesized,
  ...Object.entries(synthesizeSideStacks()).map(([name, stack]): [string, Synthesized, string] => [
    `the ${name}`,
    stack,
    "us-east-1",
  ]),
];
const findingsByVariant = new Map(variants.map(([name, { app }]) => [name, findings(app)]));

describe.each(variants)("the template of %s", (name, { template }, region) => {
  test("follows AWS's rules", () => expect(awsRules(template, region)).toEqual([]));

  test.each(Object.entries(checks))("passes the check %s", (_name, check) =>
    expect(check(template)).toEqual([]),
  );

  test("follows cdk-nag's packs, except where an exception gives a reason", () => {
    const open = findingsByVariant
      .get(name)
      ?.filter((finding) => !exceptions.some((exception) => isException(finding, exception)));
    expect(open?.map(({ sentence }) => sentence)).toEqual([]);
  });
});

test("each setting is checked with and without each other one", () => {
  const has = Object.values(stages).map((settings) => ({
    prod: settings.name === "prod",
    domain: "domain" in settings,
    firewall: "webAclArn" in settings,
    mpesa: "mpesa" in settings,
    vault: "vault" in settings,
  }));
  const settings = ["prod", "domain", "firewall", "mpesa", "vault"] as const;
  for (const setting of settings)
    for (const otherSetting of settings.filter((name) => name < setting))
      expect([
        setting,
        otherSetting,
        new Set(has.map((stage) => `${stage[setting]} ${stage[otherSetting]}`)).size,
      ]).toEqual([setting, otherSetting, 4]);
});

// Here, because loading the rules takes seconds in each file that uses them.
test("GitHub's deployment role follows AWS's rules", () => {
  const template: Template = JSON.parse(readFileSync("ops/deploy/github-role.template.json", "utf8"));
  expect(awsRules(template)).toEqual([]);
});

test("AWS's rules also find faults next to references", () => {
  const template = structuredClone(dev.template);
  const [fn] = resourcesOf<{ Runtime: string; Environment: { Variables: Record<string, unknown> } }>(
    template,
    "AWS::Lambda::Function",
  );
  if (!fn) throw new Error("There is no function.");
  fn.properties.Environment.Variables.AWS_REGION = { Ref: "AWS::Region" };
  expect(awsRules(template)).toEqual([expect.stringContaining(fn.id)]);
});

test("AWS's rules know which resources a region lacks", () => {
  const budget = {
    Type: "AWS::Budgets::Budget",
    Properties: { Budget: { BudgetType: "COST", TimeUnit: "MONTHLY" } },
  };
  expect(awsRules({ Resources: { budget } }, "us-east-1")).toEqual([]);
  expect(awsRules({ Resources: { budget } }, "af-south-1")).toEqual([expect.stringContaining("af-south-1")]);
});

describe("cdk-nag's packs", () => {
  test("find a policy that allows too much, which no exception covers", () => {
    const app = new App();
    const stack = new ProductStack(app, "Test", {
      stage: stageOf(parseStage("dev", { region: "eu-west-1" })),
    });
    new iam.Policy(stack, "TooMuch", {
      statements: [new iam.PolicyStatement({ actions: ["dynamodb:*"], resources: ["*"] })],
      roles: [new iam.Role(stack, "Role", { assumedBy: new iam.ServicePrincipal("lambda.amazonaws.com") })],
    });
    const open = findings(app).filter(
      (finding) => !exceptions.some((exception) => isException(finding, exception)),
    );
    expect(open.map(({ rule, path }) => `${path}: ${rule}`).sort()).toEqual([
      "TooMuch: AwsSolutions-IAM5[Action::dynamodb:*]",
      "TooMuch: AwsSolutions-IAM5[Resource::*]",
    ]);
  });

  test.each(exceptions)("need the exception $rules of $paths", (exception) =>
    expect([...findingsByVariant.values()].flat().some((finding) => isException(finding, exception))).toBe(
      true,
    ),
  );

  test("find nothing in a distribution with a domain and a firewall", () => {
    const rules = (name: string) => findingsByVariant.get(name)?.map(({ rule }) => rule);
    expect(rules("dev")).toEqual(expect.arrayContaining(["AwsSolutions-CFR2", "AwsSolutions-CFR4"]));
    expect(rules("prod in af-south-1 with a domain, a firewall and M-Pesa")).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/AwsSolutions-CFR[24]/)]),
    );
  });
});

describe("the same stage in two regions of an account", () => {
  const first = { template: withFirewall.template, region: "us-east-1" };
  const second = { template: inCapeTown.template, region: "af-south-1" };

  test("shares no global name", () => {
    expect(sharedGlobalNames(first, second)).toEqual([]);
    const devIn = (region: string) => ({ template: synthesizeApp({ region }).template, region });
    expect(sharedGlobalNames(devIn("eu-west-1"), devIn("af-south-1"))).toEqual([]);
  });

  test.each<[where: RegExp, path: string]>([
    [/CloudFront::ResponseHeadersPolicy/, "Properties.ResponseHeadersPolicyConfig.Name"],
    [/CloudFront::OriginAccessControl/, "Properties.OriginAccessControlConfig.Name"],
    [/CloudFront::Function/, "Properties.Name"],
    [/CloudWatch::Dashboard/, "Properties.DashboardName"],
    [/IAM::Role/, "Properties.RoleName"],
    [/S3::Bucket /, "Properties.BucketName"],
    [/CloudFront::Distribution/, "Properties.DistributionConfig.Aliases"],
  ])("%s: a shared name is found (%s)", (where, path) => {
    const [firstCopy, secondCopy] = [structuredClone(first), structuredClone(second)];
    for (const { template } of [firstCopy, secondCopy]) mutate(template, where, path, ["shared"]);
    expect(sharedGlobalNames(firstCopy, secondCopy)).toEqual([expect.stringContaining("shared")]);
  });
});
