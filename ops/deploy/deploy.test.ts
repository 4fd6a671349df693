import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { synthesize } from "../../infra/checks/synthesize.ts";
import { all, type Template } from "../../infra/checks/template.ts";
import { confirm } from "./confirm.ts";
import { startLoopbackAws } from "./loopback-aws.ts";
import { distributionDomain, siteBucket, webAclArn } from "./loopback-operations.ts";
import { type LoopbackStack, preparedAccount, type World } from "./loopback-world.ts";
import { release, secretFor } from "./release.ts";
import { removeStack } from "./remove-stack.ts";
import { retireAssets } from "./retire-assets.ts";
import { goWhereItStands, readStage, stacksBesideOf } from "./stage-settings.ts";

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
};
const world: World = preparedAccount();
world.certificates[dev.certificateArn] = { DomainName: dev.domain, Status: "ISSUED" };
let aws: Awaited<ReturnType<typeof startLoopbackAws>>;

beforeAll(async () => {
  writeFileSync(settings, JSON.stringify({ dev }));
  aws = await startLoopbackAws(world);
});
afterAll(() => {
  aws.close();
  rmSync(folder, { recursive: true });
});

/** As an engineer runs it, with the real CDK beneath; what it prints, of both streams. */
async function npmRunDeploy(...args: string[]): Promise<{ code: number; says: string }> {
  const command = ["ops/deploy/main.ts", "--stage", "dev", "--settings", settings, "--built", ...args];
  const env = {
    ...process.env,
    AWS_ENDPOINT_URL: aws.url,
    // Nobody answers there.
    DNS_SERVER: "127.0.0.1:9",
    AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
    AWS_SECRET_ACCESS_KEY: "example",
    NO_COLOR: "1",
    // Of the CDK, which validates every kind of stage in infra/checks/templates.test.ts.
    CDK_VALIDATION: "false",
  };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { env, maxBuffer: 1e8 });
    return { code: 0, says: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, says: stdout + stderr };
  }
}

const deployed = (): LoopbackStack & { template: Template } => {
  const stack = world.stacks["Mwamba-dev"];
  if (!stack?.template) throw new Error("Nothing was deployed.");
  return { ...stack, template: stack.template as Template };
};

const assetsOf = `/${siteBucket}/assets/`;

/** An asset as the site's deployment lays it. */
function lay(name: string, tagging?: string): string {
  const key = `${assetsOf}${name}`;
  world.objects[key] = Buffer.from("");
  world.headers[key] = {
    "content-type": "text/javascript",
    "cache-control": "public, max-age=31536000, immutable",
    ...(tagging && { "x-amz-tagging": tagging }),
  };
  return key;
}

test("a stage is shown and deployed as stages.json says, its firewall first, and what comes next is told", async () => {
  lay("of-an-older-release.js");
  const { code, says } = await npmRunDeploy("--yes");
  expect(says).toContain("1 file(s) of older releases go in 30 days.");
  expect(says).toContain("npm run staff -- invite you@example.com --role admin --stack Mwamba-dev");
  expect(says).toContain(`at the DNS of ${dev.domain}, a CNAME to ${distributionDomain}`);
  expect(says).toContain("once SES mails to anybody, deploy again");
  expect(code).toBe(0);
  expect(says).toMatch(/\[\+\] AWS::DynamoDB::Table/);
  const { status, template } = deployed();
  expect(status).toBe("CREATE_COMPLETE");
  const [bucket] = all<{ LifecycleConfiguration: { Rules: object[] } }>(template, "AWS::S3::Bucket");
  expect(bucket?.properties.LifecycleConfiguration.Rules).toContainEqual(
    expect.objectContaining({ ExpirationInDays: 30, TagFilters: [{ Key: "retired", Value: "true" }] }),
  );
  const [site] = all<{ DistributionConfig: object }>(template, "AWS::CloudFront::Distribution");
  expect(site?.properties.DistributionConfig).toMatchObject({
    Aliases: [dev.domain],
    ViewerCertificate: { AcmCertificateArn: dev.certificateArn },
    // The firewall stood before.
    WebACLId: webAclArn,
  });
}, 600_000);

