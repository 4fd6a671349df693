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

function recordIds(template: RawTemplate): RawTemplate {
  for (const name of Object.keys(template.Resources)) id[name.replace(/[0-9A-F]{8}$/, "")] = name;
  return template;
}

beforeAll(async () => {
  assembly = await fixtureAssembly();
  environment = await startEnvironment({
    assembly,
    template: recordIds,
    now: "2026-12-24T09:00",
    log: (line) => lines.push(line),
  });
});
afterAll(() => environment.stop());

async function probe(command: object, { site } = environment) {
  const response = await fetch(`${site}/api/open`, { method: "POST", body: JSON.stringify(command) });
  return { status: response.status, body: await response.json() };
}

const getItem = async (id: string, where = environment) => (await probe({ do: "get", id }, where)).body;

/** The visible messages of a queue. */
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

test("the business clock starts at the given time in the schedule's time zone, and runs on", async () => {
  const { body } = await probe({ do: "event" });
  const since = body.requestContext.timeEpoch - Date.UTC(2026, 11, 24, 6, 0);
  expect(since).toBeGreaterThanOrEqual(0);
  expect(since).toBeLessThan(60_000);
});

test("an invalid clock stops the start", async () => {
  await expect(startEnvironment({ assembly, now: "tomorrow" })).rejects.toThrow(
    "“tomorrow” is not a date and time",
  );
});

test("a queue's messages reach their consumer", async () => {
  await probe({ do: "enqueue", message: { id: "from-queue" } });
  await environment.idle();
  expect(await getItem("from-queue")).toMatchObject({ note: expect.stringMatching(/^arn:aws:sqs:.*:Work/) });
});

test("an email's events reach the rule's function through the event bus", async () => {
  await probe({ do: "mail", to: "bounce@simulator.amazonses.com" });
  await environment.idle();
  const event = JSON.parse((await getItem("feedback")).event);
  expect(event).toMatchObject({
    source: "aws.ses",
    "detail-type": "Email Bounced",
    resources: [`arn:aws:ses:eu-west-1:111122223333:configuration-set/${id.Emails}`],
    detail: { eventType: "Bounce", mail: { destination: ["bounce@simulator.amazonses.com"] } },
  });
});

test("a sent email is in the inbox", async () => {
  await probe({ do: "mail", to: "anna@client.example" });
  const inbox = await (await fetch(`${environment.mail}/messages`)).json();
  expect(inbox).toContainEqual(expect.objectContaining({ to: ["anna@client.example"], subject: "Hello" }));
});

test("a schedule runs as if it were any instant, and returns the result", async () => {
  const at = Date.UTC(2027, 0, 5, 4);
  expect(await environment.runSchedule(String(id.EveryMorning), at)).toEqual({
    outcome: { stored: "daily" },
  });
  expect(JSON.parse((await getItem("daily")).event)).toMatchObject({
    source: "aws.scheduler",
    time: "2027-01-05T04:00:00Z",
  });
  expect(await environment.runSchedule("Nothing", at)).toEqual({
    error: "There is no schedule named Nothing",
  });
});

test("after the clock is set, it runs on from there, and schedules skip the time between", async () => {
  const other = await startEnvironment({ assembly, now: "2026-12-24T09:00" });
  await other.setClock("2027-03-01T09:00");
  const event = (await probe({ do: "event" }, other)).body;
  expect(event.requestContext.time).toMatch(/^01\/Mar\/2027:06:00:/);
  await other.setClock("2027-03-02T06:59:59.500");
  await expect.poll(() => getItem("daily", other)).toBeTruthy();
  expect(JSON.parse((await getItem("daily", other)).event).time).toBe("2027-03-02T04:00:00Z");
  await other.stop();
});

test("a reset deletes all data, stops all work and resets the clock", async () => {
  const other = await startEnvironment({ assembly, now: "2026-12-24T09:00" });
  const person = { UserPoolId: other.userPoolId, Username: "anna@client.example", MessageAction: "SUPPRESS" };
  const inbox = async () => (await fetch(`${other.mail}/messages`)).json();
  await probe({ do: "put", id: "stored" }, other);
  await probe({ do: "mail" }, other);
  await other.userPool("AdminCreateUser", person);
  await probe({ do: "enqueue", message: { id: "again and again", fail: true } }, other);
  await fetch(`${other.mail}/faults`, {
    method: "PUT",
    body: JSON.stringify({ refuse: ["anna@client.example"] }),
  });
  expect((await probe({ do: "mail" }, other)).status).toBe(500);
  await other.setClock("2027-03-01T09:00");
  const eventCount = () =>
    other.calls().find(({ functionId, action }) => functionId === id.Probe && action === "logs:PutLogEvents")
      ?.count ?? 0;
  const before = eventCount();
  const lost = probe({ do: "wait", ms: 55_000 }, other).catch(() => ({ status: 0 }));
  await expect.poll(eventCount).toBe(before + 1);
  await other.reset();

  expect((await lost).status).not.toBe(200);
  const query = { do: "environment" };
  const { QUEUE_URL } = (await probe(query, other)).body;
  expect(await getItem("stored", other)).toBeNull();
  expect(await messages(QUEUE_URL.split("/").at(-1), other)).toEqual([]);
  expect(await inbox()).toEqual([]);
  expect((await other.userPool("ListUsers", person)).Users).toEqual([]);
  expect((await probe({ do: "event" }, other)).body.requestContext.time).toMatch(/^24\/Dec\/2026:06:00:/);
  expect((await probe({ do: "mail" }, other)).status).toBe(200);
  expect(await inbox()).toHaveLength(1);
  await other.userPool("AdminCreateUser", person);
  await other.stop();
});

