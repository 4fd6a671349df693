import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { Amplify } from "aws-amplify";
import { confirmSignIn, fetchAuthSession, signIn, signOut } from "aws-amplify/auth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixtureAssembly } from "../test/fixture.ts";
import { type Environment, startEnvironment } from "./environment.ts";
import { serve } from "./http-server.ts";
import type { RawTemplate } from "./template/assembly.ts";

let assembly: string;
let environment: Environment;
const lines: string[] = [];
const id: Record<string, string> = {};

function learnIds(template: RawTemplate): RawTemplate {
  for (const name of Object.keys(template.Resources)) id[name.replace(/[0-9A-F]{8}$/, "")] = name;
  return template;
}

beforeAll(async () => {
  assembly = await fixtureAssembly();
  environment = await startEnvironment({
    assembly,
    template: learnIds,
    now: "2026-12-24T09:00",
    log: (line) => lines.push(line),
  });
});
afterAll(() => environment.stop());

async function order(what: object, { site } = environment) {
  const response = await fetch(`${site}/api/open`, { method: "POST", body: JSON.stringify(what) });
  return { status: response.status, body: await response.json() };
}

const kept = async (item: string, where = environment) => (await order({ do: "get", id: item }, where)).body;

/** What lies on a queue, and whose receipt nobody has yet. */
async function messages(queue: string, { awsEndpoint, region } = environment) {
  const queues = new SQSClient({
    region,
    endpoint: awsEndpoint,
    credentials: { accessKeyId: "LOCALADMIN", secretAccessKey: "x" },
  });
  const QueueUrl = `${awsEndpoint}/111122223333/${queue}`;
  const { Messages = [] } = await queues.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, MessageAttributeNames: ["All"] }),
  );
  return Messages;
}

test("the business clock starts where it was told, in the schedule's time zone, and runs on", async () => {
  const { body } = await order({ do: "event" });
  const since = body.requestContext.timeEpoch - Date.UTC(2026, 11, 24, 6, 0);
  expect(since).toBeGreaterThanOrEqual(0);
  expect(since).toBeLessThan(60_000);
});

test("a clock that is no date stops the start", async () => {
  await expect(startEnvironment({ assembly, now: "tomorrow" })).rejects.toThrow(
    "“tomorrow” is no date and time",
  );
});

test("a queue's messages reach their consumer", async () => {
  await order({ do: "enqueue", message: { id: "from-queue" } });
  await environment.idle();
  expect(await kept("from-queue")).toMatchObject({ note: expect.stringMatching(/^arn:aws:sqs:.*:Work/) });
});

test("what becomes of a mail reaches the rule's function through the event bus", async () => {
  await order({ do: "mail", to: "bounce@simulator.amazonses.com" });
  await environment.idle();
  const event = JSON.parse((await kept("feedback")).event);
  expect(event).toMatchObject({
    source: "aws.ses",
    "detail-type": "Email Bounced",
    resources: [`arn:aws:ses:eu-west-1:111122223333:configuration-set/${id.Emails}`],
    detail: { eventType: "Bounce", mail: { destination: ["bounce@simulator.amazonses.com"] } },
  });
});

test("mail is in the inbox", async () => {
  await order({ do: "mail", to: "anna@client.example" });
  const inbox = await (await fetch(`${environment.mail}/messages`)).json();
  expect(inbox).toContainEqual(expect.objectContaining({ to: ["anna@client.example"], subject: "Hello" }));
});

test("a schedule can be run as of any instant, and tells what came of it", async () => {
  const at = Date.UTC(2027, 0, 5, 4);
  expect(await environment.runSchedule(String(id.EveryMorning), at)).toEqual({ outcome: { kept: "daily" } });
  expect(JSON.parse((await kept("daily")).event)).toMatchObject({
    source: "aws.scheduler",
    time: "2027-01-05T04:00:00Z",
  });
  expect(await environment.runSchedule("Nothing", at)).toEqual({
    error: "There is no schedule named Nothing",
  });
});

test("set to another day, the clock runs on from there, and no schedule makes up for what lies between", async () => {
  const other = await startEnvironment({ assembly, now: "2026-12-24T09:00" });
  await other.setClock("2027-03-01T09:00");
  const event = (await order({ do: "event" }, other)).body;
  expect(event.requestContext.time).toMatch(/^01\/Mar\/2027:06:00:/);
  await other.setClock("2027-03-02T06:59:59.500");
  await expect.poll(() => kept("daily", other)).toBeTruthy();
  expect(JSON.parse((await kept("daily", other)).event).time).toBe("2027-03-02T04:00:00Z");
  await other.stop();
});

