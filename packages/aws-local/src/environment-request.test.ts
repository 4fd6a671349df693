import { afterAll, beforeAll, expect, test } from "vitest";
import { fixtureAssembly } from "../test/fixture.ts";
import { type Environment, startEnvironment } from "./environment.ts";

const ANN = "ann@client.example";
let environment: Environment;

beforeAll(async () => {
  environment = await startEnvironment({ assembly: await fixtureAssembly() });
});
afterAll(() => environment.stop());

const pool = (operation: string, input: object = {}) =>
  environment.userPool(operation, { UserPoolId: environment.userPoolId, Username: ANN, ...input });

async function overHttp(method: string, url: string, headers: Record<string, string>, body: string) {
  const response = await fetch(environment.api + url, { method, headers, ...(body && { body }) });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}

async function direct(method: string, url: string, headers: Record<string, string>, body: string) {
  const request = { method, url, headers, body: Buffer.from(body), sourceIp: "127.0.0.1" };
  const response = await environment.request(request);
  return { ...response, body: response.body.toString() };
}

/** Fields that differ between two requests, or that only a connection has. */
const withoutRequestFields = (body: string) => {
  const { headers, requestContext, ...event } = JSON.parse(body);
  if (!requestContext) return JSON.parse(body);
  const { requestId, time, timeEpoch, http, ...context } = requestContext;
  expect([requestId, time]).toEqual([expect.any(String), expect.any(String)]);
  expect(timeEpoch).toBeGreaterThan(0);
  const { accept, connection, host, "content-length": length, ...sent } = headers;
  const { "accept-encoding": encoding, "accept-language": language, "sec-fetch-mode": mode, ...rest } = sent;
  return { ...event, headers: rest, context, http };
};

test.each<[string, string, string, Record<string, string>, string]>([
  ["a body", "POST", "/api/open?a=1&b=%20", { "content-type": "application/json" }, '{"do":"event"}'],
  ["a path parameter", "DELETE", "/api/files/a/b%20c", { "content-type": "text/plain" }, "text"],
  ["an error of the function", "POST", "/api/open", { "content-type": "text/plain" }, '{"do":"throw"}'],
  ["no route", "GET", "/api/nothing", {}, ""],
  ["no token", "GET", "/api/items/1", {}, ""],
])("environment.request responds as over HTTP: %s", async (_what, method, url, headers, body) => {
  const userAgent = { "user-agent": "test" };
  const [expected, actual] = [
    await overHttp(method, url, { ...headers, ...userAgent }, body),
    await direct(method, url, { ...headers, ...userAgent }, body).catch((error: Error) => error),
  ];
  // environment.request rejects with the function's error where HTTP responds with 500.
  if (actual instanceof Error) return expect(expected.status).toBe(500);
  expect(actual.status).toBe(expected.status);
  for (const name of ["content-type", "www-authenticate"])
    expect(actual.headers[name]).toBe(expected.headers[name]);
  expect(withoutRequestFields(actual.body)).toEqual(withoutRequestFields(expected.body));
});

test("environment.signIn returns tokens for the API, and refuses disabled and unknown users", async () => {
  await pool("AdminCreateUser", { MessageAction: "SUPPRESS" });
  await pool("AdminAddUserToGroup", { GroupName: "member" });
  const { AccessToken } = await environment.signIn(ANN);
  const response = await direct("GET", "/api/items/7", { authorization: `Bearer ${AccessToken}` }, "");
  expect(response.status).toBe(200);
  const { claims } = JSON.parse(response.body).requestContext.authorizer.jwt;
  expect(claims).toMatchObject({ "cognito:groups": "[member]", token_use: "access" });
  await pool("AdminDisableUser");
  await expect(environment.signIn(ANN)).rejects.toMatchObject({
    code: "NotAuthorizedException",
    message: "User is disabled.",
  });
  await expect(environment.signIn("nobody@client.example")).rejects.toMatchObject({
    code: "UserNotFoundException",
  });
});
