/**
 * What runs inside a worker thread: Lambda's Node.js runtime, one event at a time. It is JavaScript because every
 * thread would strip the types anew, which takes longer than all else that it begins with.
 * @import { EventMessage, FunctionFailure, RuntimeData, RuntimeMessage } from "./sandbox.ts"
 */
import { createRequire, enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";

// A fifth of a start: all of `node:http` at once would load what is behind `fetch` for these names.
for (const name of ["CloseEvent", "MessageEvent", "WebSocket"])
  Reflect.deleteProperty(process.getBuiltinModule("node:http"), name);
enableCompileCache();

const require = createRequire(import.meta.url);
/** @type {(message: RuntimeMessage) => void} */
const tell = (message) => parentPort?.postMessage(message);
try {
  const handler = await load(workerData);
  parentPort?.on("message", (message) => void run(handler, message, workerData).then(tell));
  tell({});
} catch (error) {
  tell({ failure: failureOf(error) });
}

/** @param {RuntimeData} data */
async function load({ module, handler: name }) {
  // An `import()` would first look through all of a CommonJS module for the names that it exports.
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
async function run(handler, { requestId, event, deadline }, { functionName, functionArn, memorySize }) {
  const context = {
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: "$LATEST",
    invokedFunctionArn: functionArn,
    memoryLimitInMB: String(memorySize),
    awsRequestId: requestId,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
  try {
    const result = await handler(JSON.parse(event), context);
    return { requestId, result: JSON.stringify(result) ?? "null" };
  } catch (error) {
    const failure = failureOf(error);
    console.error(JSON.stringify({ requestId, ...failure }));
    return { requestId, failure };
  }
}

/**
 * @param {unknown} error
 * @returns {FunctionFailure}
 */
function failureOf(error) {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  const { name, message, stack } = error;
  return { errorType: name, errorMessage: message, ...(stack && { trace: stack.split("\n") }) };
}
