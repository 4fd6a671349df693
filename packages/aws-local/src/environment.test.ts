import { Amplify } from "aws-amplify";
import { confirmSignIn, fetchAuthSession, signIn, signOut } from "aws-amplify/auth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixtureAssembly } from "../test/fixture.ts";
import { getItem, idsOf, probe } from "../test/probe.ts";
import { type Environment, startEnvironment } from "./environment.ts";
import { readAssembly } from "./template/assembly.ts";

let assembly: string;
let environment: Environment;
let id: Record<string, string>;
const lines: string[] = [];
beforeAll(async () => {
  assembly = await fixtureAssembly();
  id = idsOf(readAssembly(assembly).template);
  environment = await startEnvironment({
    assembly,
    now: "2026-12-24T09:00",
    log: (line) => lines.push(line),
  });
});
afterAll(() => environment.stop());

test("the business clock starts at the given time in the schedule's time zone, and runs on", async () => {
  const { body } = await probe({ do: "event" }, environment);
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
  await probe({ do: "enqueue", message: { id: "from-queue" } }, environment);
  await environment.idle();
  expect(await getItem("from-queue", environment)).toMatchObject({
    note: expect.stringMatching(/^arn:aws:sqs:.*:Work/),
  });
});

test("an email's events reach the rule's function through the event bus", async () => {
  await probe({ do: "mail", to: "bounce@simulator.amazonses.com" }, environment);
  await environment.idle();
  const event = JSON.parse((await getItem("feedback", environment)).event);
  expect(event).toMatchObject({
    source: "aws.ses",
    "detail-type": "Email Bounced",
    resources: [`arn:aws:ses:eu-west-1:111122223333:configuration-set/${id.Emails}`],
    detail: { eventType: "Bounce", mail: { destination: ["bounce@simulator.amazonses.com"] } },
  });
});

test("a sent email is in the inbox", async () => {
  await probe({ do: "mail", to: "anna@client.example" }, environment);
  const inbox = await (await fetch(`${environment.mail}/messages`)).json();
  expect(inbox).toContainEqual(expect.objectContaining({ to: ["anna@client.example"], subject: "Hello" }));
});

test("a schedule runs as if it were any instant, and returns the result", async () => {
  const at = Date.UTC(2027, 0, 5, 4);
  expect(await environment.runSchedule(String(id.EveryMorning), at)).toEqual({
    outcome: { stored: "daily" },
  });
  expect(JSON.parse((await getItem("daily", environment)).event)).toMatchObject({
    source: "aws.scheduler",
    time: "2027-01-05T04:00:00Z",
  });
  expect(await environment.runSchedule("Nothing", at)).toEqual({
    error: "There is no schedule named Nothing",
  });
});

test("killing a function loses its event, and the next one succeeds", async () => {
  const waiting = probe({ do: "wait", ms: 55_000 }, environment);
  await expect.poll(() => environment.kill(String(id.Probe))).toBe(1);
  expect((await waiting).status).toBe(500);
  expect((await probe({ do: "echo" }, environment)).status).toBe(200);
});

test("a function's failure is logged in one short line", async () => {
  lines.length = 0;
  await probe({ do: "throw", message: "x".repeat(1000) }, environment);
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
