import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { resourcesOf, type Template } from "../../infra/checks/template.ts";
import { preparedAccount } from "../../test/loopback/account.ts";
import { startLoopbackAws } from "../../test/loopback/aws.ts";
import { localTarget } from "../../test/product/local-target.ts";
import { type Assembly, readAssembly } from "./assemble.ts";
import { openReleases } from "./releases.ts";
import { releaseWatched, rollBack, type Target } from "./watched-release.ts";

const STACK = "Mwamba-dev";
const STAFF = "kim@staff.example";
const folder = mkdtempSync(join(tmpdir(), "releases-"));
const account = preparedAccount();
const local = localTarget(async ({ api, signIn, userPool, userPoolId }) => {
  const person = { UserPoolId: userPoolId, Username: STAFF, MessageAction: "SUPPRESS" };
  const { AccessToken } = await signIn(STAFF).catch(async () => {
    await userPool("AdminCreateUser", person);
    return signIn(STAFF);
  });
  for (let calls = 0; calls < 3; calls += 1)
    await fetch(`${api}/api/v1/clients`, { headers: { authorization: `Bearer ${AccessToken}` } });
});
/** A visitor sees these after each deployment: the page's title, and the status of an empty contact form. */
const visits: [title: string | undefined, status: number][] = [];
const target: Target = {
  ...local,
  async deploy(assembly, lose) {
    await local.deploy(assembly, lose);
    upload(assembly);
    const page = await (await fetch(local.site())).text();
    const { status } = await fetch(`${local.site()}/api/send-email`, { method: "POST", body: "{}" });
    visits.push([/<title>(\w+)/.exec(page)?.[1], status]);
  },
};
/** The CDK uploads code and pages to its bucket before it deploys. */
function upload({ directory, product }: Assembly): void {
  const list = JSON.parse(readFileSync(join(directory, `${product}.assets.json`), "utf8"));
  for (const { destinations } of Object.values<{ destinations: Record<string, { objectKey: string }> }>(
    list.files,
  ))
    for (const { objectKey } of Object.values(destinations))
      account.objects[`/cdk-hnb659fds-assets-${account.account}-eu-west-1/${objectKey}`] ??= Buffer.from("");
}
const watch = { minutes: 0.005, pauseSeconds: 0.05 };
const releases = openReleases({ name: "dev", region: "eu-west-1" }, account.account);
const keptReleases = async () => (await releases.list()).length;
let aws: Awaited<ReturnType<typeof startLoopbackAws>>;

beforeAll(async () => {
  aws = await startLoopbackAws(account);
  vi.stubEnv("AWS_ENDPOINT_URL", aws.url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "example");
  vi.spyOn(console, "info").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await local.stop();
  aws.close();
  rmSync(folder, { recursive: true });
});

type Change = { title?: string; code?: [functionId: string, code: string] };

/** The synthesized product, as another commit would make it. */
function assemblyOf(name: string, { title, code }: Change): Assembly {
  const source = resolve(process.env.CLOUD_ASSEMBLY ?? "cdk.out");
  const directory = join(folder, name);
  mkdirSync(directory);
  for (const entry of readdirSync(source))
    if (entry.startsWith("asset.")) symlinkSync(join(source, entry), join(directory, entry));
    else cpSync(join(source, entry), join(directory, entry));
  const read = (file: string) => JSON.parse(readFileSync(join(directory, file), "utf8"));
  const template: Template = read(`${STACK}.template.json`);
  const assets = read(`${STACK}.assets.json`);
  /** Adds an asset with these files, and returns its key in the bucket. */
  function add(hash: string, files: Record<string, string>, like?: string): string {
    const path = `asset.${hash}`;
    mkdirSync(join(directory, path));
    if (like)
      cpSync(join(source, `asset.${like.replace(".zip", "")}`), join(directory, path), { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, path, file), text);
    assets.files[hash] = {
      source: { path, packaging: "zip" },
      destinations: { a: { objectKey: `${hash}.zip` } },
    };
    return `${hash}.zip`;
  }
  if (code) {
    const [functionName, text] = code;
    const [fn] = resourcesOf<{ Code: { S3Key: string } }>(template, "AWS::Lambda::Function").filter(
      ({ id }) => id.startsWith(functionName),
    );
    if (fn) fn.properties.Code.S3Key = add(`${name.replaceAll(" ", "")}code`, { "index.cjs": text });
  }
  const [, pages] = resourcesOf<{ SourceObjectKeys: string[] }>(template, "Custom::CDKBucketDeployment");
  const keys = pages?.properties.SourceObjectKeys ?? [];
  const pageOf = (key: string) => join(source, `asset.${key.replace(".zip", "")}`, "index.html");
  const at = keys.findIndex((key) => existsSync(pageOf(key)));
  const built = keys[at];
  if (title && built) {
    const html = readFileSync(pageOf(built), "utf8");
    const files = { "index.html": html.replace(/<title>\w+/, `<title>${title}`) };
    keys[at] = add(`${title}pages`, files, built);
  }
  writeFileSync(join(directory, `${STACK}.template.json`), JSON.stringify(template));
  writeFileSync(join(directory, `${STACK}.assets.json`), JSON.stringify(assets));
  return readAssembly(directory, STACK);
}

