/** Lambda: runs each function's bundle with the template's environment and nothing of this machine's. */
import { type FunctionDefinition, findModule, runtimeEnvironment } from "./definitions.ts";
import { startInProcess } from "./in-process.ts";
import { FunctionError, type Sandbox, startSandbox } from "./sandbox.ts";

export interface FunctionsOptions {
  definitions: FunctionDefinition[];
  awsEndpoint: string;
  inProcess?: boolean;
  /** Replaces addresses of AWS in an environment variable by local ones. */
  localize?(value: string): string;
  output?(functionId: string, chunk: string): void;
  started?(functionId: string): void;
  failed?(functionId: string, error: unknown): void;
}

export type Functions = ReturnType<typeof openFunctions>;

/** Lambda's quota for synchronous payloads. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;
const MAX_THREADS = 4;
const WARM_MS = 60_000;

interface Thread {
  sandbox: Sandbox;
  busy: boolean;
  stale: boolean;
  idleTimer?: NodeJS.Timeout;
}

interface FunctionState {
  definition: FunctionDefinition;
  threads: Set<Thread>;
  waiting: PromiseWithResolvers<Thread>[];
}

const failure = (errorType: string, errorMessage: string) => new FunctionError({ errorType, errorMessage });

/** A function is identified by its logical id, name or ARN. */
export function openFunctions(options: FunctionsOptions) {
  const functions = options.definitions.map(
    (definition): FunctionState => ({ definition, threads: new Set(), waiting: [] }),
  );
  const active = new Set<Promise<unknown>>();

  function find(idNameOrArn: string): FunctionState {
    const state = functions.find(
      ({ definition: { id, name, arn } }) =>
        [id, name, arn].includes(idNameOrArn) || idNameOrArn.startsWith(`${arn}:`),
    );
    if (!state) throw failure("ResourceNotFoundException", `Function not found: ${idNameOrArn}`);
    return state;
  }

  function start(state: FunctionState): Thread {
    const { definition, threads } = state;
    const { id, name: functionName, arn: functionArn, memorySize, timeout } = definition;
    const sandbox = (options.inProcess ? startInProcess : startSandbox)({
      data: { ...findModule(definition), functionName, functionArn, memorySize },
      environment: runtimeEnvironment(definition, options),
      timeout,
      output: (chunk) => options.output?.(id, chunk),
      ended: () => {
        clearTimeout(thread.idleTimer);
        threads.delete(thread);
        const next = state.waiting.shift();
        if (next) next.resolve(start(state));
      },
    });
    const thread: Thread = { sandbox, busy: true, stale: false };
    threads.add(thread);
    return thread;
  }

  function acquire(state: FunctionState): Promise<Thread> | Thread {
    const freeThread = [...state.threads].find(({ busy, stale }) => !busy && !stale);
    if (freeThread) {
      clearTimeout(freeThread.idleTimer);
      freeThread.busy = true;
      return freeThread;
    }
    if (state.threads.size < MAX_THREADS) return start(state);
    const acquired = Promise.withResolvers<Thread>();
    state.waiting.push(acquired);
    return acquired.promise;
  }

  function release(state: FunctionState, thread: Thread): void {
    if (!state.threads.has(thread)) return;
    if (thread.stale) return void thread.sandbox.kill();
    const next = state.waiting.shift();
    if (next) return void next.resolve(thread);
    thread.busy = false;
    thread.idleTimer = setTimeout(() => void thread.sandbox.kill(), WARM_MS).unref();
  }

  async function run(state: FunctionState, event: unknown): Promise<unknown> {
    const payload = JSON.stringify(event) ?? "null";
    if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) {
      const limit = `Request must be smaller than ${MAX_PAYLOAD_BYTES} bytes for the InvokeFunction operation`;
      throw failure("RequestTooLargeException", limit);
    }
    const thread = await acquire(state);
    options.started?.(state.definition.id);
    try {
      const result = await thread.sandbox.run(payload);
      if (Buffer.byteLength(result) <= MAX_PAYLOAD_BYTES) return JSON.parse(result);
      const limit = "Response payload size exceeded maximum allowed payload size (6291556 bytes).";
      throw failure("Function.ResponseSizeTooLarge", limit);
    } finally {
      release(state, thread);
    }
  }

  /** Returns the number of events that were lost. */
  async function killThreads(state: FunctionState, { includeIdle = true } = {}): Promise<number> {
    const threads = [...state.threads].filter(({ busy }) => busy || includeIdle);
    await Promise.all(threads.map(({ sandbox }) => sandbox.kill()));
    return threads.filter(({ busy }) => busy).length;
  }

  return {
    async invoke(idNameOrArn: string, event: unknown): Promise<unknown> {
      const state = find(idNameOrArn);
      const result = run(state, event);
      active.add(result);
      try {
        return await result;
      } catch (error) {
        options.failed?.(state.definition.id, error);
        throw error;
      } finally {
        active.delete(result);
      }
    },
    idOf: (idNameOrArn: string) => find(idNameOrArn).definition.id,
    reload(): void {
      for (const { threads } of functions)
        for (const thread of [...threads]) {
          thread.stale = true;
          if (!thread.busy) void thread.sandbox.kill();
        }
    },
    kill: async (idNameOrArn: string): Promise<number> => killThreads(find(idNameOrArn)),
    async idle(): Promise<void> {
      while (active.size > 0) await Promise.allSettled(active);
    },
    /** Fails all running and waiting events, and ends all threads except the idle ones to keep warm. */
    async stop(keepWarm: (functionId: string) => boolean = () => false): Promise<void> {
      const closing = failure("ServiceException", "The functions are closing.");
      for (const { waiting } of functions) for (const acquired of waiting.splice(0)) acquired.reject(closing);
      await Promise.all(
        functions.map((state) => killThreads(state, { includeIdle: !keepWarm(state.definition.id) })),
      );
    },
  };
}
