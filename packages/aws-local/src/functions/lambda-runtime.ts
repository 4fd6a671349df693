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

/** That the code is loaded, or why not; and what came of an event. */
export type RuntimeMessage =
  | { requestId?: undefined; failure?: FunctionFailure }
  | { requestId: string; result: string }
  | { requestId: string; failure: FunctionFailure };

type Handler = (event: unknown, context: object) => unknown;

if (parentPort) {
  const port = parentPort;
  const data = workerData as RuntimeData;
  const tell = (message: RuntimeMessage) => port.postMessage(message);
  try {
    const handler = await load(data);
    port.on("message", (message: EventMessage) => void run(handler, message, data).then(tell));
    tell({});
  } catch (error) {
    tell({ failure: failureOf(error) });
  }
}

async function load({ module, handler: name }: RuntimeData): Promise<Handler> {
  const loaded = (await import(module)) as Record<string, unknown>;
  const exported = loaded[name] ?? (loaded.default as Record<string, unknown> | undefined)?.[name];
  const refuse = (reason: string, message: string) => Object.assign(new Error(message), { name: reason });
  if (typeof exported !== "function")
    throw refuse("Runtime.HandlerNotFound", `${name} is undefined or not exported`);
  if (exported.length > 2) {
    const message = "AWS Lambda has removed support for callback-based function handlers";
    throw refuse("Runtime.CallbackHandlerDeprecated", `${message} starting with Node.js 24.`);
  }
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
    return { requestId, result: JSON.stringify(result) ?? "null" };
  } catch (error) {
    const failure = failureOf(error);
    console.error(JSON.stringify({ requestId, ...failure }));
    return { requestId, failure };
  }
}

function failureOf(error: unknown): FunctionFailure {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  const { name, message, stack } = error;
  return { errorType: name, errorMessage: message, ...(stack && { trace: stack.split("\n") }) };
}
