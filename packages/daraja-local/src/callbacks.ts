/** Sends callbacks, once each: what nobody takes is lost, as with Safaricom. */
import { setTimeout as wait } from "node:timers/promises";

export const callbackModes = ["once", "twice", "late", "dropped"] as const;
export type CallbackMode = (typeof callbackModes)[number];

/** After this time, Safaricom stops waiting. */
const TIMEOUT_MS = 8_000;

export function openCallbacks(lateMs: number) {
  const stopping = new AbortController();
  const pending = new Set<Promise<unknown>>();

  async function post(url: string, body: unknown): Promise<{ status: number; answer: unknown }> {
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      return { status: response.status, answer: await response.json().catch(() => undefined) };
    } catch {
      return { status: 0, answer: undefined };
    }
  }

  function inBackground(work: () => Promise<unknown>): void {
    const promise: Promise<unknown> = work()
      .catch(() => {})
      .finally(() => pending.delete(promise));
    pending.add(promise);
  }

  return {
    post,
    /** `sent` gets the status of each response; 0 is none. */
    send(url: string, body: unknown, mode: CallbackMode, sent?: (status: number) => void): void {
      const times = { once: 1, late: 1, twice: 2, dropped: 0 }[mode];
      for (let count = 0; count < times; count++)
        inBackground(async () => {
          await wait(mode === "late" ? lateMs : 0, undefined, stopping);
          const { status } = await post(url, body);
          sent?.(status);
        });
    },
    /** Resolves when every callback was sent. */
    async idle(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending);
    },
    stop: () => stopping.abort(),
  };
}

export type Callbacks = ReturnType<typeof openCallbacks>;
