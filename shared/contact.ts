import * as z from "zod";
import { contactLimits, contactTexts, isEmail } from "./contact-form.ts";
import { Day } from "./day.ts";
import type { Routes } from "./route.ts";
import { Id, Instant, line, lines } from "./text.ts";

const { missing, badEmail } = contactTexts;

/**
 * The four fields are always enough. The others come from the site's own form: `id` makes a repeated
 * submission the same message, `website` is a field no person sees, `elapsed` the milliseconds
 * between opening the form and sending it.
 */
export const NewMessage = z.strictObject({
  // The first complaint is the one that is answered, and what is missing comes before what is wrong.
  name: line("name", contactLimits.name, missing).min(1, missing),
  message: lines("message", contactLimits.message, missing).min(1, missing),
  email: line("email address", contactLimits.email, missing).min(1, missing).refine(isEmail, badEmail),
  phone: line("phone number", contactLimits.phone).default(""),
  id: Id.optional(),
  website: z.string().max(2_000).optional(),
  elapsed: z.number().min(0).optional(),
});
export type NewMessage = z.output<typeof NewMessage>;

/** `pending` until the company has it by mail; `suspected` messages are kept, and not mailed. */
export const MessageState = z.enum(["pending", "mailed", "suspected"]);

export const Message = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  message: z.string(),
  state: MessageState,
  day: Day,
  received_at: Instant,
});
export type Message = z.output<typeof Message>;

export const contactRoutes = {
  "POST /api/send-email": {
    access: "public",
    body: NewMessage,
    answer: z.object({ received: z.literal(true) }),
  },
} as const satisfies Routes;
