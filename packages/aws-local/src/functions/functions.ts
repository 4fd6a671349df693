/** Lambda: each function's bundle in worker threads, with the template's environment and nothing of this machine's. */
import { environmentOf, type FunctionDefinition, moduleOf } from "./environment.ts";
import { FunctionError, type Sandbox, startSandbox } from "./sandbox.ts";

export interface FunctionsOptions {
  definitions: FunctionDefinition[];
  awsEndpoint: string;
  /** What a function printed. */
  output?(functionId: string, chunk: string): void;
  /** A function has taken an event. */
  started?(functionId: string): void;
}

export interface Functions {
  /** Waits for the answer. Functions are known by logical id, name or ARN. @throws FunctionError */
  invoke(function_: string, event: unknown): Promise<unknown>;
  has(function_: string): boolean;
  idOf(function_: string): string;
  /** Drops the warm threads of all functions, or of one, so that the next event meets the bundle of today. */
  reload(function_?: string): void;
  /** Ends a function's threads in the midst of what they do; answers how many events were lost. */
  kill(function_: string): Promise<number>;
  /** Resolves once no function has an event. */
  idle(): Promise<void>;
  /** Fails whatever runs in a thread or waits for one, and ends every thread but those without an event that are kept. */
  drop(keepWarm?: (functionId: string) => boolean): Promise<void>;
}

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

export function openFunctions(options: FunctionsOptions): Functions {
  const functions = new Map<string, Running>(
    options.definitions.map((definition) => [definition.id, { definition, threads: new Set(), waiting: [] }]),
  );
  const active = new Set<Promise<unknown>>();

  const find = (function_: string) =>
    functions.get(function_) ??
    [...functions.values()].find(
      ({ definition: { name, arn } }) =>
        name === function_ || arn === function_ || function_.startsWith(`${arn}:`),
    );

  function required(function_: string): Running {
    const found = find(function_);
    if (!found)
      throw new FunctionError({
        errorType: "ResourceNotFoundException",
        errorMessage: `Function not found: ${function_}`,
      });
    return found;
  }

  function start(running: Running): Warm {
    const { definition, threads } = running;
    const sandbox = startSandbox({
      data: {
        ...moduleOf(definition),
        functionName: definition.name,
        functionArn: definition.arn,
        memorySize: definition.memorySize,
      },
      environment: environmentOf(definition, options.awsEndpoint),
      timeout: definition.timeout,
      output: (chunk) => options.output?.(definition.id, chunk),
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

  function acquire(running: Running): Promise<Warm> {
    const free = [...running.threads].find(({ busy, stale }) => !busy && !stale);
    if (free) {
      clearTimeout(free.reaper);
      free.busy = true;
      return Promise.resolve(free);
    }
    if (running.threads.size < MOST_THREADS) return Promise.resolve(start(running));
    const acquired = Promise.withResolvers<Warm>();
    running.waiting.push(acquired);
    return acquired.promise;
  }

  function release(running: Running, thread: Warm) {
    if (!running.threads.has(thread)) return;
    if (thread.stale) return void thread.sandbox.kill();
    const next = running.waiting.shift();
    if (next) return next.resolve(thread);
    thread.busy = false;
    thread.reaper = setTimeout(() => void thread.sandbox.kill(), KEPT_WARM).unref();
  }

  async function invoke(function_: string, event: unknown): Promise<unknown> {
    const running = required(function_);
    const payload = JSON.stringify(event) ?? "null";
    refuseLarge(payload);
    const thread = await acquire(running);
    options.started?.(running.definition.id);
    try {
      const result = await thread.sandbox.run(payload);
      if (Buffer.byteLength(result) > LARGEST_SYNCHRONOUS)
        throw new FunctionError({
          errorType: "Function.ResponseSizeTooLarge",
          errorMessage: "Response payload size exceeded maximum allowed payload size (6291556 bytes).",
        });
      return JSON.parse(result);
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
    invoke(function_, event) {
      const outcome = invoke(function_, event);
      active.add(outcome);
      const forget = () => active.delete(outcome);
      outcome.then(forget, forget);
      return outcome;
    },
    has: (function_) => find(function_) !== undefined,
    idOf: (function_) => required(function_).definition.id,
    reload(function_) {
      for (const running of function_ === undefined ? functions.values() : [required(function_)])
        for (const thread of [...running.threads]) {
          thread.stale = true;
          if (!thread.busy) void thread.sandbox.kill();
        }
    },
    kill: (function_) => end(required(function_)),
    async idle() {
      while (active.size > 0) await Promise.allSettled(active);
    },
    async drop(keepWarm = () => false) {
      const closing = new FunctionError({
        errorType: "ServiceException",
        errorMessage: "The functions are closing.",
      });
      for (const running of functions.values())
        for (const acquired of running.waiting.splice(0)) acquired.reject(closing);
      await Promise.all(
        [...functions.values()].map((running) => end(running, !keepWarm(running.definition.id))),
      );
    },
  };
}

function refuseLarge(payload: string) {
  const bytes = Buffer.byteLength(payload);
  if (bytes <= LARGEST_SYNCHRONOUS) return;
  throw new FunctionError({
    errorType: "RequestTooLargeException",
    errorMessage: `Request must be smaller than ${LARGEST_SYNCHRONOUS} bytes for the InvokeFunction operation`,
  });
}