test("a first release is kept; there is none to compare it with", async () => {
  await releaseWatched(target, releases, assemblyOf("first", { title: "First" }), { watch });
  expect(visits.splice(0)).toEqual([["First", 400]]);
  expect(await keptReleases()).toBe(1);
});

const answering500 = "exports.handler = async () => ({ statusCode: 500, body: '{}' })";
const throwing = "exports.handler = async () => { throw new Error('broken') }";

test("a release that fails the smoke test makes way for the one before, its pages first", async () => {
  const broken = assemblyOf("broken", { title: "Broken", code: ["ApiMessages", answering500] });
  const attempt = releaseWatched(target, releases, broken, { watch });
  await expect(attempt).rejects.toThrow(
    /an empty contact form is refused: answered 500 instead of 400[\s\S]*is deployed again\.$/,
  );
  expect(visits.splice(0)).toEqual([
    ["Broken", 500],
    ["First", 500],
    ["First", 400],
  ]);
  expect(await keptReleases()).toBe(1);
});

test("a release that sets off an alarm makes way for the one before", async () => {
  const failing = assemblyOf("failing", { title: "First", code: ["ApiClients", throwing] });
  const attempt = releaseWatched(target, releases, failing, { watch });
  await expect(attempt).rejects.toThrow(
    /the alarm AlarmsApiErrors\w+ is on\nThe release of \S+ is deployed again\.$/,
  );
  // The pages are the same, so they are not restored by themselves.
  expect(visits.splice(0)).toHaveLength(2);
  expect(await keptReleases()).toBe(1);
});

test("a release that works is kept; a rollback restores the one before, once", async () => {
  await releaseWatched(target, releases, assemblyOf("second", { title: "Second" }), { watch });
  expect(await keptReleases()).toBe(2);
  await expect(rollBack(target, releases, async () => false)).rejects.toThrow("Nothing was changed.");
  expect(visits.splice(0)).toEqual([["Second", 400]]);
  await rollBack(target, releases, async () => true);
  expect(visits.splice(0).at(-1)).toEqual(["First", 400]);
  expect(await keptReleases()).toBe(1);
  await expect(rollBack(target, releases, async () => true)).rejects.toThrow("No earlier release is kept.");
  expect(visits).toEqual([]);
});

test("an alarm that was on before condemns no release", async () => {
  await local.deploy(assemblyOf("failing before", { code: ["ApiClients", throwing] }), []);
  const next = assemblyOf("failing still", { title: "Third", code: ["ApiClients", throwing] });
  await releaseWatched(target, releases, next, { watch });
  expect(await keptReleases()).toBe(2);
});

test("what somebody else deployed meanwhile stays", async () => {
  const otherRelease = assemblyOf("theirs", { title: "Theirs", code: ["ApiMessages", answering500] });
  const smoke = async () => {
    await local.deploy(otherRelease, []);
    return local.smoke();
  };
  const ownRelease = assemblyOf("mine", { title: "Mine" });
  await expect(releaseWatched({ ...target, smoke }, releases, ownRelease, { watch })).rejects.toThrow(
    "Somebody deployed another release meanwhile, so nothing was restored.",
  );
  expect(await local.deployed()).toBe(otherRelease.template);
});
