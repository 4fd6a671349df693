import { request } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixtureAssembly } from "../../test/fixture.ts";
import { type Environment, type EnvironmentOptions, startEnvironment } from "../environment.ts";
import type { RawTemplate } from "../template/assembly.ts";

let environment: Environment;
beforeAll(async () => {
  environment = await startEnvironment({ assembly: await fixtureAssembly() });
});
afterAll(() => environment.stop());

const get = (path: string, init: RequestInit = {}) =>
  fetch(environment.site + path, { redirect: "manual", ...init });

/** The response's bytes, which `fetch` would decompress. */
function raw(
  path: string,
  headers: Record<string, string>,
): Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(environment.site + path, { headers }, async (response) => {
      resolve({ headers: response.headers, body: Buffer.concat(await response.toArray()) });
    })
      .on("error", reject)
      .end();
  });
}

async function withEnvironment(
  options: Partial<EnvironmentOptions>,
  work: (environment: Environment) => Promise<void>,
) {
  const changed = await startEnvironment({ assembly: await fixtureAssembly(), ...options });
  try {
    await work(changed);
  } finally {
    await changed.stop();
  }
}

const distributionOf = (template: RawTemplate) =>
  Object.values(template.Resources).find(({ Type }) => Type === "AWS::CloudFront::Distribution")?.Properties
    ?.DistributionConfig as Record<string, unknown>;

test("the page has the template's security headers, with the local user pool in the policy", async () => {
  const response = await get("/");
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("<title>Fixture</title>");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/html",
    "content-security-policy": `default-src 'self'; connect-src 'self' ${environment.cognito}`,
    "strict-transport-security": "max-age=31536000; includeSubDomains",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=()",
    "cache-control": "public, max-age=60",
  });
});

test("config.json has the deployed values and the local user pool's URL", async () => {
  const { userPoolId, cognito } = environment;
  expect(await (await get("/config.json")).json()).toEqual({
    region: "eu-west-1",
    userPoolId,
    userPoolEndpoint: cognito,
  });
});

test("the viewer function rewrites paths and may respond itself", async () => {
  expect(await (await get("/admin/clients?tab=1")).text()).toContain("Members");
  const redirected = await get("/old");
  expect([redirected.status, redirected.headers.get("location")]).toEqual([302, "/"]);
});

test("a missing file is forbidden without permission to list the bucket", async () => {
  const response = await get("/missing.js");
  expect(response.status).toBe(403);
  expect(await response.text()).toContain("<Code>AccessDenied</Code>");
  expect(response.headers.get("content-security-policy")).toBeTruthy();
});

test("in an origin group, the second origin gets only the requests that the first one refuses", async () => {
  await withEnvironment(
    {
      template(template) {
        const distribution = distributionOf(template) as {
          DefaultCacheBehavior: { TargetOriginId: string };
          Origins: { Id: string; S3OriginConfig?: unknown }[];
          OriginGroups?: unknown;
        };
        const members = distribution.Origins.toSorted(
          (a, b) => Number(!a.S3OriginConfig) - Number(!b.S3OriginConfig),
        );
        distribution.OriginGroups = {
          Quantity: 1,
          Items: [
            {
              Id: "pair",
              FailoverCriteria: { StatusCodes: { Quantity: 1, Items: [403] } },
              Members: { Quantity: 2, Items: members.map(({ Id }) => ({ OriginId: Id })) },
            },
          ],
        };
        distribution.DefaultCacheBehavior.TargetOriginId = "pair";
        return template;
      },
    },
    async ({ site }) => {
      const missing = await fetch(`${site}/missing.js`);
      expect([missing.status, await missing.text()]).toEqual([404, '{"message":"Not Found"}']);
      expect(missing.headers.get("content-security-policy")).toBeTruthy();
      expect(await (await fetch(`${site}/assets/app.js`)).text()).toContain("line line");
    },
  );
});

test("a path cannot leave the bucket's folder", async () => {
  for (const path of ["/..%2f..%2fpackage.json", "/assets/%2e%2e/%2e%2e/code/index.mjs"])
    expect((await get(path)).status).toBe(403);
});

