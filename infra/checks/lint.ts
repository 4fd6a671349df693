/**
 * Checks the templates of dev, prod, prod with everything, and the side stacks with cfn-lint, AWS's own rules and cdk-nag:
 * `npm run lint:templates`. cfn-lint is a Python program (`pip install cfn-lint`).
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { awsRules, IGNORED_RULES } from "./aws-rules.ts";
import { exceptions, findings, isException } from "./nag.ts";
import { type Synthesized, stageSettings, synthesizeApp, synthesizeSideStacks } from "./synthesize.ts";

/** AWS offers different features in each region. Of our regions, these two differ most. */
const REGIONS = ["eu-west-1", "af-south-1"];
const EDGE_REGION = "us-east-1";

const folder = "build/lint";
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/** Writes a template for cfn-lint, and returns what the other rules find. */
function check(name: string, { app, template }: Synthesized, regions: string[]): string[] {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(template, undefined, 1));
  const nag = findings(app).filter(
    (finding) => !exceptions.some((exception) => isException(finding, exception)),
  );
  const problems = [
    ...regions.flatMap((region) => awsRules(template, region)),
    ...nag.map(({ sentence }) => sentence),
  ];
  return problems.map((sentence) => `${name}: ${sentence}`);
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

const stages = Object.entries({
  dev: {},
  prod: stageSettings.prod,
  everything: Object.assign({}, ...Object.values(stageSettings)),
});
const sideStacks = synthesizeSideStacks();
const problems = [
  ...stages.flatMap(([name, settings]) => check(name, synthesizeApp(settings), REGIONS)),
  ...Object.entries(sideStacks).flatMap(([name, stack]) => check(name, stack, [EDGE_REGION])),
  ...cfnLint(
    stages.map(([name]) => name),
    REGIONS,
  ),
  ...cfnLint(Object.keys(sideStacks), [EDGE_REGION]),
];
console.info(problems.join("\n"));
console.info(`${stages.length + Object.keys(sideStacks).length} templates, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
