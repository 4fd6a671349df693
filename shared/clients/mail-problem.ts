import * as z from "zod/mini";
import { Instant, Text } from "../text.ts";

/** Why no more email goes to an address: it bounced permanently, came back repeatedly, or was marked as spam. */
export const MailProblem = z.object({
  kind: z.enum(["bounced", "returned", "complained"]),
  at: Instant,
  /** Of a bounce, as in the send log. */
  reason: z.optional(Text),
});
export type MailProblem = z.output<typeof MailProblem>;