/** The assembly that was deployed, and an engineer's keys for deploying it again. */
function again() {
  vi.stubEnv("AWS_ENDPOINT_URL", aws.url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "example");
  const template: Template = JSON.parse(readFileSync("build/assembly/dev/Mwamba-dev.template.json", "utf8"));
  return {
    stage: readStage("dev", settings),
    assembly: { directory: "build/assembly/dev", stacks: ["Mwamba-dev"], template },
  };
}

test("assets that the release no longer names go 30 days after it, those it names stay", async () => {
  vi.stubEnv("AWS_ENDPOINT_URL", aws.url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "example");
  const [named = ""] = readdirSync("build/frontend/assets");
  const [current, old, retiredBefore] = [lay(named), lay("old 1-Ab.js"), lay("older.js", "retired=true")];
  const before = { ...world.headers };
  expect(await retireAssets("eu-west-1", siteBucket)).toBe(1);
  expect(world.headers[old]).toMatchObject({
    "x-amz-tagging": "retired=true",
    "content-type": "text/javascript",
    "cache-control": "public, max-age=31536000, immutable",
  });
  for (const key of [current, retiredBefore]) expect(world.headers[key]).toBe(before[key]);
  // Once more: its 30 days do not begin again.
  expect(await retireAssets("eu-west-1", siteBucket)).toBe(0);
  vi.unstubAllEnvs();
});

test("CloudFront's secret is made once, kept from then on, and made anew when somebody says so", async () => {
  const { stage, assembly } = again();
  const secretOf = (newSecret: boolean) => secretFor(stage, assembly, { newSecret });
  const secret = deployed().parameters?.OriginSecret;
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(await secretOf(false)).toEqual([]);
  const another = [expect.stringMatching(/^Mwamba-dev:OriginSecret=[0-9a-f]{64}$/)];
  expect(await secretOf(true)).toEqual(["--parameters", ...another]);
  expect((await secretOf(true))[1]).not.toContain(secret);
  await release(stage, assembly, async () => true, { newSecret: true });
  expect(deployed().status).toBe("UPDATE_COMPLETE");
  const made = deployed().parameters?.OriginSecret;
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(made).not.toBe(secret);
  await release(stage, assembly, async () => true);
  expect(deployed().parameters?.OriginSecret).toBe(made);

  // A stack of a release that knew no such thing is given one.
  const { parameters: _, ...older } = deployed();
  world.stacks["Mwamba-dev"] = older;
  expect(await secretOf(false)).toEqual(["--parameters", ...another]);
  vi.unstubAllEnvs();
}, 600_000);

test("an update that would lose data is refused before anything changes", async () => {
  const { stage, assembly } = again();
  const other = structuredClone(assembly.template);
  const [clients] = all<{ KeySchema: object[] }>(other, "AWS::DynamoDB::Table");
  clients?.properties.KeySchema.push({ AttributeName: "email", KeyType: "RANGE" });
  world.stacks["Mwamba-dev"] = { status: "CREATE_COMPLETE", template: other };
  const refusal = release(stage, assembly, async () => true);
  await expect(refusal).rejects.toThrow(`${clients?.id}: another KeySchema replaces it`);
  expect(deployed()).toEqual({ status: "CREATE_COMPLETE", template: other });
  vi.unstubAllEnvs();
});

test("nothing is deployed unless the stage's name is typed", async () => {
  const { stage, assembly } = again();
  world.stacks["Mwamba-dev"] = { status: "CREATE_COMPLETE", template: assembly.template };
  const asked: string[] = [];
  const typing = (answer: string[]) => (question: string) => {
    asked.push(question);
    return confirm(question, "dev", Readable.from(answer));
  };
  await expect(release(stage, assembly, typing(["yes\n"]))).rejects.toThrow("Nothing was deployed.");
  expect(asked[0]).toContain("Mwamba-dev (eu-west-1)");
  expect(deployed().status).toBe("CREATE_COMPLETE");
  expect(await confirm("?", "dev", Readable.from([]))).toBe(false);
  expect(await confirm("?", "dev", Readable.from(["dev\n"]))).toBe(true);
  vi.unstubAllEnvs();
});

