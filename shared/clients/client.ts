import * as z from "zod/mini";
import { PaymentReference } from "../billing/payment-reference.ts";
import { Day } from "../day.ts";
import { KraPin } from "../kra-pin.ts";
import { Language } from "../languages.ts";
import { ListPage, listPageFields, OwedPage } from "../list-page.ts";
import { Message } from "../messages/message.ts";
import { Prompt } from "../paybill/prompt.ts";
import { Payment } from "../payments/payment.ts";
import { Reminder } from "../reminders/reminder.ts";
import type { Routes } from "../route.ts";
import { CreditEntry, Renewal, Subscription } from "../subscriptions/subscription.ts";
import {
  email,
  Id,
  Instant,
  invalidCursor,
  line,
  lines,
  OptionalId,
  Text,
  Unreadable,
  Version,
} from "../text.ts";
import {
  accountRoutes,
  ClientAccount,
  ClientCharge,
  NewClientPayment,
  PaymentAnswer,
  PaymentPreview,
  PreviewRequest,
} from "./account.ts";
import { OwedAccount } from "./owed.ts";
import { ClientStatement } from "./statement.ts";
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
/** No automatic reminders to this client; staff can still send one. */
const muted = z.optional(z.boolean());
/** The language of their emails; English if absent. */
const language = z.optional(Language);
/** For the tax authority; on statements, receipts and exports. */
const kra_pin = z.optional(KraPin);
const status = z._default(ClientStatus, "active");

/** `sample` marks a demonstration record, for good: it gets no email and is removed with the samples. */
export const NewClient = z.strictObject({
  ...fields,
  phone: z._default(phone, ""),
  company: z._default(company, ""),
  address: z._default(address, ""),
  kra_pin,
  status,
  muted,
  language,
  id: OptionalId,
  sample: z.optional(z.literal(true)),
  /** Part of an import: the company gets no email about it. */
  unannounced: z.optional(z.literal(true)),
});
export type NewClient = z.output<typeof NewClient>;

/** An absent field is not changed. With `version`, the save fails if somebody else saved in between. */
export const ClientChange = z.strictObject({
  ...fields,
  phone: z.optional(phone),
  company: z.optional(company),
  address: z.optional(address),
  kra_pin,
  status: z.optional(ClientStatus),
  muted,
  language,
  /** The address works again: email goes there again. */
  mail_works: z.optional(z.literal(true)),
  version: z.optional(Version),
});
export type ClientChange = z.output<typeof ClientChange>;

/** The version is required, so that nobody erases a client that has changed since they looked. */
export const ClientErasure = z.strictObject({ version: Version });

/** Why no more email goes to a client's address: it bounced permanently, came back repeatedly, or was marked as spam. */
export const MailProblem = z.object({
  kind: z.enum(["bounced", "returned", "complained"]),
  at: Instant,
  /** Of a bounce, as in the send log. */
  reason: z.optional(Text),
});
export type MailProblem = z.output<typeof MailProblem>;

export const Client = z.object({
  id: Id,
  name: Text,
  /** Empty after erasure. */
  email: Text,
  phone: z._default(Text, ""),
  company: z._default(Text, ""),
  address: z._default(Text, ""),
  kra_pin: z.optional(Text),
  status,
  muted,
  language,
  sample: z.optional(z.literal(true)),
  /** The account number that the client types when paying. Set when the client is first read, if it is missing. */
  payment_reference: z.optional(PaymentReference),
  /** About the current address; a new address has none. */
  mail_problem: z.optional(MailProblem),
  /** When the personal data was erased. An erased client cannot be changed. */
  erased_at: z.optional(Instant),
  created_at: Instant,
  version: Version,
});
export type Client = z.output<typeof Client>;

/** Where the next page of the export starts. */
const PersonalDataCursor = z.string().check(z.regex(/^[\w-]{1,1000}$/, invalidCursor));

/** A page of all stored data of a client. */
export const PersonalDataPage = z.object({
  client: z.optional(Client),
  subscriptions: z.optional(z.array(Subscription)),
  charges: z.optional(z.array(ClientCharge)),
  /** Unmatched statement lines that name the client. */
  statement_lines: z.optional(z.array(Payment)),
  /** The last request for a payment on a phone, for two days. */
  mpesa_prompts: z.optional(z.array(z.extend(Prompt, { phone: z.optional(Text) }))),
  payments: z.optional(z.array(Renewal)),
  credits: z.optional(z.array(CreditEntry)),
  emails: z.optional(z.array(Reminder)),
  /** Contact form messages from their address. */
  messages: z.optional(z.array(Message)),
  /** Changes and notes by staff. */
  activity: z.optional(z.array(TimelineEntry)),
  unreadable: Unreadable,
  cursor: z.optional(PersonalDataCursor),
});
export type PersonalDataPage = z.output<typeof PersonalDataPage>;

