import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { RawTemplate } from "aws-local";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseOf, tableNamed } from "../../test/seed-rows.ts";
import { type Running, readRunning } from "./running.ts";

/** Replaces the build scripts: writes the bundle of one function, and logs each step. */
const buildScript = `
import { appendFileSync, cpSync, readFileSync, watch, writeFileSync } from "node:fs";
const [step, flag] = process.argv.slice(2);
if (flag === "--watch") {
  watch("lambdas", () => {
    writeFileSync("build/messages/index.mjs", "export const handler = async () => ({ statusCode: 200, body: 'changed' });");
    console.log("functions bundled");
  });
  console.log("watching");
} else {
  appendFileSync("built.log", step + "\\n");
  if (readFileSync("lambdas/handler.ts", "utf8").includes("broken")) { console.error("handler.ts is broken"); process.exit(1); }
  cpSync(process.env.BUNDLE, "build/messages", { recursive: true });
}
`;

/** Replaces the CDK: copies the existing assembly of the product. */
const cdkScript = `
const { appendFileSync, cpSync } = require("node:fs");
appendFileSync("built.log", "assembly\\n");
cpSync(process.env.ASSEMBLY, process.argv[process.argv.indexOf("--output") + 1], { recursive: true });
`;

const assembly = resolve(process.env.CLOUD_ASSEMBLY ?? "cdk.out");
let bundle: string;
let project: string;
let port: number;
const children: ChildProcess[] = [];
/** Several tests share it; a test that needs its own start ends it. */
let shared: Program;

beforeAll(async () => {
  bundle = messagesBundle();
  project = mkdtempSync(join(tmpdir(), "project-"));
  for (const folder of ["lambdas", "frontend", "shared", "infra", "node_modules/aws-cdk/bin"])
    mkdirSync(join(project, folder), { recursive: true });
  const scripts = { "build:functions": "node build.mjs functions", "build:site": "node build.mjs site" };
  writeFileSync(join(project, "package.json"), JSON.stringify({ scripts }));
  writeFileSync(join(project, "build.mjs"), buildScript);
  writeFileSync(join(project, "vite.config.ts"), 'export default { root: "frontend" };');
  writeFileSync(join(project, "frontend", "index.html"), "<!doctype html><title>Source</title>");
  writeFileSync(join(project, "lambdas", "handler.ts"), "");
  writeFileSync(join(project, "node_modules", "aws-cdk", "bin", "cdk"), cdkScript);
  port = await fourFreePorts();
});
afterAll(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) await end(child, "SIGKILL");
  rmSync(project, { recursive: true });
});

/** The folder of the contact form's function in the assembly. */
function messagesBundle(): string {
  const [template = ""] = readdirSync(assembly).filter((name) => name.endsWith(".template.json"));
  const { Resources } = JSON.parse(readFileSync(join(assembly, template), "utf8")) as RawTemplate;
  const [id = ""] = Object.keys(Resources).filter((name) => /^ApiMessages[0-9A-F]{8}$/.test(name));
  const { Code } = (Resources[id]?.Properties ?? {}) as { Code?: { S3Key: string } };
  return join(assembly, `asset.${Code?.S3Key.replace(/\.zip$/, "")}`);
}

async function fourFreePorts(): Promise<number> {
  for (let candidate = 20_000 + (process.pid % 1000) * 20; ; candidate += 4) {
    const servers = [0, 1, 2, 3].map(() => createServer());
    const opened = await Promise.allSettled(
      servers.map((server, at) => once(server.listen(candidate + at, "127.0.0.1"), "listening")),
    );
    await Promise.all(
      servers.filter(({ listening }) => listening).map((server) => once(server.close(), "close")),
    );
    if (opened.every(({ status }) => status === "fulfilled")) return candidate;
  }
}

interface Program {
  child: ChildProcess;
  /** The output so far. */
  output(): string;
  exit: Promise<number | null>;
}

function run(program: string, ...args: string[]): Program {
  const { VITEST: _, NODE_OPTIONS: __, ...env } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, program), ...args], {
    cwd: project,
    env: { ...env, ASSEMBLY: assembly, BUNDLE: bundle },
  });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  return { child, output: () => output, exit: once(child, "close").then(([code]) => code) };
}

const staff = (...args: string[]) => finished(run("../staff/main.ts", ...args));
const start = (...args: string[]) => run("main.ts", "--port", String(port), ...args);

