/** Lambda's queue of asynchronous events: two retries, then the function's own place for failures. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Functions } from "./functions.ts";
import { FunctionError } from "./sandbox.ts";

export interface AsynchronousSettings {
  /** 0 to 2 */
  maximumRetries: number;
  /** Seconds after which an event is given up. */
  maximumAge: number;
  onFailure?: string;
}

export type Outcome = { outcome: unknown } | { error: string };

export interface AsynchronousInvocations {
  /** Takes the event; what becomes of it at the end is told by `settled`. @throws FunctionError when it is too large. */
  invoke(function_: string, event: unknown): { settled: Promise<Outcome> };
  idle(): Promise<void>;
  /** Tries nothing again of what is on its way. */
  drop(): Promise<void>;
  stop(): void;
}

export interface AsynchronousOptions {
  functions: Pick<Functions, "invoke" | "idOf">;
  settings(functionId: string): AsynchronousSettings & { arn: string };
  /** Puts a record on a queue or a function, in the name of the function that failed. */
  deliver(functionId: string, targetArn: string, body: string): Promise<void>;
  /** Milliseconds before attempt 2 and 3; Lambda's own are one and two minutes. */
  delays?: [number, number];
}

const LARGEST_EVENT = 256 * 1024;

export function openAsynchronousInvocations(options: AsynchronousOptions): AsynchronousInvocations {
  const { functions, delays = [1000, 2000] } = options;
  const active = new Set<Promise<Outcome>>();
  let stopping = new AbortController();

  async function carryOut(functionId: string, event: unknown): Promise<Outcome> {
    const settings = options.settings(functionId);
    const requestId = randomUUID();
    const began = Date.now();
    const { signal } = stopping;
    for (let attempt = 1; ; attempt++) {
      try {
        return { outcome: await functions.invoke(functionId, event) };
      } catch (error) {
        const failure =
          error instanceof FunctionError
            ? error
            : new FunctionError({ errorType: "Error", errorMessage: String(error) });
        const delay = delays[attempt - 1] ?? 0;
        const again =
          attempt <= settings.maximumRetries && Date.now() + delay - began < settings.maximumAge * 1000;
        if (!again || signal.aborted) {
          await giveUp(functionId, { requestId, event, attempt, failure });
          return { error: `${failure.errorType}: ${failure.message}` };
        }
        await wait(delay, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }

  /** @see https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html */
  async function giveUp(functionId: string, { requestId, event, attempt, failure }: Run): Promise<void> {
    const { arn, onFailure } = options.settings(functionId);
    if (onFailure === undefined) return;
    const record = {
      version: "1.0",
      timestamp: new Date().toISOString(),
      requestContext: {
        requestId,
        functionArn: `${arn}:$LATEST`,
        condition: "RetriesExhausted",
        approximateInvokeCount: attempt,
      },
      requestPayload: event,
      responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
      responsePayload: {
        errorType: failure.errorType,
        errorMessage: failure.message,
        trace: failure.trace,
      },
    };
    await options.deliver(functionId, onFailure, JSON.stringify(record));
  }

  return {
    invoke(function_, event) {
      const functionId = functions.idOf(function_);
      if (Buffer.byteLength(JSON.stringify(event) ?? "") > LARGEST_EVENT)
        throw new FunctionError({
          errorType: "RequestTooLargeException",
          errorMessage: `Request must be smaller than ${LARGEST_EVENT} bytes for the InvokeFunction operation`,
        });
      const settled = carryOut(functionId, event).catch((error: unknown) => ({ error: String(error) }));
      active.add(settled);
      void settled.then(() => active.delete(settled));
      return { settled };
    },
    async idle() {
      while (active.size > 0) await Promise.all(active);
    },
    async drop() {
      const dropped = stopping;
      stopping = new AbortController();
      dropped.abort();
      await Promise.all(active);
    },
    stop: () => stopping.abort(),
  };
}

interface Run {
  requestId: string;
  event: unknown;
  attempt: number;
  failure: FunctionError;
}
