/** What runs inside a worker thread: Lambda's Node.js runtime, one event at a time. */
import { parentPort, workerData } from "node:worker_threads";

export interface RuntimeData {
  /** The address of the module, and the name of what it exports. */
  module: string;
  handler: string;
  functionName: string;
  functionArn: string;
  memorySize: number;
}

export interface EventMessage {
  requestId: string;
  /** JSON */
  event: string;
  /** Epoch milliseconds by the real clock. */
  deadline: number;
}

export interface FunctionFailure {
  errorType: string;
  errorMessage: string;
  trace?: string[];
}

export type RuntimeMessage =
  | { state: "ready" }
  | { state: "failed to start"; failure: FunctionFailure }
  | { state: "done"; requestId: string; result: string }
  | { state: "failed"; requestId: string; failure: FunctionFailure };

type Handler = (event: unknown, context: object) => unknown;

if (parentPort) {
  const port = parentPort;
  const data = workerData as RuntimeData;
  const tell = (message: RuntimeMessage) => port.postMessage(message);
  try {
    const handler = await load(data);
    port.on("message", (message: EventMessage) => void run(handler, message, data).then(tell));
    tell({ state: "ready" });
  } catch (error) {
    tell({ state: "failed to start", failure: failureOf(error) });
  }
}

async function load({ module, handler: name }: RuntimeData): Promise<Handler> {
  const loaded = (await import(module)) as Record<string, unknown>;
  const exported = loaded[name] ?? (loaded.default as Record<string, unknown> | undefined)?.[name];
  if (typeof exported !== "function")
    throw named("Runtime.HandlerNotFound", `${name} is undefined or not exported`);
  if (exported.length > 2)
    throw named(
      "Runtime.CallbackHandlerDeprecated",
      "AWS Lambda has removed support for callback-based function handlers starting with Node.js 24.",
    );
  return exported as Handler;
}

async function run(handler: Handler, message: EventMessage, data: RuntimeData): Promise<RuntimeMessage> {
  const { requestId, deadline } = message;
  const context = {
    callbackWaitsForEmptyEventLoop: true,
    functionName: data.functionName,
    functionVersion: "$LATEST",
    invokedFunctionArn: data.functionArn,
    memoryLimitInMB: String(data.memorySize),
    awsRequestId: requestId,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
  try {
    const result = await handler(JSON.parse(message.event), context);
    return { state: "done", requestId, result: JSON.stringify(result) ?? "null" };
  } catch (error) {
    const failure = failureOf(error);
    console.error(JSON.stringify({ requestId, ...failure }));
    return { state: "failed", requestId, failure };
  }
}

function failureOf(error: unknown): FunctionFailure {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  return {
    errorType: error.name,
    errorMessage: error.message,
    ...(error.stack && { trace: error.stack.split("\n") }),
  };
}

function named(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}
