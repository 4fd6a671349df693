import * as z from "zod";
import { AwsError } from "../aws-error.ts";

/**
 * What goes wrong on purpose, set by `PUT /faults` with any of these and cleared by `DELETE /faults`. A `PUT`
 * replaces what was set before.
 *
 * - `down`: every operation fails with 503 ServiceUnavailable.
 * - `delayMs`: every operation's answer waits this long (real milliseconds).
 * - `throttle`: the next n sends fail with Throttling, "Maximum sending rate exceeded."
 * - `dayUsedUp`: every send fails with Throttling, "Daily message quota exceeded."
 * - `refuse`: sends to one of these addresses fail with MessageRejected.
 * - `paused`: sending is paused for the account.
 * - `acceptThenDrop`: the next n sends are accepted and appear in the inbox, but the connection is cut before the
 *   answer, so that the sender cannot know.
 * - `sandbox`: the account is in the sandbox of new ones, and these addresses are verified besides the identities.
 * - `delayed`: mail to these addresses is accepted, but not delivered yet: a DeliveryDelay event.
 */
const faults = z.strictObject({
  down: z.boolean().optional(),
  throttle: z.int().min(0).optional(),
  dayUsedUp: z.boolean().optional(),
  refuse: z.array(z.string()).optional(),
  delayMs: z.int().min(0).optional(),
  acceptThenDrop: z.int().min(0).optional(),
  paused: z.boolean().optional(),
  sandbox: z.array(z.string()).optional(),
  delayed: z.array(z.string()).optional(),
});

export type Faults = z.infer<typeof faults>;

/** @throws Error saying what is wrong with it */
export function readFaults(json: string): Faults {
  try {
    return faults.parse(JSON.parse(json));
  } catch (error) {
    throw new Error(error instanceof z.ZodError ? z.prettifyError(error) : "Not JSON", { cause: error });
  }
}

/**
 * Thrown instead of an answer. Whoever speaks HTTP must destroy the connection rather than answer it.
 */
export class ConnectionDropped extends AwsError {
  constructor() {
    super("ConnectionDropped", "The connection is cut before the answer.", 0);
  }
}
