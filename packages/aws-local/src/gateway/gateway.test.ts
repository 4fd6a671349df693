import { expect, test } from "vitest";
import { bearer, gatewayUnderTest, type Invoke, NOW } from "../../test/gateway-under-test.ts";
import { FunctionError } from "../functions/sandbox.ts";
import type { RawTemplate } from "../template/assembly.ts";

const { open, token } = gatewayUnderTest();

const properties = (template: RawTemplate, type: string) =>
  Object.values(template.Resources)
    .filter((resource) => resource.Type === type)
    .map((resource) => (resource.Properties ??= {}));

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
  const withoutBody = await (await call("/api/open")).json();
  expect(withoutBody).not.toHaveProperty("body");
  expect(withoutBody.isBase64Encoded).toBe(false);
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
