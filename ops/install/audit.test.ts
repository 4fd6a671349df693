import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";

/** Runs `npm run audit` against a registry. */
async function audit(listener: RequestListener) {
  const registry = createServer(listener);
  registry.listen(0, "127.0.0.1");
  await once(registry, "listening");
  onTestFinished(() => void registry.close());
  return auditWith(`http://127.0.0.1:${(registry.address() as AddressInfo).port}/`);
}

async function auditWith(npm_config_registry: string) {
  // npm caches advisories.
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

/** A registry with one vulnerability. */
const withVulnerability =
  (severity: string, name = "react"): RequestListener =>
  (request, response) => {
    const advisory = {
      id: 1,
      url: "https://advisories.example/1",
      title: "A vulnerability",
      severity,
      vulnerable_versions: "*",
    };
    const found = request.url?.endsWith("/advisories/bulk") ? { [name]: [advisory] } : undefined;
    response
      .writeHead(found ? 200 : 404, { "content-type": "application/json" })
      .end(JSON.stringify(found ?? {}));
  };

test.each(["high", "critical"])(
  "a vulnerability of %s severity in a deployed package fails",
  async (severity) => {
    const { status, err } = await audit(withVulnerability(severity));
    expect(err).toMatch(
      new RegExp(`^${severity}: react: A vulnerability \\(https://advisories.example/1\\)$`, "m"),
    );
    expect(status).toBe(1);
  },
);

test("a moderate vulnerability does not fail", async () => {
  const { status, out } = await audit(withVulnerability("moderate"));
  expect(out).toMatch(/^No deployed package has a known vulnerability of high or critical severity\.$/m);
  expect(status).toBe(0);
});

test("a vulnerability in a development package does not fail", async () => {
  const { status, out } = await audit(withVulnerability("critical", "fauxqs"));
  expect(out).toMatch(/^No deployed package has a known vulnerability/m);
  expect(status).toBe(0);
});

test("an unreachable service is reported, and does not fail", async () => {
  const refused = await audit((_, response) => response.writeHead(405).end());
  const silent = await auditWith("http://127.0.0.1:9/");
  for (const { status, out } of [refused, silent]) {
    expect(out).toMatch(/^Nothing was audited: npm's audit service cannot be reached: .+\n$/);
    expect(status).toBe(0);
  }
});
