import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { fixtureAssembly } from "../../test/fixture.ts";
import { FunctionError } from "../functions/sandbox.ts";
import { serve } from "../http-server.ts";
import { type RawTemplate, readAssembly } from "../template/assembly.ts";
import { readTemplate } from "../template/template.ts";
import { type Gateway, openGateway } from "./gateway.ts";

const NOW = Date.UTC(2026, 11, 24, 6, 0, 5);
const keys = await generateKeyPair("RS256");
const keyServer = await serve(0, async (_request, response) => {
  const key = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "RS256", use: "sig" };
  response.end(JSON.stringify({ keys: [key] }));
});
let assembly: ReturnType<typeof readAssembly>;
let issuer: string;
let clientId: string;
let gateway: Gateway | undefined;

beforeAll(async () => {
  assembly = readAssembly(await fixtureAssembly());
  issuer = `${keyServer.url}/pool`;
});
afterAll(keyServer.close);
afterEach(() => gateway?.close());

type Invoke = (event: APIGatewayProxyEventV2) => unknown;

/** The fixture's API, with `respond` instead of its function. */
async function open(respond: Invoke = (event) => event, change: (template: RawTemplate) => void = () => {}) {
  const raw = structuredClone(assembly.template);
  change(raw);
  const template = readTemplate(raw, "Fixture", {
    issuer: () => issuer,
    queueUrl: (name) => `http://queue/${name}`,
  });
  const [client] = template.all("AWS::Cognito::UserPoolClient");
  clientId = template.resolve({ Ref: client?.id }) as string;
  gateway = await openGateway({
    template,
    now: () => NOW,
    invoke: async (_arn, event) => respond(event as APIGatewayProxyEventV2),
  });
  const { url } = gateway;
  return (path: string, init: RequestInit = {}) => fetch(url + path, init);
}

const seconds = () => Math.floor(Date.now() / 1000);

function token(claims: JWTPayload = {}, privateKey = keys.privateKey, alg = "RS256") {
  const payload = {
    iss: issuer,
    client_id: clientId,
    token_use: "access",
    sub: "s",
    "cognito:groups": ["admin", "member"],
    iat: seconds(),
    exp: seconds() + 300,
  };
  return new SignJWT({ ...payload, ...claims }).setProtectedHeader({ alg, kid: "one" }).sign(privateKey);
}

const bearer = (value: string): RequestInit => ({ headers: { authorization: `Bearer ${value}` } });
const properties = (template: RawTemplate, type: string) =>
  Object.values(template.Resources)
    .filter((one) => one.Type === type)
    .map((one) => (one.Properties ??= {}));

test("a request becomes an event in payload format 2.0", async () => {
  const call = await open();
  const response = await call("/api/open?tag=a&tag=b&empty=&name=J%C3%BCrgen", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      Cookie: "one=1; two=2",
      "X-Twice": "a",
      "user-agent": "test",
    },
    body: '{"a":1}',
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json");
  const event = await response.json();
  expect(event).toMatchObject({
    version: "2.0",
    routeKey: "POST /api/open",
    rawPath: "/api/open",
    rawQueryString: "tag=a&tag=b&empty=&name=J%C3%BCrgen",
    queryStringParameters: { tag: "a,b", empty: "", name: "Jürgen" },
    cookies: ["one=1", "two=2"],
    body: '{"a":1}',
    isBase64Encoded: false,
    requestContext: {
      http: {
        method: "POST",
        path: "/api/open",
        sourceIp: "127.0.0.1",
        userAgent: "test",
        protocol: "HTTP/1.1",
      },
      routeKey: "POST /api/open",
      stage: "$default",
      time: "24/Dec/2026:06:00:05 +0000",
      timeEpoch: NOW,
      accountId: "111122223333",
    },
  });
  expect(event.headers).toMatchObject({
    "x-twice": "a",
    "x-forwarded-for": "127.0.0.1",
    "x-forwarded-proto": "https",
  });
  expect(event.headers).not.toHaveProperty("cookie");
  expect(event).not.toHaveProperty("pathParameters");
  expect(response.headers.get("apigw-requestid")).toBe(event.requestContext.requestId);
});

