import * as z from "zod/mini";
import { Day } from "../day.ts";
import { Template, TemplatedEmail } from "../email-templates.ts";
import { Language } from "../languages.ts";
import { MailSender } from "../mail-domain.ts";
import type { Routes } from "../route.ts";
import { ChargeId, Count, Id, invalidCursor, Unreadable } from "../text.ts";
import {
  Deliverability,
  EmailName,
  ExpectedReminder,
  LoggedReminder,
  Reminder,
  ReminderCounts,
  SenderStatus,
} from "./reminder.ts";

/** Where the next page of the send log or of the next run starts. */
export const LogCursor = z.string().check(z.regex(/^[\w-]{1,600}$/, invalidCursor));

const EmailParams = z.strictObject({ email: EmailName });
const TemplateParams = z.strictObject({ email: TemplatedEmail });

export const reminderRoutes = {
  "POST /api/v1/send-notifications": {
    summary: "Send the reminders that are due",
    description: "Slow emails are sent in the background. Repeating the call sends nothing twice.",
    access: "staff",
    response: ReminderCounts,
  },
  "GET /api/v1/reminders": {
    summary: "Read the send log of a day",
    access: "staff",
    query: z.strictObject({ day: z.optional(Day), cursor: z.optional(LogCursor) }),
    response: z.object({
      reminders: z.array(LoggedReminder),
      day: Day,
      unreadable: Unreadable,
      cursor: z.optional(LogCursor),
    }),
  },
  "GET /api/v1/reminders/upcoming": {
    summary: "Preview the reminders of the next run, with those it would skip and why",
    description:
      "`sending` counts its emails, one for each client; `skipping` counts clients who would get none.",
    access: "staff",
    query: z.strictObject({ day: z.optional(Day), cursor: z.optional(LogCursor) }),
    response: z.object({
      day: Day,
      sending: Count,
      skipping: Count,
      /** The charges that the emails name or that are left out. */
      reminders: z.array(ExpectedReminder),
      unreadable: Unreadable,
      cursor: z.optional(LogCursor),
    }),
  },
  "GET /api/v1/reminders/status": {
    summary: "Read the status of the last daily run",
    access: "staff",
    response: SenderStatus,
  },
  "GET /api/v1/reminders/deliverability": {
    summary: "Read the delivery results of the last 30 days",
    description: "Counts of the send log: accepted by the mail service, permanent bounces, spam reports.",
    access: "staff",
    response: Deliverability,
  },
  "GET /api/v1/reminders/sender": {
    summary: "Read the sender of emails and its DNS checks",
    description: "DKIM, SPF, DMARC and the bounce domain, each with the DNS records to enter.",
    access: "staff",
    response: MailSender,
  },
  "POST /api/v1/subscriptions/{id}/reminders": {
    summary: "Send a reminder again",
    description:
      "A second email on purpose; the send log marks it. With `once` `day`, if one went out today, returns that one and sends nothing.",
    errors: [502],
    access: "staff",
    params: z.strictObject({ id: Id }),
    query: z.strictObject({ once: z.optional(z.literal("day")) }),
    response: z.object({ reminder: Reminder }),
    status: 201,
  },
  "POST /api/v1/clients/{id}/charges/{charge}/reminders": {
    summary: "Send a reminder of a charge again",
    description:
      "The same for an open charge of a client, also one that does not recur. The email has all that the client is asked to pay.",
    errors: [502],
    access: "staff",
    params: z.strictObject({ id: Id, charge: ChargeId }),
    query: z.strictObject({ once: z.optional(z.literal("day")) }),
    response: z.object({ reminder: Reminder }),
    status: 201,
  },
  "GET /api/v1/emails/{email}": {
    summary: "Preview an email",
    description: "With the company's profile, its templates and example values.",
    access: "staff",
    params: EmailParams,
    query: z.strictObject({ language: z.optional(Language) }),
    response: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
  },
  "POST /api/v1/emails/{email}/test": {
    summary: "Email a preview to yourself",
    errors: [429, 502],
    access: "staff",
    params: EmailParams,
    response: z.object({ sent: z.literal(true), to: z.string() }),
  },
  "POST /api/v1/emails/{email}/words/test": {
    summary: "Email a preview of an unsaved template to yourself",
    description: "On request with the data of a client.",
    errors: [429, 502],
    access: "staff",
    params: TemplateParams,
    body: z.strictObject({
      language: Language,
      words: Template,
      client_id: z.optional(Id),
      subscription_id: z.optional(Id),
    }),
    response: z.object({ sent: z.literal(true), to: z.string() }),
  },
} as const satisfies Routes;
