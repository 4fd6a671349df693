import { expect, test } from "vitest";
import { staffedProduct } from "../../../test/product/staffed.ts";

const running = staffedProduct();

test("pages, scripts and responses, errors too, have the security headers", async () => {
  const { product } = running;
  const page = await (await fetch(`${product.site}/admin`)).text();
  const script = /\/assets\/[\w.-]+\.js/.exec(page)?.[0];
  const responses = await Promise.all(
    ["/", "/admin", script ?? "", "/config.json", "/assets/none.js", "/api/v1/clients", "/api/none"].map(
      async (path) => {
        const { headers, status } = await fetch(product.site + path);
        const policy = headers.get("content-security-policy");
        expect(policy, path).toContain("default-src 'none'; script-src 'self';");
        expect(policy, path).toContain("frame-ancestors 'none'");
        expect(Object.fromEntries(headers), path).toMatchObject({
          "cross-origin-opener-policy": "same-origin",
          "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
          "referrer-policy": "strict-origin-when-cross-origin",
          "strict-transport-security": "max-age=63072000; includeSubDomains",
          "x-content-type-options": "nosniff",
          "x-frame-options": "DENY",
        });
        return [path, status, headers.get("cache-control")];
      },
    ),
  );
  expect(responses).toEqual([
    ["/", 200, "no-cache"],
    ["/admin", 200, "no-cache"],
    [script, 200, "public, max-age=31536000, immutable"],
    ["/config.json", 200, "no-cache"],
    // Never cached: a deployment in progress may upload it in the next moment.
    ["/assets/none.js", 404, "no-store"],
    ["/api/v1/clients", 401, "no-store"],
    ["/api/none", 404, "no-store"],
  ]);
});

test("only the back-office, which shows the logo of emails, may load images from other hosts", async () => {
  for (const [path, pictures] of [
    ["/", "img-src 'self' data:;"],
    ["/config.json", "img-src 'self' data:;"],
    ["/admin", "img-src 'self' data: https:;"],
    ["/admin/settings/emails", "img-src 'self' data: https:;"],
  ] as const) {
    const { headers } = await fetch(running.product.site + path);
    expect(headers.get("content-security-policy"), path).toContain(pictures);
  }
});

test("a missing asset is a plain 404, and any other unknown path redirects to /", async () => {
  const { site } = running.product;
  const missing = await fetch(`${site}/assets/none.js`);
  expect([missing.status, missing.headers.get("content-type"), await missing.text()]).toEqual([
    404,
    "application/json",
    '{"message":"Not Found"}',
  ]);
  expect((await fetch(`${site}/assets/none.js`, { method: "HEAD" })).status).toBe(404);
  for (const path of ["/none.js", "/about", "/wp-login.php", "/a/b.html", "/assets"]) {
    const { status, headers } = await fetch(site + path, { redirect: "manual" });
    expect([path, status, headers.get("location")]).toEqual([path, 302, "/"]);
  }
  // Errors of the API are not replaced.
  const refused = await fetch(`${site}/api/v1/none`);
  expect([refused.status, await refused.json()]).toEqual([404, { message: "Not Found" }]);
});

test("a flood of public requests gets 429, and staff are not affected", async () => {
  const flood = await Promise.all(
    Array.from({ length: 120 }, () => running.product.call("POST /api/send-email", { body: {} })),
  );
  const statuses = new Set(flood.map(({ status }) => status));
  expect(statuses).toEqual(new Set([400, 429]));
  expect((await running.asStaff("GET /api/v1/clients")).status).toBe(200);
});
