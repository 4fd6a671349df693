import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, describe, expect, test } from "vitest";
import { viewerRequest } from "./viewer-request.ts";

type Result = { uri?: string; statusCode?: number; headers?: { location?: { value: string } } };
const folder = mkdtempSync(join(tmpdir(), "viewer-request-"));
for (const file of ["index.html", "admin.html", "robots.txt", "icon-192.png"])
  writeFileSync(join(folder, file), "");
mkdirSync(join(folder, "assets"));
afterAll(() => rmSync(folder, { recursive: true }));
const code = viewerRequest(folder, ["config.json"]);
const visit = (uri: string): Result =>
  runInNewContext(`${code}; handler(event)`, { event: { request: { uri } } });

describe("the CloudFront function", () => {
  test.each([
    ["/", "/index.html"],
    ["/admin", "/admin.html"],
    ["/admin/", "/admin.html"],
    ["/admin/clients", "/admin.html"],
    ["/config.json", "/config.json"],
    ["/robots.txt", "/robots.txt"],
    ["/icon-192.png", "/icon-192.png"],
  ])("maps %s to %s", (path, file) => expect(visit(path).uri).toBe(file));

  test.each([
    "/about",
    "/administrator",
    "/admin/none.js",
    "/index.php/x",
    "/a/b.html",
    "/wp-login/",
    // Names like files that do not exist.
    "/none.js",
    "/robots.txt.bak",
    "/assets",
    "/toString",
  ])("redirects %s to /", (path) => {
    const { statusCode, headers } = visit(path);
    expect([statusCode, headers?.location?.value]).toEqual([302, "/"]);
  });
});
