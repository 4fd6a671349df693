import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";

/** What `npm run audit` says where the registry answers like this. */
async function audit(answer: RequestListener) {
  const registry = createServer(answer);
  registry.listen(0, "127.0.0.1");
  await once(registry, "listening");
  onTestFinished(() => void registry.close());
  return auditWith(`http://127.0.0.1:${(registry.address() as AddressInfo).port}/`);
}

async function auditWith(npm_config_registry: string) {
  // npm remembers what it was once told of a hole.
  const npm_config_cache = mkdtempSync(join(tmpdir(), "npm-cache-"));
  onTestFinished(() => rmSync(npm_config_cache, { recursive: true }));
  const env = { ...process.env, npm_config_registry, npm_config_cache };
  const child = spawn(process.execPath, ["ops/install/audit.ts"], { env });
  const [out, err, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { status, out, err };
}

/** A registry that knows of one hole, in React unless said otherwise. */
const withHole =
  (severity: string, name = "react"): RequestListener =>
  (request, response) => {
    const hole = {
      id: 1,
      url: "https://advisories.example/1",
      title: "A hole",
      severity,
      vulnerable_versions: "*",
    };
    const told = request.url?.endsWith("/advisories/bulk") ? { [name]: [hole] } : undefined;
    response
      .writeHead(told ? 200 : 404, { "content-type": "application/json" })
      .end(JSON.stringify(told ?? {}));
  };

test.each(["high", "critical"])("a hole of %s severity in what is deployed fails", async (severity) => {
  const { status, err } = await audit(withHole(severity));
  expect(err).toMatch(new RegExp(`^${severity}: react: A hole \\(https://advisories.example/1\\)$`, "m"));
  expect(status).toBe(1);
});

test("a smaller hole does not fail", async () => {
  const { status, out } = await audit(withHole("moderate"));
  expect(out).toMatch(/^No package that is deployed has a known hole of high or critical severity\.$/m);
  expect(status).toBe(0);
});

test("a hole in what runs on an engineer's machine only does not fail", async () => {
  const { status, out } = await audit(withHole("critical", "fauxqs"));
  expect(out).toMatch(/^No package that is deployed has a known hole/m);
  expect(status).toBe(0);
});

test("where the service cannot be reached it says so, and does not fail", async () => {
  const refused = await audit((_, response) => response.writeHead(405).end());
  const silent = await auditWith("http://127.0.0.1:9/");
  for (const { status, out } of [refused, silent]) {
    expect(out).toMatch(/^Nothing was audited, because npm's service for it cannot be reached: .+\n$/);
    expect(status).toBe(0);
  }
});