const Link = z.object({ url: z.string() });

const ofClient = z.strictObject({ id: Id });

export const clientRoutes = {
  ...accountRoutes,
  "GET /api/v1/clients": {
    access: "staff",
    query: ListPage,
    response: z.object({ clients: z.array(Client), unreadable: Unreadable, ...listPageFields }),
  },
  "POST /api/v1/clients": {
    access: "staff",
    body: NewClient,
    response: z.object({ client: Client }),
    status: 201,
  },
  "PUT /api/v1/clients/{id}": {
    access: "staff",
    params: ofClient,
    body: ClientChange,
    response: z.object({ client: Client }),
  },
  /** A client with subscriptions and figures, and on request all payments. */
  "GET /api/v1/clients/{id}": {
    access: "staff",
    params: ofClient,
    query: z.strictObject({
      with: z.optional(z.literal("payments", "Only payments can be requested with a client.")),
    }),
    response: z.object({
      client: Client,
      subscriptions: z.array(Subscription),
      figures: ClientFigures,
      payments: z.optional(z.array(Renewal)),
      /** With the payments: the parts of them that pay no period yet. */
      credits: z.optional(z.array(CreditEntry)),
      unreadable: Unreadable,
      today: Day,
    }),
  },
  /**
   * Who owes something that is overdue, due within seven days, on hold, or not what their subscriptions say. With `since`,
   * every account that changed.
   */
  "GET /api/v1/owed": {
    access: "staff",
    query: OwedPage,
    response: z.object({
      accounts: z.array(OwedAccount),
      today: Day,
      unreadable: Unreadable,
      ...listPageFields,
    }),
  },
  "GET /api/v1/clients/{id}/account": { access: "staff", params: ofClient, response: ClientAccount },
  /** What was written between two days, and the balances before and after; by default from the first record up to today. */
  "GET /api/v1/clients/{id}/statement": {
    access: "staff",
    params: ofClient,
    query: z.strictObject({ from: z.optional(Day), to: z.optional(Day) }),
    response: ClientStatement,
  },
  /** What a payment would do. Changes nothing. */
  "POST /api/v1/clients/{id}/payments/preview": {
    access: "staff",
    params: ofClient,
    body: PreviewRequest,
    response: PaymentPreview,
  },
  /** Records a payment of the client: it pays the oldest open charges, unless `to` names others. */
  "POST /api/v1/clients/{id}/payments": {
    access: "staff",
    params: ofClient,
    body: NewClientPayment,
    response: PaymentAnswer,
    status: 201,
  },
  /** The secret address of the client's own page. */
  "GET /api/v1/clients/{id}/link": { access: "staff", params: ofClient, response: Link },
  /** Renews the address: the old one stops working at once. */
  "POST /api/v1/clients/{id}/link": { access: "staff", params: ofClient, response: Link },
  /** Payments, emails, changes, messages from their address and notes, newest first. `cursor` is the instant of the next page. */
  "GET /api/v1/clients/{id}/timeline": {
    access: "staff",
    params: ofClient,
    query: z.strictObject({ cursor: z.optional(z.iso.datetime(invalidCursor)) }),
    response: z.object({
      entries: z.array(TimelineEntry),
      unreadable: Unreadable,
      cursor: z.optional(Instant),
    }),
  },
  /** All stored data of a client, in pages. The first page records in the activity who exported it. */
  "GET /api/v1/clients/{id}/everything": {
    access: "admin",
    params: ofClient,
    query: z.strictObject({ cursor: z.optional(PersonalDataCursor) }),
    response: PersonalDataPage,
  },
  "POST /api/v1/clients/{id}/notes": {
    access: "staff",
    params: ofClient,
    body: NewNote,
    response: z.object({ note: Note }),
    status: 201,
  },
  /** Marks a note as done. A repeated call changes nothing. */
  "POST /api/v1/clients/{id}/notes/{note}/done": {
    access: "staff",
    params: z.strictObject({ id: Id, note: NoteId }),
    response: z.object({ note: Note }),
  },
  /** Erases personal data; amounts and dates stay. A repeated call changes nothing. */
  "POST /api/v1/clients/{id}/erasure": {
    access: "admin",
    params: ofClient,
    body: ClientErasure,
    response: z.object({ client: Client }),
  },
} as const satisfies Routes;