test("a binary body arrives in base64; no body stays no body", async () => {
  const call = await open();
  const bytes = new Uint8Array([0, 255, 1]);
  const sent = await call("/api/open", {
    method: "POST",
    headers: { "content-type": "image/png" },
    body: bytes,
  });
  expect(await sent.json()).toMatchObject({ body: "AP8B", isBase64Encoded: true });
  const nothing = await (await call("/api/open")).json();
  expect(nothing).not.toHaveProperty("body");
  expect(nothing.isBase64Encoded).toBe(false);
});

test.each([
  ["text/plain", false],
  ["application/json; charset=utf-8", false],
  ["application/xml", false],
  ["application/x-www-form-urlencoded", true],
  ["application/problem+json", true],
  [undefined, true],
])("a body of type %s arrives in base64: %s", async (type, isBase64Encoded) => {
  const call = await open();
  const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
  const sent = await call("/api/open", { method: "POST", headers, body: new TextEncoder().encode("{}") });
  expect(await sent.json()).toMatchObject({ body: isBase64Encoded ? "e30=" : "{}", isBase64Encoded });
});

test("the most specific route gets the request, with decoded parameters", async () => {
  const call = await open();
  const access = bearer(await token());
  const routed = async (path: string, init: RequestInit = {}) => {
    const { routeKey, pathParameters } = await (await call(path, { ...access, ...init })).json();
    return { routeKey, pathParameters };
  };
  expect(await routed("/api/items/latest")).toEqual({
    routeKey: "GET /api/items/latest",
    pathParameters: undefined,
  });
  expect(await routed("/api/items/a%2Fb%20c")).toEqual({
    routeKey: "GET /api/items/{id}",
    pathParameters: { id: "a/b c" },
  });
  expect(await routed("/api/items/latest", { method: "PUT" })).toEqual({
    routeKey: "PUT /api/items/{id}",
    pathParameters: { id: "latest" },
  });
  expect(await routed("/api/files/a/b/c", { method: "DELETE" })).toEqual({
    routeKey: "ANY /api/files/{path+}",
    pathParameters: { path: "a/b/c" },
  });
});

test.each([
  ["GET", "/"],
  ["DELETE", "/api/open"],
  ["GET", "/api/open/"],
  ["GET", "/api/files/"],
  ["GET", "/api/OPEN"],
])("%s %s has no route", async (method, path) => {
  const response = await (await open())(path, { method });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ message: "Not Found" });
});

test("the function gets a token's claims as text", async () => {
  const call = await open();
  const event = await (await call("/api/items/1", bearer(await token()))).json();
  const { claims, scopes } = event.requestContext.authorizer.jwt;
  expect(claims).toMatchObject({
    "cognito:groups": "[admin member]",
    sub: "s",
    client_id: clientId,
    exp: expect.stringMatching(/^\d+$/),
  });
  expect(scopes).toBeNull();
});

test("the authorizer accepts an ID token, because its audience is the client", async () => {
  const call = await open();
  const idToken = await token({ aud: clientId, client_id: undefined, token_use: "id" });
  expect((await call("/api/items/1", bearer(idToken))).status).toBe(200);
});

test("a token without the word Bearer is accepted", async () => {
  const call = await open();
  expect((await call("/api/items/1", { headers: { authorization: await token() } })).status).toBe(200);
});

const other = await generateKeyPair("RS256");
test.each<[string, () => Promise<string> | string]>([
  ["that is expired", () => token({ exp: seconds() - 1 })],
  ["that never expires", () => token({ exp: undefined })],
  ["that is not valid yet", () => token({ nbf: seconds() + 60 })],
  ["of another pool", () => token({ iss: `${issuer}2` })],
  ["for another client", () => token({ client_id: "other" })],
  ["with the right client but another audience", () => token({ aud: "other" })],
  ["signed with another key", () => token({}, other.privateKey)],
  [
    "signed with the public key as a secret",
    () =>
      new SignJWT({ iss: issuer, client_id: clientId })
        .setProtectedHeader({ alg: "HS256", kid: "one" })
        .setExpirationTime("5m")
        .sign(new TextEncoder().encode("x".repeat(32))),
  ],
  [
    "without a signature",
    () => new UnsecuredJWT({ client_id: clientId }).setIssuer(issuer).setExpirationTime("5m").encode(),
  ],
  ["that is not a JWT", () => "nonsense"],
])("a token %s is refused", async (_what, make) => {
  const call = await open(() => expect.unreachable());
  const response = await call("/api/items/1", bearer(await make()));
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({ message: "Unauthorized" });
  expect(response.headers.get("www-authenticate")).toMatch(
    /^Bearer scope="" error="invalid_token" error_description=".+"$/,
  );
});

