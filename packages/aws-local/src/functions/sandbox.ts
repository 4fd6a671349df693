/** One execution environment of a function: a worker thread that handles one event at a time. */
import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";

export interface RuntimeData {
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
  /** Epoch milliseconds of the real clock. */
  deadline: number;
}

export interface FunctionFailure {
  errorType: string;
  errorMessage: string;
  trace?: string[];
}

/** Without a request id: the code is loaded, or could not be loaded. With one: the result of an event. */
export type RuntimeMessage =
  | { requestId?: undefined; failure?: FunctionFailure }
  | { requestId: string; result: string }
  | { requestId: string; failure: FunctionFailure };

/** Why an invocation failed; `errorType` is Lambda's. */
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
  /** Seconds per event. */
  timeout: number;
  output(chunk: string): void;
  /** Called once, when the environment crashed, timed out or was killed. */
  ended(): void;
}

export interface Sandbox {
  /** Returns the result as JSON. @throws FunctionError */
  run(event: string): Promise<string>;
  /** Ends the environment. The current event fails as if its machine had died. */
  kill(): Promise<void>;
}

interface CurrentEvent {
  requestId: string;
  result: PromiseWithResolvers<string>;
}

/** The part that all sandboxes share: the current event, its timeout, and the end of the environment. */
export function openEventSlot(timeout: number, onEnd: (failure: FunctionFailure) => void) {
  let endedWith: FunctionFailure | undefined;
  let current: CurrentEvent | undefined;

  function end(failure: FunctionFailure): void {
    if (endedWith) return;
    endedWith = failure;
    current?.result.reject(new FunctionError(failure));
    onEnd(failure);
  }

  function fail(errorType: string, reason: string): void {
    end({ errorType, errorMessage: `RequestId: ${current?.requestId ?? randomUUID()} Error: ${reason}` });
  }

  return {
    end,
    fail,
    kill: () => fail("Runtime.ExitError", "Runtime exited with error: signal: killed"),
    hasEnded: () => endedWith !== undefined,
    current: () => current,
    async run(start: (event: CurrentEvent & { deadline: number }) => void): Promise<string> {
      if (endedWith) throw new FunctionError(endedWith);
      const event = { requestId: randomUUID(), result: Promise.withResolvers<string>() };
      current = event;
      const reason = `Task timed out after ${timeout.toFixed(2)} seconds`;
      const timer = setTimeout(() => fail("Sandbox.Timedout", reason), timeout * 1000);
      start({ ...event, deadline: Date.now() + timeout * 1000 });
      try {
        return await event.result.promise;
      } finally {
        clearTimeout(timer);
        current = undefined;
      }
    },
  };
}

/** Longer than on AWS, because this machine may be busy. */
const INIT_TIMEOUT_MS = 60_000;

export function startSandbox(options: SandboxOptions): Sandbox {
  const worker = new Worker(new URL("./lambda-runtime.js", import.meta.url), {
    workerData: options.data,
    env: options.environment,
    stdout: true,
    stderr: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: options.data.memorySize },
  });
  for (const stream of [worker.stdout, worker.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => options.output(chunk));

  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {}); // Reported to the event that waits for it.
  const initTimer = setTimeout(() => slot.fail("Sandbox.Timedout", "Init timed out"), INIT_TIMEOUT_MS);
  const slot = openEventSlot(options.timeout, (failure) => {
    clearTimeout(initTimer);
    ready.reject(new FunctionError(failure));
    options.ended();
    void worker.terminate();
  });

  worker.on("message", (message: RuntimeMessage) => {
    const current = slot.current();
    if (message.requestId === undefined) {
      if (message.failure) return slot.end(message.failure);
      clearTimeout(initTimer);
      ready.resolve();
    } else if (message.requestId !== current?.requestId) return;
    else if ("result" in message) current.result.resolve(message.result);
    else current.result.reject(new FunctionError(message.failure));
  });
  worker.on("error", (error: Error & { code?: string }) =>
    error.code === "ERR_WORKER_OUT_OF_MEMORY"
      ? slot.fail("Runtime.OutOfMemory", "Runtime exited with error: signal: killed")
      : slot.end({ errorType: error.name, errorMessage: error.message }),
  );
  worker.on("exit", (code) => {
    const reason = code === 0 ? "without providing a reason" : `with error: exit status ${code}`;
    slot.fail("Runtime.ExitError", `Runtime exited ${reason}`);
  });

  return {
    async run(event) {
      await ready.promise;
      return slot.run(({ requestId, deadline }) => {
        const message: EventMessage = { requestId, event, deadline };
        worker.postMessage(message);
      });
    },
    async kill() {
      slot.kill();
      await worker.terminate();
    },
  };
}