test("a stack beside it that the stage no longer asks for is removed once somebody says so", async () => {
  vi.stubEnv("AWS_ENDPOINT_URL", aws.url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "example");
  const name = "Mwamba-dev-Budget";
  expect(stacksBesideOf(readStage("dev", settings))).toContainEqual({ name, wanted: false });
  world.stacks[name] = { status: "CREATE_COMPLETE" };
  const asked: string[] = [];
  const answering = (yes: boolean) => async (question: string) => {
    asked.push(question);
    return yes;
  };
  await removeStack(name, answering(false));
  expect(world.stacks[name]).toBeDefined();
  await removeStack(name, answering(true));
  expect(world.stacks[name]).toBeUndefined();
  await removeStack(name, answering(true));
  expect(asked).toEqual(Array(2).fill(`the stack ${name} (us-east-1), which stages.json no longer asks for`));
  vi.unstubAllEnvs();
});

test("nobody is told of the CDK's use", async () => {
  const cdk = ["node_modules/aws-cdk/bin/cdk", "cli-telemetry", "--status"];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, cdk);
  expect(stdout + stderr).toContain("CLI Telemetry is disabled.");
});

test("what stands in the way stops it before anything is built", async () => {
  world.stacks["Mwamba-dev"] = { status: "ROLLBACK_COMPLETE" };
  const { code, says } = await npmRunDeploy("--yes");
  expect(code).toBe(1);
  expect(says).toMatch(/STOP Mwamba-dev is in the state ROLLBACK_COMPLETE.*\n.*delete-stack/);
  expect(says).not.toContain("Synthesis");
});

test("a command that names a stack asks where its stage stands", () => {
  vi.stubEnv("AWS_REGION", "us-west-2");
  goWhereItStands("Mwamba-prod");
  expect(process.env.AWS_REGION).toBe(readStage("prod").region);
  vi.unstubAllEnvs();
});

test.each<[object, string | undefined, string]>([
  [{ dev }, undefined, "Say which stage: --stage dev."],
  [{ dev }, "live", "has no stage “live”: it has dev"],
  [{ dev: { ...dev, certifcateArn: "x" } }, "dev", "certifcateArn"],
  [{ dev: { ...dev, region: "Ireland" } }, "dev", "is no region such as eu-west-1"],
  [
    { dev: { ...dev, certificateArn: "arn:aws:acm:eu-west-1:1:certificate/1" } },
    "dev",
    "no certificate in us-east-1",
  ],
  [{ dev, "pre-prod": dev }, "dev", "“pre-prod” is no name for a stage"],
])("a mistake in stages.json is told in a sentence: %j", (stages, stage, says) => {
  const file = join(folder, "wrong.json");
  writeFileSync(file, JSON.stringify(stages));
  expect(() => readStage(stage, file)).toThrow(says);
});

test("a stages.json that is broken, or not there, is named", () => {
  const file = join(folder, "broken.json");
  writeFileSync(file, '{ "dev": { "region": "eu-west-1", } }');
  expect(() => readStage("dev", file)).toThrow(`${file} cannot be read: `);
  expect(() => readStage("dev", join(folder, "none.json"))).toThrow("none.json cannot be read: ENOENT");
});

test("a third stage is a stage like the others", () => {
  const file = join(folder, "three.json");
  writeFileSync(file, JSON.stringify({ dev, staging: dev }));
  expect(readStage("staging", file).name).toBe("staging");
  expect(Object.keys(synthesize({ stage: "staging" }).Resources)).not.toEqual([]);
});