test("a reset ends a function and its module state, unless it is idle and kept warm", async () => {
  const other = await startEnvironment({ assembly });
  const count = async () => (await probe({ do: "count" }, other)).body;
  const keepWarm = (functionId: string) => functionId === id.Probe;
  await count();
  await other.reset({ keepWarm });
  expect(await count()).toBe(2);
  const lost = probe({ do: "spin" }, other);
  await expect.poll(() => other.calls().find(({ count }) => count === 3)).toBeTruthy();
  await other.reset({ keepWarm });
  expect((await lost).status).toBe(500);
  expect(await count()).toBe(1);
  await other.reset();
  expect(await count()).toBe(1);
  await other.stop();
});

test("a schedule whose role may not invoke its function is an error", async () => {
  const stopped = await startEnvironment({
    assembly,
    template(template) {
      for (const [name, { Properties }] of Object.entries(template.Resources))
        if (name.startsWith("SchedulerRole") && Properties?.Roles) delete template.Resources[name];
      return template;
    },
  });
  const result = await stopped.runSchedule(String(id.EveryMorning), 0);
  expect(result).toEqual({
    error: expect.stringMatching(/role\/SchedulerRole.* may not lambda:InvokeFunction on .*Daily/),
  });
  await stopped.stop();
});

test("a rule without a Lambda permission sends its event to the dead-letter queue", async () => {
  const stopped = await startEnvironment({
    assembly,
    template(template) {
      for (const name of Object.keys(template.Resources))
        if (name.startsWith("MailEventsAllow")) delete template.Resources[name];
      return template;
    },
  });
  await probe({ do: "mail" }, stopped);
  await stopped.idle();
  const [email] = await messages(String(id.Dead), stopped);
  expect(JSON.parse(email?.Body ?? "")).toMatchObject({ "detail-type": "Email Delivered" });
  expect(email?.MessageAttributes?.ERROR_MESSAGE?.StringValue).toContain(
    "No Lambda permission lets events.amazonaws.com call",
  );
  await stopped.stop();
});

test("without one permission exactly that call fails, with its name", async () => {
  const restricted = await startEnvironment({
    assembly,
    template: (template) => JSON.parse(JSON.stringify(template).replaceAll('"dynamodb:PutItem",', "")),
    log: (line) => lines.push(line),
  });
  expect((await probe({ do: "get", id: "x" }, restricted)).status).toBe(200);
  expect((await probe({ do: "put", id: "x" }, restricted)).status).toBe(500);
  const failure = restricted.invoke("ProbeB22986FB", { do: "put", id: "x" });
  await expect(failure).rejects.toMatchObject({
    errorType: "AccessDeniedException",
    message: expect.stringContaining(
      `is not authorized to perform: dynamodb:PutItem on resource: arn:aws:dynamodb:eu-west-1:111122223333:table/${id.Items}`,
    ),
  });
  expect(restricted.calls().filter(({ allowed }) => !allowed)).toEqual([
    expect.objectContaining({ action: "dynamodb:PutItem", count: 2 }),
  ]);
  await restricted.stop();
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

test("killing a function loses its event, and the next one succeeds", async () => {
  const waiting = probe({ do: "wait", ms: 55_000 });
  await expect.poll(() => environment.kill(String(id.Probe))).toBe(1);
  expect((await waiting).status).toBe(500);
  expect((await probe({ do: "echo" })).status).toBe(200);
});

test("a function's failure is logged in one short line", async () => {
  lines.length = 0;
  await probe({ do: "throw", message: "x".repeat(1000) });
  expect(lines[0]).toMatch(/^ProbeB22986FB failed: TypeError: x{200,}$/);
  expect(lines[0]?.length).toBeLessThanOrEqual(300);
});

test("an invited user signs in with Amplify and calls the API", async () => {
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

test("data survives a restart in the same directory", async () => {
  const directory = mkdtempSync(join(tmpdir(), "environment-"));
  const first = await startEnvironment({ assembly, directory });
  await probe({ do: "put", id: "stored" }, first);
  await probe({ do: "log", message: "a line" }, first);
  await first.stop();
  expect(readFileSync(join(directory, "logs", `${id.Probe}.log`), "utf8")).toContain("a line\n");
  const second = await startEnvironment({ assembly, directory });
  expect(await getItem("stored", second)).toEqual({ id: "stored", note: "stored" });
  expect(second.userPoolId).toBe(first.userPoolId);
  await second.stop();
  rmSync(directory, { recursive: true });
});

test("a port in use stops the start, and all opened ports are closed", async () => {
  const listen = (port: number) => serve(port, () => {});
  const portOf = ({ url }: { url: string }) => Number(new URL(url).port);
  const blocker = await listen(0);
  const port = portOf(blocker);
  const probe = await listen(0);
  const free = portOf(probe);
  await probe.close();
  await expect(startEnvironment({ assembly, ports: { site: port, aws: free } })).rejects.toThrow(
    `Port ${port} is taken by another program.`,
  );
  const again = await listen(free);
  await Promise.all([again.close(), blocker.close()]);
});

test("stopping does not wait for running functions", async () => {
  const stopped = await startEnvironment({ assembly });
  const lost = stopped.invoke(String(id.Probe), { do: "spin" }).catch((error: Error) => error.message);
  const startedAt = performance.now();
  await stopped.stop();
  // The function's timeout is a minute.
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(await lost).toContain("signal: killed");
});
