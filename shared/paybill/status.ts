import * as z from "zod/mini";
import { Day } from "../day.ts";
import { Count, Instant, Text } from "../text.ts";

export const ConnectionStatus = z.object({
  /** The site that M-Pesa calls. Absent until somebody has connected it. */
  registered: z.optional(z.object({ site: Text, at: Instant })),
  last_callback_at: z.optional(Instant),
  last_pull_at: z.optional(Instant),
  failed_at: z.optional(Instant),
  /** A sentence without secrets. */
  failure: z.optional(Text),
  /** When a callback last came from an address that Safaricom does not publish. */
  unknown_source_at: z.optional(Instant),
  /** The last comparison with M-Pesa's list: the day, and what differs. */
  compared: z.optional(z.object({ day: Day, differences: z.array(Text) })),
});
export type ConnectionStatus = z.output<typeof ConnectionStatus>;

export const PaybillStatus = z.extend(ConnectionStatus, {
  short_code: Text,
  /** Payments that M-Pesa announced and has not confirmed. */
  announced: Count,
});
export type PaybillStatus = z.output<typeof PaybillStatus>;