test("after a reset nothing is stored or under way, and the clock is where it began", async () => {
  const other = await startEnvironment({ assembly, now: "2026-12-24T09:00" });
  const person = { UserPoolId: other.userPoolId, Username: "anna@client.example", MessageAction: "SUPPRESS" };
  const inbox = async () => (await fetch(`${other.mail}/messages`)).json();
  await order({ do: "put", id: "stored" }, other);
  await order({ do: "mail" }, other);
  await other.userPool("AdminCreateUser", person);
  await order({ do: "enqueue", message: { id: "again and again", fail: true } }, other);
  await fetch(`${other.mail}/faults`, {
    method: "PUT",
    body: JSON.stringify({ refuse: ["anna@client.example"] }),
  });
  expect((await order({ do: "mail" }, other)).status).toBe(500);
  await other.setClock("2027-03-01T09:00");
  const taken = () =>
    other.calls().find(({ functionId, action }) => functionId === id.Probe && action === "logs:PutLogEvents")
      ?.count ?? 0;
  const before = taken();
  const lost = order({ do: "wait", ms: 55_000 }, other).catch(() => ({ status: 0 }));
  await expect.poll(taken).toBe(before + 1);
  await other.reset();

  expect((await lost).status).not.toBe(200);
  const query = { do: "environment" };
  const { QUEUE_URL } = (await order(query, other)).body;
  expect(await kept("stored", other)).toBeNull();
  expect(await messages(QUEUE_URL.split("/").at(-1), other)).toEqual([]);
  expect(await inbox()).toEqual([]);
  expect((await other.userPool("ListUsers", person)).Users).toEqual([]);
  expect((await order({ do: "event" }, other)).body.requestContext.time).toMatch(/^24\/Dec\/2026:06:00:/);
  expect((await order({ do: "mail" }, other)).status).toBe(200);
  expect(await inbox()).toHaveLength(1);
  await other.userPool("AdminCreateUser", person);
  await other.stop();
});

test("a reset ends what a function remembers and does, unless it is idle and kept warm", async () => {
  const other = await startEnvironment({ assembly });
  const count = async () => (await order({ do: "count" }, other)).body;
  const keepWarm = (functionId: string) => functionId === id.Probe;
  await count();
  await other.reset({ keepWarm });
  expect(await count()).toBe(2);
  const lost = order({ do: "spin" }, other);
  await expect.poll(() => other.calls().find(({ count }) => count === 3)).toBeTruthy();
  await other.reset({ keepWarm });
  expect((await lost).status).toBe(500);
  expect(await count()).toBe(1);
  await other.reset();
  expect(await count()).toBe(1);
  await other.stop();
});

test("a schedule whose role may not call its function says so", async () => {
  const stopped = await startEnvironment({
    assembly,
    template(template) {
      for (const [name, { Properties }] of Object.entries(template.Resources))
        if (name.startsWith("SchedulerRole") && Properties?.Roles) delete template.Resources[name];
      return template;
    },
  });
  const fired = await stopped.runSchedule(String(id.EveryMorning), 0);
  expect(fired).toEqual({
    error: expect.stringMatching(/role\/SchedulerRole.* may not lambda:InvokeFunction on .*Daily/),
  });
  await stopped.stop();
});

test("a rule whose function does not let it in leaves its event with the dead letters", async () => {
  const stopped = await startEnvironment({
    assembly,
    template(template) {
      for (const name of Object.keys(template.Resources))
        if (name.startsWith("MailEventsAllow")) delete template.Resources[name];
      return template;
    },
  });
  await order({ do: "mail" }, stopped);
  await stopped.idle();
  const [email] = await messages(String(id.Dead), stopped);
  expect(JSON.parse(email?.Body ?? "")).toMatchObject({ "detail-type": "Email Delivered" });
  expect(email?.MessageAttributes?.ERROR_MESSAGE?.StringValue).toContain(
    "No Lambda permission lets events.amazonaws.com call",
  );
  await stopped.stop();
});

