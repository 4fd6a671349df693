import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { resourcesOf, type Template } from "../../infra/checks/template.ts";
import { readStage } from "../../infra/stages.ts";
import { OriginSecret } from "../../shared/origin.ts";
import { type LoopbackAccount, type LoopbackStack, preparedAccount } from "../../test/loopback/account.ts";
import { startLoopbackAws } from "../../test/loopback/aws.ts";
import { distributionDomain, originSecretArn, siteBucket } from "../../test/loopback/operations.ts";
import { mutate } from "../../test/template-faults/mutate.ts";
import { checkReleases } from "../preflight/kept-releases.ts";
import { assemble, readAssembly } from "./assemble.ts";
import { awsTarget } from "./aws-target.ts";
import { confirm } from "./confirm.ts";
import { refuseLosses } from "./gate.ts";
import { applyRelease, reviewRelease } from "./release.ts";
import { openReleases, releaseId } from "./releases.ts";
import { renewOriginSecret } from "./renew-origin-secret.ts";
import { retireAssets } from "./retire-assets.ts";
import { stackPolicy } from "./stack-policy.ts";
import { rollBack } from "./watched-release.ts";

const folder = mkdtempSync(join(tmpdir(), "deploy-"));
const settings = join(folder, "stages.json");
const dev = {
  region: "eu-west-1",
  account: "111122223333",
  domain: "dev.example.com",
  certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000",
  mailFrom: "no-reply@dev.example.com",
  companyEmail: "hello@example.com",
  waf: true,
  vault: { region: "eu-central-1" },
};
const account: LoopbackAccount = preparedAccount();
account.certificates[dev.certificateArn] = { DomainName: dev.domain, Status: "ISSUED" };
// A removed stage of this name has left the vault of its copies.
account.resources["Mwamba-dev-copies"] = { rows: 0, isProtected: true };
let aws: Awaited<ReturnType<typeof startLoopbackAws>>;

beforeAll(async () => {
  writeFileSync(settings, JSON.stringify({ dev }));
  aws = await startLoopbackAws(account);
});
beforeEach(() => {
  vi.stubEnv("AWS_ENDPOINT_URL", aws.url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "example");
});
afterAll(() => {
  vi.unstubAllEnvs();
  aws.close();
  rmSync(folder, { recursive: true });
});

/** Runs the command with the real CDK. `output` has stdout and stderr. */
async function runDeploy(...args: string[]): Promise<{ code: number; output: string }> {
  const command = ["ops/deploy/main.ts", "--stage", "dev", "--settings", settings, "--built", ...args];
  const env = {
    ...process.env,
    AWS_ENDPOINT_URL: aws.url,
    // No server listens here.
    DNS_SERVER: "127.0.0.1:9",
    AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
    AWS_SECRET_ACCESS_KEY: "example",
    NO_COLOR: "1",
  };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { env, maxBuffer: 1e8 });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

const deployed = (): LoopbackStack & { template: Template } => {
  const stack = account.stacks["Mwamba-dev"];
  if (!stack?.template) throw new Error("Nothing was deployed.");
  return { ...stack, template: stack.template };
};

const assetsOf = `/${siteBucket}/assets/`;

/** Adds an asset as a deployment uploads it. */
function addAsset(name: string, tagging?: string): string {
  const key = `${assetsOf}${name}`;
  account.objects[key] = Buffer.from("");
  account.headers[key] = {
    "content-type": "text/javascript",
    "cache-control": "public, max-age=31536000, immutable",
    ...(tagging && { "x-amz-tagging": tagging }),
  };
  return key;
}

test("a stage is deployed as in stages.json, its firewall first and with the copies of a stage before, and the next steps are printed", async () => {
  addAsset("of-an-older-release.js");
  const { code, output } = await runDeploy("--yes");
  expect(output).toContain("S3 removes 1 file(s) of older releases in 30 days.");
  expect(output).toContain("npm run staff -- invite you@example.com --role admin --stack Mwamba-dev");
  expect(output).toContain(`in the DNS of ${dev.domain}: a CNAME to ${distributionDomain}`);
  expect(output).toContain(
    `once SES is out of its sandbox, add "staffMail": "ses" to stages.json and deploy again`,
  );
  expect(code).toBe(0);
  expect(output).toMatch(/\[\+\] AWS::DynamoDB::Table/);
  const { status, template } = deployed();
  expect(status).toBe("CREATE_COMPLETE");
  const [bucket] = resourcesOf<{ LifecycleConfiguration: { Rules: object[] } }>(template, "AWS::S3::Bucket");
  expect(bucket?.properties.LifecycleConfiguration.Rules).toContainEqual(
    expect.objectContaining({ ExpirationInDays: 30, TagFilters: [{ Key: "retired", Value: "true" }] }),
  );
  const [site] = resourcesOf<{ DistributionConfig: object }>(template, "AWS::CloudFront::Distribution");
  expect(site?.properties.DistributionConfig).toMatchObject({
    Aliases: [dev.domain],
    ViewerCertificate: { AcmCertificateArn: dev.certificateArn },
    // CloudFormation reads the output of the other region's stack.
    WebACLId: {
      "Fn::GetStackOutput": expect.objectContaining({
        StackName: "Mwamba-dev-Firewall",
        Region: "us-east-1",
      }),
    },
  });
  expect(account.stacks["Mwamba-dev-Firewall"]).toMatchObject({
    status: "CREATE_COMPLETE",
    region: "us-east-1",
  });
  // From now on CloudFormation keeps what has state.
  for (const name of ["Mwamba-dev", "Mwamba-dev-Firewall", "Mwamba-dev-Vault"])
    expect(account.stacks[name]?.policy).toBe(stackPolicy([]));
  expect(account.stacks["Mwamba-dev-Vault"]).toMatchObject({
    status: expect.stringMatching(/^(CREATE|UPDATE)_COMPLETE$/),
    region: "eu-central-1",
  });
}, 600_000);

