import * as z from "zod/mini";
import { Day } from "./day.ts";
import { Language } from "./languages.ts";
import { ListPage } from "./list.ts";
import { Message } from "./messages.ts";
import { PaymentReference } from "./payment-reference.ts";
import { Reminder } from "./reminders.ts";
import type { Routes } from "./route.ts";
import { WaitingLine } from "./statement-lines.ts";
import { Renewal, Subscription } from "./subscriptions.ts";
import {
  Cursor,
  email,
  GivenId,
  Id,
  Instant,
  line,
  lines,
  noSuchPage,
  Text,
  Unreadable,
  Version,
} from "./text.ts";
import { ClientFigures, NewNote, Note, NoteId, TimelineEntry } from "./timeline.ts";

export const ClientStatus = z.enum(["active", "inactive"], "The status must be active or inactive.");

const missingName = "Please give the client's name.";

const fields = {
  name: line("name", 200, missingName).check(z.minLength(1, missingName)),
  email: email(),
};
const phone = line("phone number", 50);
const company = line("company", 200);
const address = lines("address", 1_000);
/** No reminders to this one; those that a person sends by hand go out all the same. */
const muted = z.optional(z.boolean());
/** What is written to them in; English where nothing was chosen. */
const language = z.optional(Language);
const status = z._default(ClientStatus, "active");

/** `sample` marks a record of the first-run demonstration: never mailed, removable in one action. */
export const NewClient = z.strictObject({
  ...fields,
  phone: z._default(phone, ""),
  company: z._default(company, ""),
  address: z._default(address, ""),
  status,
  muted,
  language,
  id: GivenId,
  sample: z.optional(z.literal(true)),
  /** One of many, of whom the company is not told by an email each. */
  unannounced: z.optional(z.literal(true)),
});
export type NewClient = z.output<typeof NewClient>;

/** What is left out stays as it is. With `version`, the save is refused when somebody else saved in between. */
export const ClientChange = z.strictObject({
  ...fields,
  phone: z.optional(phone),
  company: z.optional(company),
  address: z.optional(address),
  status: z.optional(ClientStatus),
  muted,
  language,
  version: z.optional(Version),
});
export type ClientChange = z.output<typeof ClientChange>;

/** The version is asked for, so that nobody is erased who was looked at as somebody else. */
export const ClientErasure = z.strictObject({ version: Version });

/** Why mail to a client's address is no longer sent: it came back for good, or was marked as spam. */
export const MailProblem = z.object({ kind: z.enum(["bounced", "complained"]), at: Instant });
export type MailProblem = z.output<typeof MailProblem>;

export const Client = z.object({
  id: Id,
  name: Text,
  /** Empty once the client was erased. */
  email: Text,
  phone: z._default(Text, ""),
  company: z._default(Text, ""),
  address: z._default(Text, ""),
  status,
  muted,
  language,
  sample: z.optional(z.literal(true)),
  /** What the client types as the account number; those of releases before get theirs when they are first read. */
  payment_reference: z.optional(PaymentReference),
  /** Of the address as it is now; another address starts without. */
  mail_problem: z.optional(MailProblem),
  /** When all that tells of a person was taken away for good; such a client is not changed any more. */
  erased_at: z.optional(Instant),
  created_at: Instant,
  version: Version,
});
export type Client = z.output<typeof Client>;

const details = ["name", "email", "phone", "company", "address"] as const;

/** Whether nothing but the status differs. A sample over which other details are saved becomes a real client. */
export const hasSameDetails = (
  one: Pick<Client, (typeof details)[number]>,
  other: Pick<Client, (typeof details)[number]>,
): boolean => details.every((name) => one[name] === other[name]);

/** Where the next page of all that is kept starts. */
const EverythingCursor = z.string().check(z.regex(/^[\w-]{1,1000}$/, noSuchPage));

/** A part of all that is kept of a client. */
export const EverythingPage = z.object({
  client: z.optional(Client),
  subscriptions: z.optional(z.array(Subscription)),
  /** Lines of statements that wait to be assigned, and name them. */
  statement_lines: z.optional(z.array(WaitingLine)),
  payments: z.optional(z.array(Renewal)),
  emails: z.optional(z.array(Reminder)),
  /** From their address, by the site's form. */
  messages: z.optional(z.array(Message)),
  /** What staff did, and their notes. */
  activity: z.optional(z.array(TimelineEntry)),
  unreadable: Unreadable,
  cursor: z.optional(EverythingCursor),
});
export type EverythingPage = z.output<typeof EverythingPage>;

const ofClient = z.strictObject({ id: Id });

export const clientRoutes = {
  "GET /api/v1/clients": {
    access: "staff",
    query: ListPage,
    answer: z.object({ clients: z.array(Client), unreadable: Unreadable, cursor: z.optional(Cursor) }),
  },
  "POST /api/v1/clients": {
    access: "staff",
    body: NewClient,
    answer: z.object({ client: Client }),
    status: 201,
  },
  "PUT /api/v1/clients/{id}": {
    access: "staff",
    params: ofClient,
    body: ClientChange,
    answer: z.object({ client: Client }),
  },
  /** A client with its subscriptions, and what they come to; with all payments on record where they are asked for. */
  "GET /api/v1/clients/{id}": {
    access: "staff",
    params: ofClient,
    query: z.strictObject({
      with: z.optional(z.literal("payments", "Nothing but payments can be asked for beside a client.")),
    }),
    answer: z.object({
      client: Client,
      subscriptions: z.array(Subscription),
      figures: ClientFigures,
      payments: z.optional(z.array(Renewal)),
      unreadable: Unreadable,
      today: Day,
    }),
  },
  /** Payments, emails, changes, messages from their address and notes, newest first; `cursor` is the instant to go on at. */
  "GET /api/v1/clients/{id}/timeline": {
    access: "staff",
    params: ofClient,
    query: z.strictObject({ cursor: z.optional(z.iso.datetime(noSuchPage)) }),
    answer: z.object({
      entries: z.array(TimelineEntry),
      unreadable: Unreadable,
      cursor: z.optional(Instant),
    }),
  },
  /** All that is kept of a client, in pages that are put together; the first leaves a record of who took it. */
  "GET /api/v1/clients/{id}/everything": {
    access: "admin",
    params: ofClient,
    query: z.strictObject({ cursor: z.optional(EverythingCursor) }),
    answer: EverythingPage,
  },
  "POST /api/v1/clients/{id}/notes": {
    access: "staff",
    params: ofClient,
    body: NewNote,
    answer: z.object({ note: Note }),
    status: 201,
  },
  /** Says that a note is dealt with. Asked again it changes nothing. */
  "POST /api/v1/clients/{id}/notes/{note}/done": {
    access: "staff",
    params: z.strictObject({ id: Id, note: NoteId }),
    answer: z.object({ note: Note }),
  },
  /** Takes away what tells of a person, and leaves amounts and dates. Asked again it changes nothing. */
  "POST /api/v1/clients/{id}/erasure": {
    access: "admin",
    params: ofClient,
    body: ClientErasure,
    answer: z.object({ client: Client }),
  },
} as const satisfies Routes;
