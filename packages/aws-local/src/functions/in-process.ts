/**
 * One execution environment of a function in the calling thread, for tests: it halves the cost of a request. It runs
 * the deployed bundle with its own `process`, so environment, role and module state belong to the function. A function
 * that blocks the thread cannot be stopped.
 */
import { Console } from "node:console";
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";
import { lambdaContext, toFailure } from "./invocation.js";
import { FunctionError, openEventSlot, type Sandbox, type SandboxOptions } from "./sandbox.ts";

type Handler = (event: unknown, context: object) => unknown;
type CompiledModule = (...scope: unknown[]) => void;

const compiledModules = new Map<string, CompiledModule>();

/** Runs a CommonJS file with these names in scope; compiles each file once. */
function runModule(file: string, scope: Record<string, unknown>): void {
  const code = () => readFileSync(file, "utf8").replaceAll(/\bimport\((?=["'`])/g, "dynamicImport(");
  const compiled =
    compiledModules.get(file) ??
    (compileFunction(code(), Object.keys(scope), { filename: file }) as CompiledModule);
  compiledModules.set(file, compiled);
  compiled(...Object.values(scope));
}

/** The global object, without the `__` names under which libraries keep state that functions would share. */
function functionGlobals(): object {
  const libraryNames = Object.getOwnPropertyNames(globalThis).filter((name) => name.startsWith("__"));
  const hidden = libraryNames.map((name) => [name, { value: undefined, writable: true }]);
  return Object.create(globalThis, Object.fromEntries(hidden));
}

/** `data.module` must be a CommonJS file: ES modules share one `process`. */
export function startInProcess({ data, environment, timeout, output, ended }: SandboxOptions): Sandbox {
  const slot = openEventSlot(timeout, ended);

  /** An ended function must not reach the network. */
  const unlessEnded =
    <Args extends unknown[], Result>(send: (...args: Args) => Result) =>
    (...args: Args): Result => {
      if (slot.hasEnded()) throw new Error("This function has ended.");
      return send(...args);
    };
  const guarded = new Map<string, object>([
    ["http", { ...http, request: unlessEnded(http.request), get: unlessEnded(http.get) }],
    ["https", { ...https, request: unlessEnded(https.request), get: unlessEnded(https.get) }],
  ]);
  const file = fileURLToPath(data.module);
  const requireFrom = createRequire(file);
  const require = (name: string) => guarded.get(name.replace("node:", "")) ?? requireFrom(name);
  const dynamicImport = async (name: string) => {
    const module = require(name);
    return { ...module, default: module };
  };
  const outputStream = () =>
    new Writable({
      write(chunk, _, done) {
        output(String(chunk));
        done();
      },
    });
  const [stdout, stderr] = [outputStream(), outputStream()];

  function loadHandler(): Handler {
    const module = { exports: {} as Record<string, unknown> };
    runModule(file, {
      module,
      exports: module.exports,
      require,
      dynamicImport,
      __filename: file,
      __dirname: dirname(file),
      process: Object.create(process, {
        env: { value: { ...environment } },
        stdout: { value: stdout },
        stderr: { value: stderr },
      }),
      console: new Console(stdout, stderr),
      globalThis: functionGlobals(),
    });
    const handler = module.exports[data.handler];
    if (typeof handler === "function") return handler as Handler;
    const missing = new Error(`${data.handler} is undefined or not exported`);
    throw Object.assign(missing, { name: "Runtime.HandlerNotFound" });
  }

  let handler: Handler | undefined;
  return {
    run: (event) =>
      slot.run(({ requestId, deadline, result }) => {
        const work = async () => {
          handler ??= loadHandler();
          const context = lambdaContext({ requestId, deadline }, data, environment);
          return JSON.stringify(await handler(JSON.parse(event), context)) ?? "null";
        };
        work().then(result.resolve, (error: unknown) => {
          const failure = toFailure(error);
          output(`${JSON.stringify({ requestId, ...failure })}\n`);
          result.reject(new FunctionError(failure));
        });
      }),
    kill: async () => slot.kill(),
  };
}