/** The deployed assembly, with credentials to deploy it again. */
function deployedAssembly() {
  const { template, ...assembly } = readAssembly("build/assembly/dev", "Mwamba-dev");
  return { stage: readStage("dev", settings), assembly: { ...assembly, stacks: ["Mwamba-dev"], template } };
}

test("assets that the release no longer uses are tagged for removal, the others stay", async () => {
  const [inUse = ""] = readdirSync("build/frontend/assets");
  const current = addAsset(inUse);
  const unused = addAsset("old 1-Ab.js");
  const retiredBefore = addAsset("older.js", "retired=true");
  const before = { ...account.headers };
  expect(await retireAssets("eu-west-1", siteBucket)).toBe(1);
  expect(account.headers[unused]).toMatchObject({
    "x-amz-tagging": "retired=true",
    "content-type": "text/javascript",
    "cache-control": "public, max-age=31536000, immutable",
  });
  for (const key of [current, retiredBefore]) expect(account.headers[key]).toBe(before[key]);
  // A second run does not restart the 30 days.
  expect(await retireAssets("eu-west-1", siteBucket)).toBe(0);
});

describe("--new-secret", () => {
  const stored = () =>
    (account.secrets[originSecretArn] ?? []).map((text) => OriginSecret.parse(JSON.parse(text)));
  const commentOf = () => {
    const [site] = resourcesOf<{ DistributionConfig: { Comment?: string } }>(
      deployed().template,
      "AWS::CloudFront::Distribution",
    );
    return site?.properties.DistributionConfig.Comment;
  };
  const renew = () => renewOriginSecret(readStage("dev", settings), async () => true);
  let before: LoopbackStack;
  beforeEach(() => {
    before = structuredClone(deployed());
    account.secrets[originSecretArn] = ['{"current":"first"}'];
    vi.spyOn(console, "info").mockImplementation(() => {});
    return () => {
      account.stacks["Mwamba-dev"] = before;
      vi.restoreAllMocks();
    };
  });

  test("stores a new secret, changes the distribution so that it is read, and then lets the old one expire in an hour", async () => {
    await renew();
    const [last, first, ...otherSecrets] = stored();
    expect(otherSecrets).toEqual([{ current: "first" }]);
    // Until CloudFront has the new one everywhere, the old one counts without end.
    expect(first).toEqual({ current: expect.stringMatching(/^[0-9a-f]{64}$/), previous: "first" });
    expect(last).toEqual({ ...first, previous_until: expect.any(String) });
    const minutes = (Date.parse(last?.previous_until ?? "") - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
    expect(commentOf()).toMatch(/^Origin secret renewed 20/);
    expect(JSON.stringify(vi.mocked(console.info).mock.calls)).not.toContain(first?.current);
    // A deployment or rollback knows the release all the same.
    expect(releaseId(deployed().template)).toBe(releaseId(before.template));
  });

  test("continues an interrupted renewal with the same secret", async () => {
    account.refused = { UpdateStack: "AccessDenied" };
    await expect(renew()).rejects.toThrow("refused");
    account.refused = {};
    const [unfinished] = stored();
    expect(unfinished).toMatchObject({ previous: "first" });
    await renew();
    expect(stored()[0]).toMatchObject({ current: unfinished?.current, previous: "first" });
    expect(stored()).toHaveLength(3);
  });

  test("changes nothing without approval, or where nothing is deployed", async () => {
    await expect(renewOriginSecret(readStage("dev", settings), async () => false)).rejects.toThrow(
      "Nothing was changed.",
    );
    delete account.stacks["Mwamba-dev"];
    await expect(renew()).rejects.toThrow("Mwamba-dev is not deployed in eu-west-1. Nothing was changed.");
    expect(stored()).toHaveLength(1);
  });
});

test("a kept release whose files are gone is found by preflight, and a rollback to it is refused", async () => {
  const { stage, assembly } = deployedAssembly();
  const releases = openReleases(stage, dev.account);
  const [keptRelease] = await releases.list();
  if (!keptRelease) throw new Error("No release is kept.");
  expect(await checkReleases(stage, dev.account)).toMatchObject([{ level: "ok" }]);
  const [key = ""] = Object.keys(account.objects).filter((path) => path.endsWith(".zip"));
  const file = account.objects[key] as Buffer;
  delete account.objects[key];
  expect(await checkReleases(stage, dev.account)).toMatchObject([
    { level: "warning", message: expect.stringContaining("cannot deploy 1 of 1 kept releases again") },
  ]);
  await expect(releases.open(keptRelease)).rejects.toThrow(
    /cannot be deployed again: 1 of its files are gone from cdk-/,
  );
  account.objects[key] = file;
  expect((await releases.open(keptRelease)).template).toEqual(assembly.template);
});

test("a rollback deploys the kept release without a build, its pages first, and says what fails then", async () => {
  const { stage, assembly } = deployedAssembly();
  const releases = openReleases(stage, dev.account);
  const before = deployed();
  // The release after it has other pages, and an output less.
  const directory = join(folder, "newer");
  cpSync(assembly.directory, directory, { recursive: true });
  const newer = { ...structuredClone(assembly.template), Outputs: {} };
  const pagesOf = (template: Template) =>
    resourcesOf<{ SourceObjectKeys: string[] }>(template, "Custom::CDKBucketDeployment")[1]?.properties;
  Object.assign(pagesOf(newer) ?? {}, { SourceObjectKeys: ["newer.zip"] });
  writeFileSync(join(directory, "Mwamba-dev.template.json"), JSON.stringify(newer));
  await releases.keep({ ...assembly, directory, template: newer });
  account.stacks["Mwamba-dev"] = { ...before, template: newer };
  account.alarms = { "Mwamba-dev-AlarmsA-x": "ALARM", "Mwamba-dev-AlarmsB-x": "OK", "Mwamba-prod-A-x": "OK" };
  const uploaded = new Set(Object.keys(account.objects));
  vi.spyOn(console, "info").mockImplementation(() => {});
  const target = awsTarget(stage, { site: "http://127.0.0.1:9" }); // Nothing answers there.
  await expect(rollBack(target, releases, async () => true)).rejects.toThrow(
    /is deployed again, but fails:\nthe site is complete without JavaScript: /,
  );
  expect(deployed().template).toEqual(before.template);
  const [between, ...otherFiles] = Object.keys(account.objects).filter((key) => !uploaded.has(key));
  expect(otherFiles).toEqual([]);
  const template: Template = JSON.parse(String(account.objects[between ?? ""]));
  expect([template.Outputs, pagesOf(template)]).toEqual([{}, pagesOf(before.template)]);
  expect((await releases.list()).map(({ id }) => id)).toEqual([releaseId(before.template)]);
  expect([...(await target.alarms())]).toEqual([
    ["Mwamba-dev-AlarmsA-x", true],
    ["Mwamba-dev-AlarmsB-x", false],
  ]);
  vi.restoreAllMocks();
}, 600_000);

/** As if another template stood, with this resource changed. Returns its logical id. */
function standing(where: RegExp, path: string, value: unknown): string {
  const { assembly } = deployedAssembly();
  const template = structuredClone(assembly.template);
  const id = mutate(template, where, path, value);
  account.stacks["Mwamba-dev"] = { status: "CREATE_COMPLETE", template };
  return id;
}

test("an update that would switch protection off is refused before anything changes", async () => {
  const { stage, assembly } = deployedAssembly();
  const id = standing(/SQS::Queue MessagesQueue/, "Properties.MessageRetentionPeriod", 1_300_000);
  const before = deployed();
  const sentence = `${id}: MessageRetentionPeriod changes: SQS would delete messages that wait longer`;
  await expect(reviewRelease(stage, assembly, async () => true)).rejects.toThrow(sentence);
  await expect(applyRelease(stage, assembly)).rejects.toThrow(sentence);
  expect(deployed()).toEqual(before);
  await refuseLosses(stage, assembly, [id]);
});

test("CloudFormation refuses an update that would replace a table or remove it, unless it may be lost", async () => {
  const { stage, assembly } = deployedAssembly();
  const policy = () => JSON.parse(deployed().policy ?? "{}").Statement?.[1];
  const keySchema = "Properties.KeySchema";
  const key = [{ AttributeName: "email", KeyType: "HASH" }];
  const id = standing(/DynamoDB::Table DataClients/, keySchema, key);
  await expect(applyRelease(stage, assembly)).rejects.toThrow();
  expect(deployed()).toMatchObject({
    status: "UPDATE_ROLLBACK_COMPLETE",
    template: { Resources: { [id]: { Properties: { KeySchema: key } } } },
  });
  await applyRelease(stage, assembly, [id]);
  expect(deployed()).toMatchObject({ status: "UPDATE_COMPLETE", template: assembly.template });
  // The policy allows the loss once.
  expect(policy()).toMatchObject({ Effect: "Deny", Resource: "*" });
  expect(policy()).not.toHaveProperty("NotResource");

  const otherTemplate = structuredClone(assembly.template);
  const removed = otherTemplate.Resources[id];
  if (!removed) throw new Error("There is no table of clients.");
  otherTemplate.Resources.OlderTable = removed;
  account.stacks["Mwamba-dev"] = { status: "CREATE_COMPLETE", template: otherTemplate };
  await expect(applyRelease(stage, assembly)).rejects.toThrow();
  expect(deployed().status).toBe("UPDATE_ROLLBACK_COMPLETE");
}, 600_000);

test("what the stack of the copies would lose is refused too, compared in its own region", async () => {
  const { stage, assembly } = deployedAssembly();
  const stacks = ["Mwamba-dev-Vault"];
  const template = structuredClone(account.stacks["Mwamba-dev-Vault"]?.template ?? { Resources: {} });
  const id = mutate(template, /Backup::BackupVault/, "Properties.LockConfiguration.MinRetentionDays", 90);
  account.stacks["Mwamba-dev-Vault"] = { status: "CREATE_COMPLETE", region: "eu-central-1", template };
  await expect(applyRelease(stage, { ...assembly, stacks })).rejects.toThrow(
    `${id}: LockConfiguration.MinRetentionDays changes: copies could be deleted sooner`,
  );
});

test("nothing is deployed unless the stage's name is typed", async () => {
  const { stage, assembly } = deployedAssembly();
  account.stacks["Mwamba-dev"] = { status: "CREATE_COMPLETE", template: assembly.template };
  const questions: string[] = [];
  const typing = (answer: string[]) => (question: string) => {
    questions.push(question);
    return confirm(question, "dev", Readable.from(answer));
  };
  await expect(reviewRelease(stage, assembly, typing(["yes\n"]))).rejects.toThrow("Nothing was deployed.");
  expect(questions[0]).toContain("Mwamba-dev (eu-west-1)");
  expect(deployed().status).toBe("CREATE_COMPLETE");
  expect(await confirm("?", "dev", Readable.from([]))).toBe(false);
  expect(await confirm("?", "dev", Readable.from(["dev\n"]))).toBe(true);
});

test("a region without a service that the stage needs stops the deployment, which names both", async () => {
  const file = join(folder, "other-region.json");
  writeFileSync(file, JSON.stringify({ faraway: { region: "mx-central-1" } }));
  const stage = readStage("faraway", file);
  await expect(assemble(stage, { built: true, settings: file })).rejects.toThrow(
    "Resource type 'AWS::SES::EmailIdentity' does not exist in 'mx-central-1'",
  );
}, 600_000);

test("the CDK sends no telemetry", async () => {
  const cdk = ["node_modules/aws-cdk/bin/cdk", "cli-telemetry", "--status"];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, cdk);
  expect(stdout + stderr).toContain("CLI Telemetry is disabled.");
});

