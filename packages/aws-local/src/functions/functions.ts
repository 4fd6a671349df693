/** Lambda: each function's bundle in worker threads, with the template's environment and nothing of this machine's. */
import { environmentOf, type FunctionDefinition, moduleOf } from "./definitions.ts";
import { FunctionError, type Sandbox, startSandbox } from "./sandbox.ts";

export interface FunctionsOptions {
  definitions: FunctionDefinition[];
  awsEndpoint: string;
  here?(value: string): string;
  /** What a function printed. */
  output?(functionId: string, chunk: string): void;
  /** A function has taken an event. */
  started?(functionId: string): void;
  /** A function did not answer. */
  failed?(functionId: string, error: unknown): void;
}

export type Functions = ReturnType<typeof openFunctions>;

/** Bytes, by Lambda's quotas. */
const LARGEST_SYNCHRONOUS = 6 * 1024 * 1024;
const MOST_THREADS = 4;
/** Milliseconds a warm thread is kept without an event. */
const KEPT_WARM = 60_000;

interface Warm {
  sandbox: Sandbox;
  busy: boolean;
  /** Ended once it is free, because its code is old. */
  stale: boolean;
  reaper?: NodeJS.Timeout;
}

interface Running {
  definition: FunctionDefinition;
  threads: Set<Warm>;
  waiting: PromiseWithResolvers<Warm>[];
}

const refusal = (errorType: string, errorMessage: string) => new FunctionError({ errorType, errorMessage });

/** Functions are known by logical id, name or ARN. */
export function openFunctions(options: FunctionsOptions) {
  const functions: Running[] = options.definitions.map((definition) => ({
    ...{ definition, threads: new Set(), waiting: [] },
  }));
  const active = new Set<Promise<unknown>>();

  function find(function_: string): Running {
    const found = functions.find(
      ({ definition: { id, name, arn } }) =>
        [id, name, arn].includes(function_) || function_.startsWith(`${arn}:`),
    );
    if (!found) throw refusal("ResourceNotFoundException", `Function not found: ${function_}`);
    return found;
  }

  function start(running: Running): Warm {
    const { definition, threads } = running;
    const { id, name: functionName, arn: functionArn, memorySize, timeout } = definition;
    const sandbox = startSandbox({
      data: { ...moduleOf(definition), functionName, functionArn, memorySize },
      environment: environmentOf(definition, options),
      timeout,
      output: (chunk) => options.output?.(id, chunk),
      ended: () => {
        clearTimeout(thread.reaper);
        threads.delete(thread);
        const next = running.waiting.shift();
        if (next) next.resolve(start(running));
      },
    });
    const thread: Warm = { sandbox, busy: true, stale: false };
    threads.add(thread);
    return thread;
  }

  function acquire(running: Running): Promise<Warm> | Warm {
    const free = [...running.threads].find(({ busy, stale }) => !busy && !stale);
    if (free) {
      clearTimeout(free.reaper);
      free.busy = true;
      return free;
    }
    if (running.threads.size < MOST_THREADS) return start(running);
    const acquired = Promise.withResolvers<Warm>();
    running.waiting.push(acquired);
    return acquired.promise;
  }

  function release(running: Running, thread: Warm): void {
    if (!running.threads.has(thread)) return;
    if (thread.stale) return void thread.sandbox.kill();
    const next = running.waiting.shift();
    if (next) return void next.resolve(thread);
    thread.busy = false;
    thread.reaper = setTimeout(() => void thread.sandbox.kill(), KEPT_WARM).unref();
  }

  async function run(running: Running, event: unknown): Promise<unknown> {
    const payload = JSON.stringify(event) ?? "null";
    if (Buffer.byteLength(payload) > LARGEST_SYNCHRONOUS) {
      const limit = `Request must be smaller than ${LARGEST_SYNCHRONOUS} bytes for the InvokeFunction operation`;
      throw refusal("RequestTooLargeException", limit);
    }
    const thread = await acquire(running);
    options.started?.(running.definition.id);
    try {
      const result = await thread.sandbox.run(payload);
      if (Buffer.byteLength(result) <= LARGEST_SYNCHRONOUS) return JSON.parse(result);
      const limit = "Response payload size exceeded maximum allowed payload size (6291556 bytes).";
      throw refusal("Function.ResponseSizeTooLarge", limit);
    } finally {
      release(running, thread);
    }
  }

  async function end(running: Running, idleToo = true): Promise<number> {
    const ending = [...running.threads].filter(({ busy }) => busy || idleToo);
    await Promise.all(ending.map(({ sandbox }) => sandbox.kill()));
    return ending.filter(({ busy }) => busy).length;
  }

  return {
    /** Waits for the answer. @throws FunctionError */
    async invoke(function_: string, event: unknown): Promise<unknown> {
      const running = find(function_);
      const outcome = run(running, event);
      active.add(outcome);
      try {
        return await outcome;
      } catch (error) {
        options.failed?.(running.definition.id, error);
        throw error;
      } finally {
        active.delete(outcome);
      }
    },
    idOf: (function_: string) => find(function_).definition.id,
    /** Drops the warm threads, so that the next event meets the bundle of today. */
    reload(): void {
      for (const { threads } of functions)
        for (const thread of [...threads]) {
          thread.stale = true;
          if (!thread.busy) void thread.sandbox.kill();
        }
    },
    /** Ends a function's threads in the midst of what they do; answers how many events were lost. */
    kill: async (function_: string): Promise<number> => end(find(function_)),
    /** Resolves once no function has an event. */
    async idle(): Promise<void> {
      while (active.size > 0) await Promise.allSettled(active);
    },
    /** Fails whatever runs in a thread or waits for one, and ends every thread but those without an event that are kept. */
    async drop(keepWarm: (functionId: string) => boolean = () => false): Promise<void> {
      const closing = refusal("ServiceException", "The functions are closing.");
      for (const { waiting } of functions) for (const acquired of waiting.splice(0)) acquired.reject(closing);
      await Promise.all(functions.map((running) => end(running, !keepWarm(running.definition.id))));
    },
  };
}