async function finished(program: Program) {
  return { code: await program.exit, output: program.output() };
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

const directory = () => join(project, ".local");
const running = () => readRunning(directory());

async function untilRunning(program: Program) {
  await expect.poll(() => running() ?? program.output(), { timeout: 20_000 }).toHaveProperty("site");
  const found = running();
  if (!found) throw new Error(program.output());
  return found;
}

/** Build steps since the last call. */
function stepsRun(): string[] {
  const log = join(project, "built.log");
  const steps = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").sort() : [];
  rmSync(log, { force: true });
  return steps;
}

test("the first start builds everything, creates staff and prints the addresses; the next one builds nothing", async () => {
  const first = start();
  const { site, mail, cognito, staff, pid, userPoolId } = await untilRunning(first);
  expect(stepsRun()).toEqual(["assembly", "functions", "site"]);
  expect([site, mail, cognito]).toEqual([0, 1, 2].map((at) => `http://127.0.0.1:${port + at}`));
  expect(pid).toBe(first.child.pid);
  expect(staff).toMatchObject([
    { email: "admin@office.example", role: "admin", state: "active" },
    { email: "staff@office.example", role: "staff", state: "active" },
    { email: "invited@office.example", role: "staff", state: "invited" },
  ]);
  expect(statSync(join(directory(), "running.json")).mode & 0o077).toBe(0);
  expect((await fetch(site)).status).toBe(200);
  const invitation = (await (await fetch(`${mail}/messages`)).json()) as { to: string[] }[];
  expect(invitation.map(({ to }) => to)).toEqual([["invited@office.example"]]);
  await expect.poll(first.output).toContain("Stop with Ctrl-C.");
  for (const part of [site, `${site}/admin`, mail, staff[0]?.password])
    expect(first.output()).toContain(part);

  await end(first.child, "SIGINT");
  expect(await first.exit).toBe(0);
  expect(running()).toBeUndefined();
  expect(existsSync(join(directory(), "running.json"))).toBe(false);

  const second = start();
  const again = await untilRunning(second);
  expect(stepsRun()).toEqual([]);
  expect([again.staff, again.userPoolId]).toEqual([staff, userPoolId]);
  await end(second.child, "SIGINT");
});

test("commands say when nothing is running", async () => {
  const sentence = "Nothing is running. Start it with npm start.\n";
  expect(await finished(run("sweep.ts"))).toEqual({ code: 1, output: sentence });
  expect(await staff("list")).toEqual({ code: 1, output: expect.stringContaining("Nothing is running") });
});

test("only what changed is built again, and tests do not count", async () => {
  writeFileSync(join(project, "frontend", "page.ts"), "1");
  writeFileSync(join(project, "lambdas", "handler.test.ts"), "1");
  shared = start("--now", "2026-12-24T09:00");
  await untilRunning(shared);
  expect(stepsRun()).toEqual(["assembly", "site"]);
});

test("a person who chose their own password is no longer shown as invited", async () => {
  const { userPoolId, region, awsEndpoint: endpoint, credentials } = await untilRunning(shared);
  const { CognitoIdentityProviderClient, AdminSetUserPasswordCommand } = await import(
    "@aws-sdk/client-cognito-identity-provider"
  );
  const cognito = new CognitoIdentityProviderClient({ region, endpoint, credentials });
  await cognito.send(
    new AdminSetUserPasswordCommand({
      UserPoolId: userPoolId,
      Username: "invited@office.example",
      Password: "Their-own-password-1",
      Permanent: true,
    }),
  );
  await expect
    .poll(() => running()?.staff.at(-1), { timeout: 10_000 })
    .toMatchObject({ state: "active", password: null });
});

test("a command runs the daily schedule, as of its own time on that day", async () => {
  const today = await finished(run("sweep.ts"));
  expect(today).toEqual({
    code: 0,
    output: expect.stringMatching(/^RemindersDaily\w+, as of 2026-12-24T04:00:00.000Z: {"queued":0}\n$/),
  });
  const other = await finished(run("sweep.ts", "--day", "2027-01-05"));
  expect(other.output).toContain("as of 2027-01-05T04:00:00.000Z");
  expect(await finished(run("sweep.ts", "--day", "05.01.2027"))).toEqual({
    code: 1,
    output: "“05.01.2027” is not a day such as 2026-12-24.\n",
  });
});

test("a command runs the retention, as of now", async () => {
  expect(await finished(run("retain.ts"))).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^RetentionDaily\w+, as of 2026-12-24T06:\S+Z: {"messages":0,"reminders":0,"activity":0}\n$/,
    ),
  });
});

test("only readers of running.json can send commands to the process", async () => {
  const { control } = await untilRunning(shared);
  const guessed = await fetch(new URL("/local/runDaily", control), {
    method: "POST",
    body: '{"runDaily":{}}',
  });
  expect(guessed.status).toBeGreaterThanOrEqual(400);
  expect((await fetch(control, { method: "POST", body: "{}" })).status).toBe(400);
});

