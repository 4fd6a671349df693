import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { databaseOf, tableNamed } from "../../test/product/seed-rows.ts";
import { end, finished, openProject, type Program } from "../../test/runner/project-under-test.ts";
import type { Running } from "./running.ts";

const { project, bundle, firstPort, run, staff, start, directory, running, untilRunning, stepsRun } =
  openProject();
/** Several tests share it; a test that needs its own start ends it. */
let shared: Program;

test("the first start builds everything, creates staff and prints the addresses; the next one builds nothing", async () => {
  const first = start();
  const { site, mail, cognito, staff, pid, userPoolId } = await untilRunning(first);
  expect(stepsRun()).toEqual(["assembly", "functions", "site"]);
  expect([site, mail, cognito]).toEqual([0, 1, 2].map((at) => `http://127.0.0.1:${firstPort() + at}`));
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
  const restarted = await untilRunning(second);
  expect(stepsRun()).toEqual([]);
  expect([restarted.staff, restarted.userPoolId]).toEqual([staff, userPoolId]);
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

test("a command runs the daily run alone, as of its own time on that day", async () => {
  const today = await finished(run("sweep.ts"));
  expect(today).toEqual({
    code: 0,
    output: expect.stringMatching(/^Mwamba-dev-daily-run, as of 2026-12-24T04:00:00.000Z: {"queued":0}\n$/),
  });
  const otherDay = await finished(run("sweep.ts", "--day", "2027-01-05"));
  expect(otherDay.output).toContain("as of 2027-01-05T04:00:00.000Z");
  expect(await finished(run("sweep.ts", "--day", "05.01.2027"))).toEqual({
    code: 1,
    output: "“05.01.2027” is not a day such as 2026-12-24.\n",
  });
});

test("a command runs the retention, as of now", async () => {
  expect(await finished(run("retain.ts"))).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^Mwamba-dev-retention, as of 2026-12-24T06:\S+Z: {"messages":0,"reminders":0,"activity":0,"payments":0,"imports":0}\n$/,
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
  const changed = readFileSync(path, "utf8").replaceAll('"by-owing"', '"by-another-day"');
  writeFileSync(path, changed);
  const { code, output } = await finished(start());
  expect(code).toBe(1);
  expect(output).toMatch(/other keys or indexes for DataAccounts\w+\. .*npm start -- --fresh\n$/);
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
  expect(await call()).toMatch(/^{"received":true,"reference":"\d{4} \d{4}"}$/);
  await expect.poll(program.output, { timeout: 10_000 }).toContain("watching");
  writeFileSync(join(project, "lambdas", "handler.ts"), "// changed");
  await expect.poll(call, { timeout: 10_000 }).toBe("changed");
  await end(program.child, "SIGINT");
  expect(await program.exit).toBe(0);
  cpSync(bundle, join(project, "build", "messages"), { recursive: true });
});
