import type { Client } from "../../shared/clients.ts";
import type { Day } from "../../shared/day.ts";
import { enqueue } from "../email-queue.ts";
import { logFailure } from "../log.ts";

/**
 * Asks for the company to be told of a client who is new on a day; asked again, it is told once. The client is
 * stored: that nobody is told must not undo it.
 */
export async function announce({ id }: Client, now: string, day: Day): Promise<void> {
  try {
    const soon = AbortSignal.timeout(2_000);
    await enqueue([{ email: "new-client", client_id: id, day, at: now }], soon);
  } catch (error) {
    logFailure("new client not announced", error, { id });
  }
}
