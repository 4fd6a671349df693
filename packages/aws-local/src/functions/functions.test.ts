import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { FunctionDefinition } from "./definitions.ts";
import { type Functions, openFunctions } from "./functions.ts";

let code: string;
let functions: Functions | undefined;

const source = (version: string) => `
  let events = 0;
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  export const handler = async (event, context) => {
    events += 1;
    switch (event.do) {
      case "environment": return { ...process.env };
      case "context": return { ...context, remaining: context.getRemainingTimeInMillis() };
      case "wait": await wait(event.ms); return events;
      case "spin": for (;;);
      case "exit": process.exit(7);
      case "crash": setImmediate(() => { throw new RangeError("loose"); }); return wait(60_000);
      case "throw": throw new TypeError("on purpose");
      case "large": return "x".repeat(event.bytes);
      case "nothing": return undefined;
      case "print": console.log("printed"); return null;
      default: return { events, version: ${JSON.stringify(version)} };
    }
  };
`;

beforeAll(() => {
  code = mkdtempSync(join(tmpdir(), "functions-"));
  writeFileSync(join(code, "index.mjs"), source("one"));
  writeFileSync(join(code, "broken.mjs"), "import '../missing.mjs'; export const handler = () => 1;");
});
afterAll(() => rmSync(code, { recursive: true }));
afterEach(() => functions?.stop());

const printed: string[] = [];

function open(more: Partial<FunctionDefinition> = {}): Functions {
  const definition: FunctionDefinition = {
    id: "Clients1A2B",
    name: "clients",
    arn: "arn:aws:lambda:eu-west-1:111122223333:function:clients",
    code,
    handler: "index.handler",
    memorySize: 128,
    timeout: 60,
    environment: { TABLE: "Clients" },
    ...more,
  };
  functions = openFunctions({
    definitions: [definition],
    awsEndpoint: "http://127.0.0.1:9",
    output: (_id, chunk) => printed.push(chunk),
  });
  return functions;
}

test("a function is identified by its logical id, name or ARN", async () => {
  const { invoke } = open();
  const arn = "arn:aws:lambda:eu-west-1:111122223333:function:clients";
  for (const name of ["Clients1A2B", "clients", arn, `${arn}:$LATEST`])
    expect(await invoke(name, {})).toMatchObject({ version: "one" });
  await expect(invoke("other", {})).rejects.toMatchObject({ errorType: "ResourceNotFoundException" });
});

test("a function has the template's and Lambda's variables, and none of this machine's", async () => {
  process.env.SECRET_OF_THE_HOST = "x";
  const environment = await open().invoke("clients", { do: "environment" });
  expect(environment).toMatchObject({
    TABLE: "Clients",
    AWS_LAMBDA_FUNCTION_NAME: "clients",
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "128",
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "FNClients1A2B",
    AWS_ENDPOINT_URL: "http://127.0.0.1:9",
    TZ: ":UTC",
  });
  for (const name of ["SECRET_OF_THE_HOST", "HOME", "USER", "VITEST"])
    expect(environment).not.toHaveProperty(name);
});