test("taking one permission away makes exactly that call fail, and tells which it was", async () => {
  const poorer = await startEnvironment({
    assembly,
    template: (template) => JSON.parse(JSON.stringify(template).replaceAll('"dynamodb:PutItem",', "")),
    log: (line) => lines.push(line),
  });
  expect((await order({ do: "get", id: "x" }, poorer)).status).toBe(200);
  expect((await order({ do: "put", id: "x" }, poorer)).status).toBe(500);
  const failure = poorer.invoke("ProbeB22986FB", { do: "put", id: "x" });
  await expect(failure).rejects.toMatchObject({
    errorType: "AccessDeniedException",
    message: expect.stringContaining(
      `is not authorized to perform: dynamodb:PutItem on resource: arn:aws:dynamodb:eu-west-1:111122223333:table/${id.Items}`,
    ),
  });
  expect(poorer.calls().filter(({ allowed }) => !allowed)).toEqual([
    expect.objectContaining({ action: "dynamodb:PutItem", count: 2 }),
  ]);
  await poorer.stop();
});

test("a consumer whose role may not read its queue stops the start", async () => {
  const start = startEnvironment({
    assembly,
    template: (template) => JSON.parse(JSON.stringify(template).replaceAll('"sqs:ReceiveMessage",', "")),
  });
  await expect(start).rejects.toThrow(
    "The function execution role does not have permissions to call ReceiveMessage on SQS",
  );
});

test("killing a function loses its event, and the next one is answered", async () => {
  const waiting = order({ do: "wait", ms: 55_000 });
  await expect.poll(() => environment.kill(String(id.Probe))).toBe(1);
  expect((await waiting).status).toBe(500);
  expect((await order({ do: "echo" })).status).toBe(200);
});

test("a function's failure is told in one short line", async () => {
  lines.length = 0;
  await order({ do: "throw", message: "x".repeat(1000) });
  expect(lines[0]).toMatch(/^ProbeB22986FB failed: TypeError: x{200,}$/);
  expect(lines[0]?.length).toBeLessThanOrEqual(300);
});

test("somebody invited signs in with Amplify, and their token opens the API", async () => {
  const { cognito, userPoolId, userPoolClientId, userPool, site } = environment;
  const username = "kim@office.example";
  await userPool("AdminCreateUser", {
    UserPoolId: userPoolId,
    Username: username,
    TemporaryPassword: "Temporary-1",
    UserAttributes: [{ Name: "email", Value: username }],
    MessageAction: "SUPPRESS",
  });
  await userPool("AdminAddUserToGroup", { UserPoolId: userPoolId, Username: username, GroupName: "member" });
  Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint: cognito } } });
  const { nextStep } = await signIn({ username, password: "Temporary-1" });
  expect(nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED");
  await confirmSignIn({ challengeResponse: "Lasting-1" });
  const { tokens } = await fetchAuthSession();
  const headers = { authorization: `Bearer ${tokens?.accessToken}` };
  const event = await (await fetch(`${site}/api/items/7`, { headers })).json();
  expect(event.requestContext.authorizer.jwt.claims).toMatchObject({
    "cognito:groups": "[member]",
    token_use: "access",
  });
  await signOut();
});

test("what was stored is there again after a restart in the same directory", async () => {
  const directory = mkdtempSync(join(tmpdir(), "environment-"));
  const first = await startEnvironment({ assembly, directory });
  await order({ do: "put", id: "lasting" }, first);
  await order({ do: "log", message: "a line" }, first);
  await first.stop();
  expect(readFileSync(join(directory, "logs", `${id.Probe}.log`), "utf8")).toContain("a line\n");
  const second = await startEnvironment({ assembly, directory });
  expect(await kept("lasting", second)).toEqual({ id: "lasting", note: "kept" });
  expect(second.userPoolId).toBe(first.userPoolId);
  await second.stop();
  rmSync(directory, { recursive: true });
});

test("a taken port stops the start with a sentence, and nothing is left listening", async () => {
  const listen = (port: number) => serve(port, () => {});
  const portOf = ({ url }: { url: string }) => Number(new URL(url).port);
  const squatter = await listen(0);
  const port = portOf(squatter);
  const probe = await listen(0);
  const free = portOf(probe);
  await probe.close();
  await expect(startEnvironment({ assembly, ports: { site: port, aws: free } })).rejects.toThrow(
    `Port ${port} is taken by another program.`,
  );
  const again = await listen(free);
  await Promise.all([again.close(), squatter.close()]);
});

test("stopping does not wait for what functions are doing", async () => {
  const stopped = await startEnvironment({ assembly });
  const lost = stopped.invoke(String(id.Probe), { do: "spin" }).catch((error: Error) => error.message);
  const began = performance.now();
  await stopped.stop();
  // Its function may take a minute.
  expect(performance.now() - began).toBeLessThan(30_000);
  expect(await lost).toContain("signal: killed");
});
