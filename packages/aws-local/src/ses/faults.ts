import * as z from "zod";

/** Failures for tests: `PUT /faults` replaces them, `DELETE /faults` removes them. */
const Faults = z.strictObject({
  /** Every operation fails with 503 ServiceUnavailable. */
  down: z.boolean().optional(),
  /** Delays every response, in real time. */
  delayMs: z.int().min(0).optional(),
  /** The number of next sends that fail with Throttling, "Maximum sending rate exceeded." */
  throttle: z.int().min(0).optional(),
  /** Every send fails with Throttling, "Daily message quota exceeded." */
  dayUsedUp: z.boolean().optional(),
  /** Sends to one of these addresses fail with MessageRejected. */
  refuse: z.array(z.string()).optional(),
  paused: z.boolean().optional(),
  /** The number of next sends whose connection is cut after the email was accepted. */
  acceptThenDrop: z.int().min(0).optional(),
  /** The account is in SES's sandbox, and these addresses are verified too. */
  sandbox: z.array(z.string()).optional(),
  /** SES finds none of its identities' DNS records. */
  dnsEmpty: z.boolean().optional(),
  /** Emails to these addresses are accepted and delayed: a DeliveryDelay event. */
  delayed: z.array(z.string()).optional(),
});

export type Faults = z.infer<typeof Faults>;

export function readFaults(json: string): Faults {
  const parsed = Faults.safeParse(JSON.parse(json));
  if (parsed.success) return parsed.data;
  throw new Error(z.prettifyError(parsed.error));
}
