import type { Client } from "../../shared/clients/client.ts";
import type { Day } from "../../shared/day.ts";
import { enqueue } from "../platform/email/queue.ts";
import { logFailure } from "../platform/log.ts";

const TIMEOUT_MS = 2_000;

/** Queues the email about a new client. Repeated, it is sent once. A failure is logged only: the client is stored. */
export async function announce({ id }: Client, now: string, day: Day): Promise<void> {
  try {
    await enqueue([{ email: "new-client", client_id: id, day, at: now }], {
      abortSignal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    logFailure("new client not announced", error, { id });
  }
}