test("without a token the response names only the scheme", async () => {
  const response = await (await open())("/api/items/1");
  expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
});

test("a result with a status is the response", async () => {
  const call = await open(() => ({
    statusCode: 201,
    headers: { "X-Thing": "yes", "content-type": "image/png" },
    body: "AP8B",
    isBase64Encoded: true,
  }));
  const response = await call("/api/open");
  expect(response.status).toBe(201);
  expect(response.headers.get("x-thing")).toBe("yes");
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255, 1]);
});

test("a result without a status is the body of a 200 response", async () => {
  const call = await open(() => ({ hello: "there" }));
  expect(await (await call("/api/open")).json()).toEqual({ hello: "there" });
});

test.each<[string, Invoke]>([
  ["fails", () => Promise.reject(new FunctionError({ errorType: "Error", errorMessage: "secret" }))],
  ["returns an invalid status", () => ({ statusCode: "abc" })],
  ["returns a body that is not text", () => ({ statusCode: 200, body: { a: 1 } })],
])("a function that %s is an internal error without details", async (_what, invoke) => {
  const response = await (await open(invoke))("/api/open");
  expect(response.status).toBe(500);
  expect(await response.text()).toBe('{"message":"Internal Server Error"}');
});

test("a function that takes longer than the integration's timeout is a 503", async () => {
  const never = new Promise(() => {});
  const call = await open(
    () => never,
    (template) => {
      for (const integration of properties(template, "AWS::ApiGatewayV2::Integration"))
        integration.TimeoutInMillis = 50;
    },
  );
  const response = await call("/api/open");
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ message: "Service Unavailable" });
});

test("a body of more than 10 MB is refused before the function is called", async () => {
  const call = await open(() => expect.unreachable());
  const response = await call("/api/open", { method: "POST", body: "x".repeat(10 * 1024 * 1024 + 1) });
  expect(response.status).toBe(413);
  expect(await response.json()).toEqual({ message: "Request Entity Too Large" });
});

test("requests above the stage's burst limit are throttled", async () => {
  const call = await open(undefined, (template) => {
    for (const stage of properties(template, "AWS::ApiGatewayV2::Stage"))
      stage.DefaultRouteSettings = { ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 2 };
  });
  const statuses = [];
  for (let sent = 0; sent < 3; sent++) statuses.push((await call("/api/open")).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect(await (await call("/api/open")).json()).toEqual({ message: "Too Many Requests" });
});

test("a route with its own throttling does not use the stage's tokens", async () => {
  const call = await open(undefined, (template) => {
    for (const stage of properties(template, "AWS::ApiGatewayV2::Stage"))
      stage.RouteSettings = { "GET /api/open": { ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 1 } };
  });
  expect([(await call("/api/open")).status, (await call("/api/open")).status]).toEqual([200, 429]);
  expect((await call("/api/open", { method: "POST" })).status).toBe(200);
});

test("a function without a Lambda permission for the API is not called", async () => {
  let calls = 0;
  const call = await open(
    () => {
      calls += 1;
    },
    (template) => {
      for (const [id, { Type }] of Object.entries(template.Resources))
        if (Type === "AWS::Lambda::Permission") delete template.Resources[id];
    },
  );
  expect((await call("/api/open")).status).toBe(500);
  expect(calls).toBe(0);
});

test("an unsupported feature stops the start", async () => {
  const cors = open(undefined, (template) => {
    for (const api of properties(template, "AWS::ApiGatewayV2::Api"))
      api.CorsConfiguration = { AllowOrigins: ["*"] };
  });
  await expect(cors).rejects.toThrow("CorsConfiguration is not supported");
});
