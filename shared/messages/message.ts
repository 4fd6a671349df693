import * as z from "zod/mini";
import { Day } from "../day.ts";
import type { Limit, Routes } from "../route.ts";
import { MemberId } from "../staff/staff.ts";
import { Id, Instant, invalidCursor, line, lines, Text, Unreadable } from "../text.ts";
import { contactLimits, contactTexts, isEmail } from "./contact-form.ts";

const { missing, badEmail } = contactTexts;
const missingReason = "Please give the reason.";

const MAX_ANSWERS = 5;

const required = (label: string, maxLength: number) => {
  const empty = `Please give the ${label}.`;
  return line(label, maxLength, empty).check(z.minLength(1, empty));
};

const NewAnswer = z.strictObject({
  question: required("question", contactLimits.question),
  answer: required("answer", contactLimits.answer),
});

/**
 * Four fields are enough. The site's form sends the others: `product` and `answers` after "Get Quote", `id` makes a
 * repeated submission the same message, `website` is a hidden field that only bots fill in, `elapsed` is the
 * milliseconds from opening to sending.
 */
export const NewMessage = z.strictObject({
  // The response has the first error, so missing fields come before wrong ones.
  name: line("name", contactLimits.name, missing).check(z.minLength(1, missing)),
  message: lines("message", contactLimits.message, missing).check(z.minLength(1, missing)),
  email: line("email address", contactLimits.email, missing).check(
    z.minLength(1, missing),
    z.refine(isEmail, badEmail),
  ),
  phone: z._default(line("phone number", contactLimits.phone), ""),
  product: z.optional(required("product", contactLimits.product)),
  answers: z.optional(
    z
      .array(NewAnswer, "Please give the answers as a list.")
      .check(z.maxLength(MAX_ANSWERS, `Please give at most ${MAX_ANSWERS} answers.`)),
  ),
  id: z.optional(Id),
  website: z.optional(z.string().check(z.maxLength(2_000))),
  elapsed: z.optional(z.number().check(z.minimum(0))),
});
export type NewMessage = z.output<typeof NewMessage>;

/**
 * `pending`: not mailed to the company yet. `mailed`: mailed. `answered`: marked by staff. `spam`: looks like spam, is
 * not mailed.
 */
export const MessageState = z.enum(["pending", "mailed", "answered", "spam"]);
export type MessageState = z.output<typeof MessageState>;

/** Where staff find a message. */
export const Box = z.enum(["waiting", "answered", "spam"], "A message is waiting, answered or spam.");
export type Box = z.output<typeof Box>;

export const statesIn = {
  waiting: ["pending", "mailed"],
  answered: ["answered"],
  spam: ["spam"],
} as const satisfies Record<Box, readonly MessageState[]>;

export const boxOf = (state: MessageState): Box =>
  state === "answered" ? "answered" : state === "spam" ? "spam" : "waiting";

export const Message = z.object({
  id: Id,
  name: Text,
  email: Text,
  phone: z._default(Text, ""),
  message: Text,
  product: z.optional(Text),
  answers: z.optional(z.array(z.object({ question: Text, answer: Text }))),
  state: MessageState,
  day: Day,
  received_at: Instant,
  /** When it was last moved to another box and who moved it: their id, and their name at that time. */
  moved: z.optional(z.object({ at: Instant, by: z.string(), name: Text })),
  /** Who must answer: their id, since when, and the id of the person who assigned it. */
  assigned: z.optional(z.object({ to: MemberId, at: Instant, by: z.string() })),
});
export type Message = z.output<typeof Message>;

const REFERENCE_LIMIT = 100_000_000n;

/** The number by which visitors and staff speak of a message: eight digits from its id, such as `4821 0734`. */
export const messageReference = (id: string): string =>
  String(BigInt(`0x${id.replaceAll("-", "")}`) % REFERENCE_LIMIT)
    .padStart(8, "0")
    .replace(/^.{4}/, "$& ");

/** `seen` is the box on the person's screen. If the message is now in a third box, it stays there. */
export const MessageMove = z.strictObject({ box: Box, seen: Box });
export type MessageMove = z.output<typeof MessageMove>;

/** `to` is the new assignee or null; `seen` is the assignee on the person's screen. If somebody else has it now, they keep it. */
export const Assignment = z.strictObject({ to: z.nullable(MemberId), seen: z.nullable(MemberId) });
export type Assignment = z.output<typeof Assignment>;

/** Why an administrator deletes a message. It must not name the sender: it is kept in the activity. */
export const MessageDeletion = z.strictObject({
  reason: line("reason", 200, missingReason).check(z.minLength(1, missingReason)),
});
export type MessageDeletion = z.output<typeof MessageDeletion>;

/** No person fills in and sends four fields faster. */
export const MIN_FILLING_MS = 2_000;

/** Above this limit an IP address is one sign of spam. Offices and mobile networks share addresses, so it needs a second sign. */
export const MAIL_LIMIT_PER_ADDRESS: Limit = { maxCalls: 20, seconds: 3_600 };
/** Above this limit the same text or sender is the second sign. People correct themselves and ask again. */
export const REPEAT_LIMIT_PER_ADDRESS: Limit = { maxCalls: 3, seconds: 3_600 };

/** The daily summary stops counting here, so that a flood of spam cannot stop the summary. */
export const MAX_SPAM_COUNTED = 10_000;

/** Equal for texts that differ only in case, spaces, digits and punctuation. */
export const lettersOnly = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\P{L}+/gu, " ")
    .trim();

/** Whether the text has links and no other words. */
export const isOnlyLinks = (text: string): boolean =>
  /https?:\/\/|www\./i.test(text) && lettersOnly(text.replace(/(?:https?:\/\/|www\.)\S+/gi, "")) === "";

/** Where the next page of messages starts. */
const MessageCursor = z.string().check(z.regex(/^[\w-]{1,1000}$/, invalidCursor));

export const messageRoutes = {
  "POST /api/send-email": {
    summary: "Send the contact form",
    description:
      "Four fields are enough. The message is stored first. Repeating an `id` is the same message, with the same `reference`.",
    access: "public",
    // Others behind the same address wait at max a minute.
    limit: { maxCalls: 100, seconds: 60 },
    body: NewMessage,
    response: z.object({ received: z.literal(true), reference: z.string() }),
  },
  "GET /api/v1/messages": {
    summary: "List messages of the contact form",
    description: "The messages of one box: waiting ones oldest first, others newest first.",
    access: "staff",
    query: z.strictObject({ box: z._default(Box, "waiting"), cursor: z.optional(MessageCursor) }),
    response: z.object({
      messages: z.array(Message),
      now: Instant,
      unreadable: Unreadable,
      cursor: z.optional(MessageCursor),
    }),
  },
  "PUT /api/v1/messages/{id}": {
    summary: "Move a message to another box",
    description: "Repeating the call changes nothing.",
    access: "staff",
    params: z.strictObject({ id: Id }),
    body: MessageMove,
    response: z.object({ message: Message }),
  },
  "PUT /api/v1/messages/{id}/assignment": {
    summary: "Assign a message to a colleague, or to nobody",
    description: "Repeating the call changes nothing.",
    access: "staff",
    params: z.strictObject({ id: Id }),
    body: Assignment,
    response: z.object({ message: Message }),
  },
  "DELETE /api/v1/messages/{id}": {
    summary: "Delete a message for good",
    description:
      "The reason is kept in the activity, so do not name the sender. Repeating the call changes nothing.",
    access: "admin",
    params: z.strictObject({ id: Id }),
    body: MessageDeletion,
    response: z.object({ deleted: z.literal(true) }),
  },
} as const satisfies Routes;
