import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { App } from "aws-cdk-lib";
import recommendedFlags from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };
import { afterAll, beforeAll, expect, test } from "vitest";
import { placeholdersLeft } from "../frontend/site/placeholders.ts";
import { preparedAccount } from "../test/loopback/account.ts";
import { startLoopbackAws } from "../test/loopback/aws.ts";
import { addStacks } from "./app.ts";

const folder = mkdtempSync(join(tmpdir(), "app-"));
afterAll(() => rmSync(folder, { recursive: true }));

const stagesFile = (stages: object): string => {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(stages));
  return file;
};

/** Runs the CDK as an engineer does: with no option but the stage. */
async function cdk(...args: string[]): Promise<{ code: number; stdout: string; output: string }> {
  const command = [
    "node_modules/aws-cdk/bin/cdk",
    ...args,
    "--build",
    "",
    "--output",
    join(folder, "cdk.out"),
  ];
  // Node compiles the CDK once instead of at each command.
  const NODE_COMPILE_CACHE = join(folder, "compiled");
  const env = { ...process.env, NO_COLOR: "1", NODE_COMPILE_CACHE, ...credentials };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { env, maxBuffer: 1e8 });
    return { code: 0, stdout, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, output: stdout + stderr };
  }
}

const account = preparedAccount();
let credentials: Record<string, string>;
let close: () => void;
beforeAll(async () => {
  const aws = await startLoopbackAws(account);
  close = aws.close;
  credentials = {
    AWS_ENDPOINT_URL: aws.url,
    AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
    AWS_SECRET_ACCESS_KEY: "example",
    AWS_REGION: "us-west-2",
  };
});
afterAll(() => close());

test("a stage is one stack, in the region and account of stages.json", () => {
  const stage = { region: "af-south-1", account: "111122223333" };
  const app = addStacks(new App({ context: { ...recommendedFlags, stages: stagesFile({ dev: stage }) } }));
  const [product, ...otherStacks] = app.synth().stacks;
  expect(otherStacks).toEqual([]);
  expect(product).toMatchObject({
    stackName: "Mwamba-dev",
    environment: { region: "af-south-1", account: "111122223333" },
  });
});

test("side stacks are deployed before the product that names them, and the firewall's ARN crosses regions", () => {
  const stage = {
    region: "eu-west-1",
    waf: true,
    monthlyBudget: 20,
    alarmEmail: "night@example.com",
    vault: { region: "eu-central-1" },
  };
  const { stacks } = addStacks(
    new App({ context: { ...recommendedFlags, stages: stagesFile({ dev: stage }) } }),
  ).synth();
  const regionOf = Object.fromEntries(
    stacks.map(({ stackName, environment }) => [stackName, environment.region]),
  );
  expect(regionOf).toEqual({
    "Mwamba-dev": "eu-west-1",
    "Mwamba-dev-Budget": "us-east-1",
    "Mwamba-dev-Firewall": "us-east-1",
    "Mwamba-dev-Vault": "eu-central-1",
  });
  const product = stacks.find(({ stackName }) => stackName === "Mwamba-dev");
  const before = product?.dependencies.map(({ id }) => id);
  expect(before).toEqual(expect.arrayContaining(["Mwamba-dev-Firewall", "Mwamba-dev-Vault"]));
  const output = /"WebACLId":\{"Fn::GetStackOutput":\{"StackName":"Mwamba-dev-Firewall","Region":"us-east-1"/;
  expect(JSON.stringify(product?.template)).toMatch(output);
});

test("cdk list prints a stage's stack, and refuses an unknown stage in a sentence", async () => {
  expect((await cdk("list")).stdout).toBe("Mwamba-dev\n");
  // The build prints to stderr, so that stdout has only the list or the template.
  expect(JSON.parse(readFileSync("cdk.json", "utf8")).build).toMatch(/ 1>&2$/);
  expect((await cdk("list", "-c", "stage=prod")).stdout).toBe("Mwamba-prod\n");
  const unknown = await cdk("list", "-c", "stage=live");
  expect(unknown.code).toBe(1);
  expect(unknown.output).toContain("stages.json has no stage “live”: it has dev or prod.\n");
  expect(unknown.output).not.toContain("    at ");
}, 600_000);

test("a stage without region is refused in a sentence, and one of another account by the CDK", async () => {
  const incomplete = await cdk("list", "-c", `stages=${stagesFile({ dev: { account: "111122223333" } })}`);
  expect(incomplete.code).toBe(1);
  expect(incomplete.output).toMatch(/has errors in the stage dev:\n.*\n.*region\n/);
  expect(incomplete.output).not.toContain("    at ");
  const file = stagesFile({ dev: { region: "eu-west-1", account: "999988887777" } });
  account.refused = { AssumeRole: "AccessDenied" };
  const elsewhere = await cdk("deploy", "-c", `stages=${file}`, "--require-approval", "never");
  account.refused = {};
  expect(elsewhere.code).toBe(1);
  expect(elsewhere.output).toContain(
    "Could not assume role in target account using current credentials (which are for account 111122223333)",
  );
  expect(Object.keys(account.stacks)).toEqual(["CDKToolkit"]);
}, 600_000);

test.skipIf(placeholdersLeft().length === 0)(
  "placeholders stop cdk deploy of production before anything changes, but not diff and destroy",
  async () => {
    const deploy = await cdk("deploy", "-c", "stage=prod", "--require-approval", "never");
    expect(deploy.code).toBe(1);
    for (const line of placeholdersLeft()) expect(deploy.output).toContain(line);
    expect(Object.keys(account.stacks)).toEqual(["CDKToolkit"]);
    const diff = await cdk("diff", "-c", "stage=prod");
    expect(diff.output).toContain("[+] AWS::DynamoDB::Table");
    expect(diff.output).toContain(
      `cdk deploy will stop: the site still shows ${placeholdersLeft().length} sample facts`,
    );
    expect(diff.code).toBe(0);
    expect((await cdk("destroy", "-c", "stage=prod", "--force")).code).toBe(0);
  },
  600_000,
);

test("cdk deploy of the default stage needs no parameter and no other option, and no asset has a secret", async () => {
  const { code, output } = await cdk("deploy", "--require-approval", "never");
  expect([code, output]).toEqual([0, expect.stringContaining("Mwamba-dev")]);
  expect(account.stacks["Mwamba-dev"]).toMatchObject({ status: "CREATE_COMPLETE", region: "eu-west-1" });
  const template = readFileSync(join(folder, "cdk.out", "Mwamba-dev.template.json"), "utf8");
  // The origin's header is the only use of a secret's text, and CloudFormation alone reads it.
  expect(template.match(/\{\{resolve:/g)).toHaveLength(1);
  expect(template).not.toMatch(/NoEcho/);
}, 600_000);

test("synthesis stops in a sentence above 450 resources, before CloudFormation does at 500", async () => {
  const context: Record<string, unknown> = JSON.parse(readFileSync("cdk.json", "utf8")).context;
  const limit = "@aws-cdk/core:stackResourceLimit";
  expect(context[limit]).toBe(450);
  const { code, output } = await cdk("synth", "--quiet", "-c", `${limit}=100`);
  expect(code).toBe(1);
  expect(output).toMatch(
    /Number of resources in stack 'Mwamba-dev': \d+ is greater than allowed maximum of 100/,
  );
}, 600_000);
