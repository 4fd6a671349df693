/** Lambda's queue of asynchronous events: two retries, then the function's failure destination. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { AsynchronousSettings } from "./definitions.ts";
import type { Functions } from "./functions.ts";
import { FunctionError } from "./sandbox.ts";

export type Outcome = { outcome: unknown } | { error: string };

export type AsynchronousInvocations = ReturnType<typeof openAsynchronousInvocations>;

export interface AsynchronousOptions {
  functions: Pick<Functions, "invoke" | "idOf">;
  settings(functionId: string): AsynchronousSettings & { arn: string };
  /** Sends a record to a queue or a function with the role of the function that failed. */
  deliver(functionId: string, targetArn: string, body: string): Promise<void>;
  /** Milliseconds before attempts 2 and 3; Lambda waits one and two minutes. */
  delays?: [number, number];
}

export function openAsynchronousInvocations(options: AsynchronousOptions) {
  const { functions, delays = [1000, 2000] } = options;
  const active = new Set<Promise<Outcome>>();
  let stopping = new AbortController();

  async function runWithRetries(functionId: string, event: unknown): Promise<Outcome> {
    const { maximumRetries, maximumAge } = options.settings(functionId);
    const startedAt = Date.now();
    const { signal } = stopping;
    for (let attempt = 1; ; attempt++) {
      try {
        return { outcome: await functions.invoke(functionId, event) };
      } catch (error) {
        const delay = delays[attempt - 1] ?? 0;
        const mayRetry = attempt <= maximumRetries && Date.now() + delay - startedAt < maximumAge * 1000;
        if (!mayRetry || signal.aborted) {
          const failure =
            error instanceof FunctionError
              ? error
              : new FunctionError({ errorType: "Error", errorMessage: String(error) });
          await deliverFailure(functionId, event, attempt, failure);
          return { error: `${failure.errorType}: ${failure.message}` };
        }
        await wait(delay, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }

  /** @see https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html */
  async function deliverFailure(
    functionId: string,
    requestPayload: unknown,
    approximateInvokeCount: number,
    { errorType, message: errorMessage, trace }: FunctionError,
  ): Promise<void> {
    const { arn, onFailure } = options.settings(functionId);
    if (onFailure === undefined) return;
    const record = {
      version: "1.0",
      timestamp: new Date().toISOString(),
      requestContext: {
        requestId: randomUUID(),
        functionArn: `${arn}:$LATEST`,
        condition: "RetriesExhausted",
        approximateInvokeCount,
      },
      requestPayload,
      responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
      responsePayload: { errorType, errorMessage, trace },
    };
    await options.deliver(functionId, onFailure, JSON.stringify(record));
  }

  return {
    /** Accepts the event at once; `settled` resolves after the last attempt. */
    invoke(idNameOrArn: string, event: unknown): { settled: Promise<Outcome> } {
      const functionId = functions.idOf(idNameOrArn);
      const settled = runWithRetries(functionId, event).catch((error: unknown) => ({ error: String(error) }));
      active.add(settled);
      void settled.then(() => active.delete(settled));
      return { settled };
    },
    async idle(): Promise<void> {
      while (active.size > 0) await Promise.all(active);
    },
    async cancelRetries(): Promise<void> {
      stopping.abort();
      stopping = new AbortController();
      await Promise.all(active);
    },
    stop: () => stopping.abort(),
  };
}
