import * as z from "zod";

/** What goes wrong on purpose: `PUT /faults` sets these in place of those before, `DELETE /faults` ends them. */
const Faults = z.strictObject({
  /** Every operation fails with 503 ServiceUnavailable. */
  down: z.boolean().optional(),
  /** Every operation's answer waits this long, in real milliseconds. */
  delayMs: z.int().min(0).optional(),
  /** The next so many sends fail with Throttling, "Maximum sending rate exceeded." */
  throttle: z.int().min(0).optional(),
  /** Every send fails with Throttling, "Daily message quota exceeded." */
  dayUsedUp: z.boolean().optional(),
  /** Sends to one of these addresses fail with MessageRejected. */
  refuse: z.array(z.string()).optional(),
  /** Sending is paused for the account. */
  paused: z.boolean().optional(),
  /** The next so many sends stand in the inbox, but the connection is cut, so that the sender cannot know. */
  acceptThenDrop: z.int().min(0).optional(),
  /** The account is in the sandbox of new ones, and these addresses are verified besides the identities. */
  sandbox: z.array(z.string()).optional(),
  /** SES has found none of the records that its identities want in the DNS. */
  dnsEmpty: z.boolean().optional(),
  /** Mail to these addresses is accepted, but not delivered yet: a DeliveryDelay event. */
  delayed: z.array(z.string()).optional(),
});

export type Faults = z.infer<typeof Faults>;

/** @throws Error saying what is wrong with it */
export function readFaults(json: string): Faults {
  const read = Faults.safeParse(JSON.parse(json));
  if (read.success) return read.data;
  throw new Error(z.prettifyError(read.error));
}
