import type { Entry, PromptJob } from "../stores/outbox-store.ts";

/** When M-Pesa is asked about a prompt without a callback, in seconds after the time before. */
const CHECK_AFTER_SECONDS = [10, 10, 10, 15, 15, 30, 30, 60];

/** The next check of a prompt; after the last one there is none. */
export function nextCheck(job: Omit<PromptJob, "work"> & { tries: number }): Entry[] {
  const delaySeconds = CHECK_AFTER_SECONDS[job.tries];
  if (delaySeconds === undefined) return [];
  return [{ queue: "paybill", job: { work: "prompt", ...job }, delaySeconds }];
}