test("a file that the browser has is not sent again", async () => {
  const first = await get("/assets/app.js");
  expect(first.headers.get("content-type")).toBe("text/javascript");
  const etag = first.headers.get("etag") ?? "";
  const headers = { "if-none-match": etag };
  const second = await get("/assets/app.js", { headers });
  expect([second.status, await second.text()]).toEqual([304, ""]);
  expect((await get("/assets/app.js", { headers: { "if-none-match": '"other"' } })).status).toBe(200);
});

test("files are compressed with the best encoding that the browser accepts", async () => {
  const brotli = await raw("/assets/app.js", { "accept-encoding": "gzip, br" });
  expect(brotli.headers).toMatchObject({
    "content-encoding": "br",
    vary: "accept-encoding",
    etag: expect.stringMatching(/^W\/"/),
  });
  expect(brotliDecompressSync(brotli.body).toString()).toContain("line line");
  expect(
    (await raw("/assets/app.js", { "accept-encoding": "gzip, br;q=0" })).headers["content-encoding"],
  ).toBe("gzip");
  expect((await raw("/assets/app.js", {})).headers).not.toHaveProperty("content-encoding");
  // Too small to compress.
  expect((await raw("/", { "accept-encoding": "br" })).headers).not.toHaveProperty("content-encoding");
});

test("a method that the behavior does not allow is refused", async () => {
  const response = await get("/", { method: "POST", body: "x" });
  expect(response.status).toBe(403);
  expect(await response.text()).toContain("not configured to allow the HTTP request method");
  expect(await (await get("/", { method: "HEAD" })).text()).toBe("");
});

describe("the API behind the site", () => {
  const echo = async (init: RequestInit = {}) => {
    const response = await get("/api/open?a=1&b=%20", { method: "POST", body: '{"do":"event"}', ...init });
    return { response, event: await response.json() };
  };

  test("gets the viewer's request and address", async () => {
    const headers = {
      "content-type": "application/json",
      authorization: "Bearer x",
      cookie: "a=1",
      "x-forwarded-for": "203.0.113.9",
    };
    const { response, event } = await echo({ headers });
    expect(response.status).toBe(200);
    expect(event.rawQueryString).toBe("a=1&b=%20");
    expect(event.cookies).toEqual(["a=1"]);
    expect(event.headers).toMatchObject({
      authorization: "Bearer x",
      host: expect.stringMatching(/\.execute-api\.eu-west-1\.amazonaws\.com$/),
      "x-forwarded-for": "203.0.113.9, 127.0.0.1, 127.0.0.1",
      "x-from-edge": "yes",
    });
    expect(response.headers.get("content-security-policy")).toContain("default-src 'self'");
  });

  test("keeps its own errors", async () => {
    const response = await get("/api/nothing");
    expect([response.status, await response.text()]).toEqual([404, '{"message":"Not Found"}']);
    expect((await get("/api/items/1")).headers.get("www-authenticate")).toBe("Bearer");
  });

  test("gets no headers of the viewer without an origin request policy", async () => {
    await withEnvironment(
      {
        template(template) {
          for (const behavior of distributionOf(template).CacheBehaviors as Record<string, unknown>[])
            delete behavior.OriginRequestPolicyId;
          return template;
        },
      },
      async ({ site }) => {
        const sent = {
          method: "POST",
          body: '{"do":"event"}',
          headers: { authorization: "Bearer x", "content-type": "text/plain" },
        };
        const event = await (await fetch(`${site}/api/open?a=1`, sent)).json();
        expect(event.headers).not.toHaveProperty("authorization");
        expect(event.headers).toMatchObject({
          "content-type": "text/plain",
          "user-agent": "Amazon CloudFront",
        });
        expect(event.rawQueryString).toBe("");
      },
    );
  });
});

test("a bucket that CloudFront may not read serves nothing", async () => {
  await withEnvironment(
    {
      template(template) {
        for (const [id, { Type }] of Object.entries(template.Resources))
          if (Type === "AWS::S3::BucketPolicy") delete template.Resources[id];
        return template;
      },
    },
    async ({ site }) => expect((await fetch(site)).status).toBe(403),
  );
});
