import * as z from "zod/mini";
import { Day } from "../day.ts";
import { Template, TemplatedEmail } from "../emails/templates.ts";
import { Language } from "../languages.ts";
import { MailSender } from "../mail-domain.ts";
import type { Routes } from "../route.ts";
import { Count, Id, invalidCursor, Unreadable } from "../text.ts";
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
  /** Sends each client who is due one email and waits for the result; slow ones are sent in the background. */
  "POST /api/v1/send-notifications": { access: "staff", response: ReminderCounts },
  /** The send log of one day, newest first. The default is today. */
  "GET /api/v1/reminders": {
    access: "staff",
    query: z.strictObject({ day: z.optional(Day), cursor: z.optional(LogCursor) }),
    response: z.object({
      reminders: z.array(LoggedReminder),
      day: Day,
      unreadable: Unreadable,
      cursor: z.optional(LogCursor),
    }),
  },
  /**
   * A page of the preview of the run of a day. The default is the next run. `sending` counts its emails, one for each
   * client; `skipping` counts clients who would get none.
   */
  "GET /api/v1/reminders/upcoming": {
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
  "GET /api/v1/reminders/status": { access: "staff", response: SenderStatus },
  "GET /api/v1/reminders/deliverability": { access: "staff", response: Deliverability },
  /** The sender of emails, and whether it is authenticated. */
  "GET /api/v1/reminders/sender": { access: "staff", response: MailSender },
  /**
   * Sends the client's reminder again, from the current period of one subscription, and records it as such. With `once: "day"`, if one went out today, returns
   * that one and sends nothing.
   */
  "POST /api/v1/subscriptions/{id}/reminders": {
    access: "staff",
    params: z.strictObject({ id: Id }),
    query: z.strictObject({ once: z.optional(z.literal("day")) }),
    response: z.object({ reminder: Reminder }),
    status: 201,
  },
  /** A preview of an email with the company's profile, its templates and example values. */
  "GET /api/v1/emails/{email}": {
    access: "staff",
    params: EmailParams,
    query: z.strictObject({ language: z.optional(Language) }),
    response: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
  },
  /** Emails that preview to the caller's own sign-in address. */
  "POST /api/v1/emails/{email}/test": {
    access: "staff",
    params: EmailParams,
    response: z.object({ sent: z.literal(true), to: z.string() }),
  },
  /** The same with a template that is not saved yet, on request with the data of a client. */
  "POST /api/v1/emails/{email}/words/test": {
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
