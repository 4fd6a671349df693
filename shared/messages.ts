import * as z from "zod/mini";
import { contactLimits, contactTexts, isEmail } from "./contact-form.ts";
import { Day } from "./day.ts";
import type { Limit, Routes } from "./route.ts";
import { MemberId } from "./staff.ts";
import { Id, Instant, line, lines, noSuchPage, Text, Unreadable } from "./text.ts";

const { missing, badEmail } = contactTexts;

/**
 * The four fields are always enough. The others come from the site's own form: `id` makes a repeated
 * submission the same message, `website` is a field no person sees, `elapsed` the milliseconds
 * between opening the form and sending it.
 */
export const NewMessage = z.strictObject({
  // The first complaint is the one that is answered, and what is missing comes before what is wrong.
  name: line("name", contactLimits.name, missing).check(z.minLength(1, missing)),
  message: lines("message", contactLimits.message, missing).check(z.minLength(1, missing)),
  email: line("email address", contactLimits.email, missing).check(
    z.minLength(1, missing),
    z.refine(isEmail, badEmail),
  ),
  phone: z._default(line("phone number", contactLimits.phone), ""),
  id: z.optional(Id),
  website: z.optional(z.string().check(z.maxLength(2_000))),
  elapsed: z.optional(z.number().check(z.minimum(0))),
});
export type NewMessage = z.output<typeof NewMessage>;

/**
 * `pending` until the company has it by mail, `mailed` from then on, `answered` once somebody says so;
 * `suspected` messages are kept aside, and not mailed.
 */
export const MessageState = z.enum(["pending", "mailed", "answered", "suspected"]);
export type MessageState = z.output<typeof MessageState>;

/** Where staff find a message. */
export const Box = z.enum(["waiting", "answered", "aside"], "A message is waiting, answered or aside.");
export type Box = z.output<typeof Box>;

export const statesIn = {
  waiting: ["pending", "mailed"],
  answered: ["answered"],
  aside: ["suspected"],
} as const satisfies Record<Box, readonly MessageState[]>;

export const boxOf = (state: MessageState): Box =>
  state === "answered" ? "answered" : state === "suspected" ? "aside" : "waiting";

export const Message = z.object({
  id: Id,
  name: Text,
  email: Text,
  phone: z._default(Text, ""),
  message: Text,
  state: MessageState,
  day: Day,
  received_at: Instant,
  /** When somebody last moved it to another box, and who: their id, and what they were called then. */
  moved: z.optional(z.object({ at: Instant, by: z.string(), name: Text })),
  /** Whose it is to answer: their id, since when, and the id of who said so. */
  assigned: z.optional(z.object({ to: MemberId, at: Instant, by: z.string() })),
});
export type Message = z.output<typeof Message>;

/** `seen` is the box the message was in when it was looked at; found in a third one, it stays there. */
export const MessageMove = z.strictObject({
  box: Box,
  seen: Box,
  /** What pages of an earlier release say of who moves it. Nobody is believed: who it is comes with the token. */
  name: z.optional(z.unknown()),
});
export type MessageMove = z.output<typeof MessageMove>;

/** `to` is whose it shall be, or nobody's; `seen` whose it was when it was looked at: found another's, it stays theirs. */
export const Assignment = z.strictObject({ to: z.nullable(MemberId), seen: z.nullable(MemberId) });
export type Assignment = z.output<typeof Assignment>;

/** An office shares an address, and so do the phones of a whole network; what comes beyond is kept aside. */
export const mailedOfOneAddress: Limit = { most: 20, seconds: 3_600 };

/** Where the next page of messages starts. */
const MessageCursor = z.string().check(z.regex(/^[\w-]{1,1000}$/, noSuchPage));

export const messageRoutes = {
  "POST /api/send-email": {
    access: "public",
    // What one machine may ask of everybody's form; its neighbours behind the same address wait a minute at most.
    limit: { most: 100, seconds: 60 },
    body: NewMessage,
    answer: z.object({ received: z.literal(true) }),
  },
  /** Those of one box: what waits longest first, the others newest first. `now` is the server's clock. */
  "GET /api/v1/messages": {
    access: "staff",
    query: z.strictObject({ box: z._default(Box, "waiting"), cursor: z.optional(MessageCursor) }),
    answer: z.object({
      messages: z.array(Message),
      now: Instant,
      unreadable: Unreadable,
      cursor: z.optional(MessageCursor),
    }),
  },
  /** Marks as answered, takes that back, keeps aside or rescues. Asked again it changes nothing. */
  "PUT /api/v1/messages/{id}": {
    access: "staff",
    params: z.strictObject({ id: Id }),
    body: MessageMove,
    answer: z.object({ message: Message }),
  },
  /** Gives a message to somebody of the staff, or to nobody. Asked again it changes nothing. */
  "PUT /api/v1/messages/{id}/assignment": {
    access: "staff",
    params: z.strictObject({ id: Id }),
    body: Assignment,
    answer: z.object({ message: Message }),
  },
} as const satisfies Routes;