test("staff are invited from the terminal", async () => {
  const kim = "kim@office.example";
  expect(await staff("invite", kim, "--role", "admin")).toEqual({
    code: 0,
    output: `${kim} is invited as admin.\n`,
  });
  for (const [args, sentence] of [
    [["invite", "kim", "--role", "admin"], "“kim” is not an email address."],
    [["dismiss", kim], "Use one of: invite"],
  ] as const)
    expect(await staff(...args)).toEqual({ code: 1, output: expect.stringContaining(sentence) });
});

test("a second instance, a taken port and a failing build each end with an explanation", async () => {
  const second = await finished(start());
  expect(second).toEqual({
    code: 1,
    output: `Process ${shared.child.pid} is already running here. Stop it first.\n`,
  });
  const elsewhere = await finished(start("--directory", join(project, ".other")));
  expect(elsewhere.code).toBe(1);
  expect(elsewhere.output).toMatch(/Port \d+ is taken by another program\.\n$/);
  expect(readdirSync(join(project, ".other"))).not.toContain("lock");
  await end(shared.child, "SIGTERM");
  expect(await shared.exit).toBe(0);

  writeFileSync(join(project, "lambdas", "handler.ts"), "broken");
  const broken = await finished(start());
  expect(broken.code).toBe(1);
  expect(broken.output).toContain("The build of the functions failed.\nhandler.ts is broken");
  expect(existsSync(join(directory(), "lock"))).toBe(false);
  writeFileSync(join(project, "lambdas", "handler.ts"), "");

  expect(await finished(start("--now", "someday"))).toEqual({
    code: 1,
    output: expect.stringContaining("“someday” is not a date and time"),
  });
  expect(await finished(run("main.ts", "--port", "many"))).toEqual({
    code: 1,
    output: "“many” is not a port.\n",
  });
});

/** Sends the contact form. */
const write = (site: string, name: string) =>
  fetch(`${site}/api/send-email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, email: "visitor@client.example", message: "Hello" }),
  });

/** The names in the stored messages. */
async function writers(environment: Running): Promise<unknown[]> {
  const database = databaseOf(environment);
  const TableName = await tableNamed(database, "Messages");
  const { Items = [] } = await database.send(new ScanCommand({ TableName }));
  return Items.map(({ name }) => name);
}

test("after being killed while working, it starts again with the stored data", async () => {
  const first = start();
  const { site } = await untilRunning(first);
  expect((await write(site, "Before")).status).toBe(200);
  const lost = write(site, "Meanwhile").catch(() => "lost");
  await end(first.child, "SIGKILL");
  expect(await lost).toBe("lost");
  expect(running()).toBeUndefined();

  shared = start();
  expect(await writers(await untilRunning(shared))).toContain("Before");
});

test("a fresh start removes everything except builds", async () => {
  const before = await untilRunning(shared);
  expect(await writers(before)).toContain("Before");
  await end(shared.child, "SIGINT");
  stepsRun();
  shared = start("--fresh");
  const after = await untilRunning(shared);
  expect(stepsRun()).toEqual([]);
  expect(after.staff[0]?.password).not.toBe(before.staff[0]?.password);
  expect(await writers(after)).toEqual([]);
  await end(shared.child, "SIGINT");
});

test("stored tables with other keys are reported, with the command for a fresh start", async () => {
  const [file = ""] = readdirSync(join(directory(), "assembly")).filter((name) =>
    name.endsWith("template.json"),
  );
  const path = join(directory(), "assembly", file);
  const changed = readFileSync(path, "utf8").replaceAll('"by-next-billing"', '"by-another-day"');
  writeFileSync(path, changed);
  const { code, output } = await finished(start());
  expect(code).toBe(1);
  expect(output).toMatch(/other keys or indexes for DataSubscriptions\w+\. .*npm start -- --fresh\n$/);
  shared = start("--fresh");
  await untilRunning(shared);
  await end(shared.child, "SIGINT");
});

test("in development, sources are served and rebuilt functions are used at once", async () => {
  rmSync(directory(), { recursive: true, force: true });
  const program = start("--dev");
  const { site } = await untilRunning(program);
  const page = await fetch(site, { headers: { accept: "text/html" } });
  expect(await page.text()).toContain("<title>Source</title>");
  expect(page.headers.has("content-security-policy")).toBe(false);
  const call = async () => (await write(site, "Visitor")).text();
  expect(await call()).toBe('{"received":true}');
  await expect.poll(program.output, { timeout: 10_000 }).toContain("watching");
  writeFileSync(join(project, "lambdas", "handler.ts"), "// changed");
  await expect.poll(call, { timeout: 10_000 }).toBe("changed");
  await end(program.child, "SIGINT");
  expect(await program.exit).toBe(0);
  cpSync(bundle, join(project, "build", "messages"), { recursive: true });
});
