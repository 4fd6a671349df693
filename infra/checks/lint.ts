/**
 * Checks the templates of every kind of stage and of the side stacks with cfn-lint, AWS's own rules and cdk-nag:
 * `npm run lint:templates`. cfn-lint is a Python program (`pip install cfn-lint`).
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BudgetStack } from "../budget.ts";
import { FirewallStack } from "../firewall.ts";
import { awsRules, IGNORED_RULES } from "./aws-rules.ts";
import { exceptions, findings, isException } from "./nag.ts";
import { type Synthesized, synthesizeApp, synthesizeSideStack, synthesizeVaultStack } from "./synthesize.ts";

/** Those of our regions that differ most in what they have. */
const REGIONS = ["eu-west-1", "af-south-1"];
const EDGE_REGION = "us-east-1";

const arn = (service: string, resource: string) =>
  `arn:aws:${service}:us-east-1:111122223333:${resource}/00000000-0000-4000-8000-000000000000`;
const settings: Record<string, Record<string, string>> = {
  prod: { stage: "prod", alarmEmail: "night@example.com" },
  domain: { domain: "www.example.com", certificateArn: arn("acm", "certificate") },
  waf: { waf: "true", webAclArn: arn("wafv2", "global/webacl/Firewall") },
  vault: { vault: "eu-central-1" },
  mpesa: { mpesa: "522522" },
};

/** Each setting with and without each combination of the others. */
const combinations = Object.keys(settings).reduce<string[][]>(
  (names, name) => names.concat(names.map((others) => [...others, name])),
  [[]],
);

const folder = "build/lint";
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/** Writes a template for cfn-lint, and returns what the other rules find. */
function check(name: string, { app, template }: Synthesized, regions: string[]): string[] {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(template, undefined, 1));
  const nag = findings(app).filter((one) => !exceptions.some((other) => isException(one, other)));
  const found = [
    ...regions.flatMap((region) => awsRules(template, region)),
    ...nag.map(({ sentence }) => sentence),
  ];
  return found.map((sentence) => `${name}: ${sentence}`);
}

function cfnLint(names: string[], regions: string[]): string[] {
  const files = names.map((name) => join(folder, `${name}.json`));
  const options = ["--format", "parseable", "--ignore-checks", ...IGNORED_RULES, "--regions", ...regions];
  const { error, stdout, stderr, status } = spawnSync("cfn-lint", [...options, "--", ...files], {
    encoding: "utf8",
  });
  if (error) return [`cfn-lint does not start (${error.message}). To install it: pip install cfn-lint`];
  return status === 0 ? [] : `${stdout}${stderr}`.trim().split("\n");
}

const stages = combinations.map((names) => ({
  name: names.join("-") || "dev",
  context: Object.assign({ mpesa: "" }, ...names.map((name) => settings[name])),
}));
const budget = { dollars: 20, email: "night@example.com" };
const sideStacks: Record<string, Synthesized> = {
  firewall: synthesizeSideStack((app, props) => new FirewallStack(app, "Mwamba-prod-Firewall", props)),
  budget: synthesizeSideStack(
    (app, props) => new BudgetStack(app, "Mwamba-prod-Budget", { budget, ...props }),
  ),
  copies: synthesizeVaultStack(),
};
const problems = [
  ...stages.flatMap(({ name, context }) => check(name, synthesizeApp(context), REGIONS)),
  ...Object.entries(sideStacks).flatMap(([name, stack]) => check(name, stack, [EDGE_REGION])),
  ...cfnLint(
    stages.map(({ name }) => name),
    REGIONS,
  ),
  ...cfnLint(Object.keys(sideStacks), [EDGE_REGION]),
];
console.info(problems.join("\n"));
console.info(`${stages.length + Object.keys(sideStacks).length} templates, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