test("an unknown stage and a stage without region are one sentence, without a trace of the program", async () => {
  const file = join(folder, "no-region.json");
  writeFileSync(file, JSON.stringify({ dev: { account: dev.account } }));
  const unknown = await runDeploy("--stage", "live");
  expect([unknown.code, unknown.output]).toEqual([1, `${settings} has no stage “live”: it has dev.\n`]);
  const incomplete = await runDeploy("--settings", file);
  expect(incomplete.code).toBe(1);
  expect(incomplete.output).toMatch(/no-region\.json has errors in the stage dev:\n.*\n.*region\n$/);
});

test("the credentials of another account stop the deployment before anything is built", async () => {
  account.account = "999988887777";
  const { code, output } = await runDeploy("--yes");
  account.account = dev.account;
  expect(code).toBe(1);
  expect(output).toContain("STOP This shell uses the account 999988887777, but dev belongs to 111122223333.");
  expect(output).not.toContain("Synthesis");
});

test("a blocker stops the deployment before anything is built", async () => {
  account.stacks["Mwamba-dev"] = { status: "ROLLBACK_COMPLETE" };
  const { code, output } = await runDeploy("--yes");
  expect(code).toBe(1);
  expect(output).toMatch(
    /STOP Mwamba-dev has the status ROLLBACK_COMPLETE.*\n.*npm run remove -- --stage dev/,
  );
  expect(output).not.toContain("Synthesis");
});
