/** One execution environment of a function: a worker thread that answers one event at a time. */
import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";

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

/** What a caller of a function is told when it did not answer; `code` is Lambda's `errorType`. */
export class FunctionError extends Error {
  readonly errorType: string;
  readonly trace: string[] | undefined;

  constructor({ errorType, errorMessage, trace }: FunctionFailure) {
    super(errorMessage);
    this.name = errorType;
    this.errorType = errorType;
    this.trace = trace;
  }
}

export interface SandboxOptions {
  data: RuntimeData;
  environment: Record<string, string>;
  /** Seconds that one event may take. */
  timeout: number;
  output(chunk: string): void;
  /** The thread has ended, by itself or because it was ended. */
  ended(): void;
}

export type Sandbox = ReturnType<typeof startSandbox>;

/** Milliseconds that loading the code may take: more than on AWS, as this machine may have more to do. */
const START_LIMIT = 60_000;

export function startSandbox(options: SandboxOptions) {
  const worker = new Worker(new URL("./lambda-runtime.js", import.meta.url), {
    workerData: options.data,
    env: options.environment,
    stdout: true,
    stderr: true,
    // The flags this process itself was started with are none of the function's business.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: options.data.memorySize },
  });
  for (const stream of [worker.stdout, worker.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => options.output(chunk));

  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {}); // Told to the event that waits for it.
  const startTimer = setTimeout(() => fail("Sandbox.Timedout", "Error: Init timed out"), START_LIMIT);
  let current: { requestId: string; settle: PromiseWithResolvers<string> } | undefined;
  let lost: FunctionFailure | undefined;

  function fail(errorType: string, reason: string) {
    end({ errorType, errorMessage: `RequestId: ${current?.requestId ?? randomUUID()} ${reason}` });
  }

  function end(failure: FunctionFailure) {
    if (lost) return;
    lost = failure;
    clearTimeout(startTimer);
    ready.reject(new FunctionError(failure));
    current?.settle.reject(new FunctionError(failure));
    options.ended();
    void worker.terminate();
  }

  worker.on("message", (message: RuntimeMessage) => {
    if (message.requestId === undefined) {
      if (message.failure) return end(message.failure);
      clearTimeout(startTimer);
      ready.resolve();
    } else if (message.requestId !== current?.requestId) return;
    else if ("result" in message) current.settle.resolve(message.result);
    else current.settle.reject(new FunctionError(message.failure));
  });
  worker.on("error", (error: Error & { code?: string }) =>
    error.code === "ERR_WORKER_OUT_OF_MEMORY"
      ? fail("Runtime.OutOfMemory", "Error: Runtime exited with error: signal: killed")
      : end({ errorType: error.name, errorMessage: error.message }),
  );
  worker.on("exit", (code) => {
    const reason = code === 0 ? "without providing a reason" : `with error: exit status ${code}`;
    fail("Runtime.ExitError", `Error: Runtime exited ${reason}`);
  });

  return {
    /** Answers the result as JSON. @throws FunctionError */
    async run(event: string): Promise<string> {
      const requestId = randomUUID();
      await ready.promise;
      if (lost) throw new FunctionError(lost);
      const settle = Promise.withResolvers<string>();
      current = { requestId, settle };
      const message: EventMessage = { requestId, event, deadline: Date.now() + options.timeout * 1000 };
      const timer = setTimeout(
        () => fail("Sandbox.Timedout", `Error: Task timed out after ${options.timeout.toFixed(2)} seconds`),
        options.timeout * 1000,
      );
      worker.postMessage(message);
      try {
        return await settle.promise;
      } finally {
        clearTimeout(timer);
        current = undefined;
      }
    },
    /** Ends the thread; an event under way fails as when the machine under it dies. */
    async kill(): Promise<void> {
      fail("Runtime.ExitError", "Error: Runtime exited with error: signal: killed");
      await worker.terminate();
    },
  };
}
