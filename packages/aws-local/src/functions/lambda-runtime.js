/**
 * Lambda's Node.js runtime inside a worker thread: one event at a time. JavaScript, because stripping types in every
 * thread takes longer than the rest of its start.
 * @import { EventMessage, RuntimeData, RuntimeMessage } from "./sandbox.ts"
 */
import { createRequire, enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { lambdaContext, toFailure } from "./invocation.js";

// Saves a fifth of the start: importing all of `node:http` would load the code behind `fetch` for these names.
for (const name of ["CloseEvent", "MessageEvent", "WebSocket"])
  Reflect.deleteProperty(process.getBuiltinModule("node:http"), name);
enableCompileCache();

const require = createRequire(import.meta.url);
/** @type {(message: RuntimeMessage) => void} */
const post = (message) => parentPort?.postMessage(message);
try {
  const handler = await load(workerData);
  parentPort?.on("message", (message) => void run(handler, message, workerData).then(post));
  post({});
} catch (error) {
  post({ failure: toFailure(error) });
}

/** @param {RuntimeData} data */
async function load({ module, handler: name }) {
  // `import()` would first scan all of a CommonJS module for its exports.
  const loaded = module.endsWith(".cjs") ? require(fileURLToPath(module)) : await import(module);
  const exported = loaded[name] ?? loaded.default?.[name];
  if (typeof exported === "function") return exported;
  const missing = new Error(`${name} is undefined or not exported`);
  throw Object.assign(missing, { name: "Runtime.HandlerNotFound" });
}

/**
 * @param {(event: unknown, context: object) => unknown} handler
 * @param {EventMessage} message
 * @param {RuntimeData} data
 * @returns {Promise<RuntimeMessage>}
 */
async function run(handler, message, data) {
  const { requestId, event } = message;
  try {
    const result = await handler(JSON.parse(event), lambdaContext(message, data, process.env));
    return { requestId, result: JSON.stringify(result) ?? "null" };
  } catch (error) {
    const failure = toFailure(error);
    console.error(JSON.stringify({ requestId, ...failure }));
    return { requestId, failure };
  }
}
