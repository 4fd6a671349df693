import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { serve } from "../http-server.ts";
import { startInProcess } from "./in-process.ts";
import type { Sandbox } from "./sandbox.ts";

const source = `
  const http = require("node:http");
  const https = require("https");
  const { setTimeout: wait } = require("node:timers/promises");
  let events = 0;
  const get = (url) => new Promise((resolve, reject) =>
    http.request(url, (response) => response.resume().on("end", () => resolve(response.statusCode)))
      .on("error", reject).end());
  exports.handler = async (event, context) => {
    events += 1;
    switch (event.do) {
      case "environment": return { ...process.env };
      case "context": return { ...context, remaining: context.getRemainingTimeInMillis() };
      case "setGlobal": globalThis.__library = event.value; return globalThis.__library;
      case "getGlobal": return globalThis.__library ?? null;
      case "throw": throw new TypeError("on purpose");
      case "print": console.log("to stdout"); console.error("to stderr"); process.stdout.write("direct"); return null;
      case "import": {
        const { request, default: all } = await import("node:http");
        return [typeof request, typeof all.createServer, (await import("node:path")).join("a", "b")];
      }
      case "get": return get(event.url);
      case "getAfter": {
        await wait(event.ms);
        const dynamic = await import("node:http");
        const attempts = [
          () => get(event.url), () => http.get(event.url), () => dynamic.request(event.url),
          () => https.request("https://127.0.0.1:1"), () => https.get("https://127.0.0.1:1"),
        ];
        for (const attempt of attempts)
          try { await attempt(); console.log("sent"); } catch (error) { console.log(error.message); }
        return null;
      }
      case "wait": await wait(event.ms); return "waited";
      case "nothing": return undefined;
      default: return { events };
    }
  };
`;

let directory: string;
let requests = 0;
let server: Awaited<ReturnType<typeof serve>>;
const started: Sandbox[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "in-process-"));
  writeFileSync(join(directory, "index.cjs"), source);
  server = await serve(0, (_request, response) => {
    requests += 1;
    response.end();
  });
});
afterEach(async () => {
  for (const sandbox of started.splice(0)) await sandbox.kill();
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

function start({ handler = "handler", timeout = 60, environment = {} } = {}) {
  const output: string[] = [];
  const ended = vi.fn();
  const sandbox = startInProcess({
    data: {
      module: pathToFileURL(join(directory, "index.cjs")).href,
      handler,
      functionName: "clients",
      functionArn: "arn:aws:lambda:eu-west-1:111122223333:function:clients",
      memorySize: 256,
    },
    environment,
    timeout,
    output: (chunk) => output.push(chunk),
    ended,
  });
  started.push(sandbox);
  const run = async (event: object) => JSON.parse(await sandbox.run(JSON.stringify(event)));
  return { sandbox, run, output, ended };
}

test("a function returns its result with Lambda's context", async () => {
  const { run } = start();
  expect(await run({})).toEqual({ events: 1 });
  expect(await run({ do: "nothing" })).toBeNull();
  const context = await run({ do: "context" });
  expect(context).toMatchObject({
    functionName: "clients",
    memoryLimitInMB: "256",
    awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(context.remaining).toBeGreaterThan(30_000);
});

test("each function has its own environment, module state and library globals", async () => {
  process.env.SECRET_OF_THE_HOST = "x";
  const first = start({ environment: { TABLE: "Clients" } });
  const second = start({ environment: { TABLE: "Messages" } });
  expect(await first.run({ do: "environment" })).toEqual({ TABLE: "Clients" });
  expect(await second.run({ do: "environment" })).toEqual({ TABLE: "Messages" });
  expect(await first.run({})).toEqual({ events: 2 });
  expect(await first.run({})).toEqual({ events: 3 });
  expect(await second.run({})).toEqual({ events: 2 });
  expect(await first.run({ do: "setGlobal", value: "first" })).toBe("first");
  expect(await second.run({ do: "getGlobal" })).toBeNull();
  expect(globalThis).not.toHaveProperty("__library");
});

test("a thrown error is returned and logged, and the function continues", async () => {
  const { run, output, ended } = start();
  await expect(run({ do: "throw" })).rejects.toMatchObject({
    errorType: "TypeError",
    message: "on purpose",
    trace: expect.arrayContaining(["TypeError: on purpose"]),
  });
  expect(output.join("")).toContain('"errorMessage":"on purpose"');
  expect(await run({})).toEqual({ events: 2 });
  expect(ended).not.toHaveBeenCalled();
});

test("a missing handler is an error", async () => {
  await expect(start({ handler: "other" }).run({})).rejects.toMatchObject({
    errorType: "Runtime.HandlerNotFound",
    message: "other is undefined or not exported",
  });
});

test("an event that takes too long fails and ends the function", async () => {
  const { run, ended } = start({ timeout: 0.05 });
  await expect(run({ do: "wait", ms: 5000 })).rejects.toMatchObject({
    errorType: "Sandbox.Timedout",
    message: expect.stringMatching(/^RequestId: [0-9a-f-]{36} Error: Task timed out after 0.05 seconds$/),
  });
  expect(ended).toHaveBeenCalledOnce();
  await expect(run({})).rejects.toMatchObject({ errorType: "Sandbox.Timedout" });
});

test("a killed function fails its event and reaches no network afterwards", async () => {
  const { sandbox, run, output, ended } = start();
  expect(await run({ do: "get", url: server.url })).toBe(200);
  expect(requests).toBe(1);
  const lost = run({ do: "getAfter", ms: 20, url: server.url });
  await sandbox.kill();
  await expect(lost).rejects.toMatchObject({
    errorType: "Runtime.ExitError",
    message: expect.stringContaining("signal: killed"),
  });
  expect(ended).toHaveBeenCalledOnce();
  const refused = "This function has ended.\n";
  await expect.poll(() => output).toEqual([refused, refused, refused, refused, refused]);
  expect(requests).toBe(1);
});

test("dynamic imports of Node's modules work", async () => {
  expect(await start().run({ do: "import" })).toEqual(["function", "function", "a/b"]);
});

test("a function's output is passed on", async () => {
  const { run, output } = start();
  await run({ do: "print" });
  expect(output).toEqual(["to stdout\n", "to stderr\n", "direct"]);
});