test("the context has the request, the function and the remaining time", async () => {
  const context = await open().invoke("clients", { do: "context" });
  expect(context).toMatchObject({
    functionName: "clients",
    invokedFunctionArn: "arn:aws:lambda:eu-west-1:111122223333:function:clients",
    memoryLimitInMB: "128",
    awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const { remaining } = context as { remaining: number };
  expect(remaining).toBeGreaterThan(30_000);
  expect(remaining).toBeLessThanOrEqual(60_000);
});

test("threads stay warm and handle one event at a time, at most four threads", async () => {
  const { invoke } = open();
  expect(await invoke("clients", {})).toMatchObject({ events: 1 });
  expect(await invoke("clients", {})).toMatchObject({ events: 2 });
  const counts = await Promise.all(
    Array.from({ length: 6 }, () => invoke("clients", { do: "wait", ms: 50 })),
  );
  // The first thread already had two events. The fifth and sixth event wait for a thread.
  expect((counts as number[]).toSorted((a, b) => a - b).slice(0, 3)).toEqual([1, 1, 1]);
  expect((counts as number[]).filter((count) => count > 1)).toHaveLength(3);
});

test("an event that takes too long fails with Lambda's error, even in an endless loop", async () => {
  const { invoke } = open({ timeout: 0.2 });
  for (const command of [{ do: "wait", ms: 5000 }, { do: "spin" }])
    await expect(invoke("clients", command)).rejects.toMatchObject({
      errorType: "Sandbox.Timedout",
      message: expect.stringMatching(/^RequestId: [0-9a-f-]{36} Error: Task timed out after 0.20 seconds$/),
    });
  // On a busy machine this event may time out too; its thread ends, and the count starts again.
  await expect
    .poll(() => invoke("clients", {}).catch((error: unknown) => error))
    .toMatchObject({ events: 1 });
});

test("a handler's error is returned, and its thread stays warm", async () => {
  const { invoke } = open();
  await expect(invoke("clients", { do: "throw" })).rejects.toMatchObject({
    errorType: "TypeError",
    message: "on purpose",
    trace: expect.arrayContaining(["TypeError: on purpose"]),
  });
  expect(await invoke("clients", {})).toMatchObject({ events: 2 });
});

test("an exit or a crash fails the event, and the next event starts a new thread", async () => {
  const { invoke } = open();
  await expect(invoke("clients", { do: "exit" })).rejects.toMatchObject({
    errorType: "Runtime.ExitError",
    message: expect.stringContaining("exit status 7"),
  });
  await expect(invoke("clients", { do: "crash" })).rejects.toMatchObject({
    errorType: "RangeError",
    message: "loose",
  });
  expect(await invoke("clients", {})).toMatchObject({ events: 1 });
});

test("killing a function loses the running events, not those that wait for a thread", async () => {
  const { invoke, kill } = open();
  const [first, ...otherCalls] = Array.from({ length: 5 }, () => invoke("clients", { do: "wait", ms: 100 }));
  const outcomes = Promise.allSettled([first, ...otherCalls]);
  expect(await kill("clients")).toBe(4);
  expect((await outcomes).map(({ status }) => status)).toEqual([...Array(4).fill("rejected"), "fulfilled"]);
  await expect(first).rejects.toMatchObject({ message: expect.stringContaining("signal: killed") });
});

test("payloads and results have Lambda's limits", async () => {
  const { invoke } = open();
  await expect(invoke("clients", { pad: "x".repeat(6 * 1024 * 1024) })).rejects.toMatchObject({
    errorType: "RequestTooLargeException",
  });
  await expect(invoke("clients", { do: "large", bytes: 6 * 1024 * 1024 })).rejects.toMatchObject({
    errorType: "Function.ResponseSizeTooLarge",
  });
  expect(await invoke("clients", { do: "nothing" })).toBeNull();
});

test("after a reload the next event runs the new code, and the running event finishes", async () => {
  const { invoke, reload } = open();
  expect(await invoke("clients", {})).toMatchObject({ version: "one" });
  const running = invoke("clients", { do: "wait", ms: 100 });
  writeFileSync(join(code, "index.mjs"), source("two"));
  reload();
  expect(await invoke("clients", {})).toMatchObject({ version: "two", events: 1 });
  expect(await running).toBe(2);
  const results = await Promise.all([invoke("clients", {}), invoke("clients", {})]);
  expect(results).toEqual([
    expect.objectContaining({ version: "two" }),
    expect.objectContaining({ version: "two" }),
  ]);
  writeFileSync(join(code, "index.mjs"), source("one"));
});

test("code that cannot be loaded and missing handlers are errors", async () => {
  await expect(open({ handler: "broken.handler" }).invoke("clients", {})).rejects.toThrow(/missing\.mjs/);
  await expect(open({ handler: "nowhere.handler" }).invoke("clients", {})).rejects.toMatchObject({
    errorType: "Runtime.ImportModuleError",
  });
  await expect(open({ handler: "index.other" }).invoke("clients", {})).rejects.toMatchObject({
    errorType: "Runtime.HandlerNotFound",
  });
});

test("a function's output is passed on", async () => {
  printed.length = 0;
  await open().invoke("clients", { do: "print" });
  await expect.poll(() => printed.join("")).toBe("printed\n");
});
