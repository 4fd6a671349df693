import * as z from "zod/mini";
import { Day } from "../day.ts";
import { WholeInvoice } from "../invoices/invoice.ts";
import { KraPin } from "../kra-pin.ts";
import { Language } from "../languages.ts";
import { ListPage, listPageFields, OwedPage } from "../list-page.ts";
import { Message } from "../messages/message.ts";
import { Prompt } from "../paybill/prompt.ts";
import { PaymentReference } from "../payment-reference.ts";
import {
  ChargeChange,
  ClientAccount,
  ClientCharge,
  ClientPayment,
  NewCharge,
  NewClientPayment,
  NewPromise,
  NewRefund,
  OwedAmounts,
  PaymentAnswer,
  PaymentPreview,
  PreviewRequest,
  PromiseAnswer,
  RefundAnswer,
} from "../payments/client-account.ts";
import { Payment } from "../payments/payment.ts";
import { Reminder } from "../reminders/reminder.ts";
import type { Routes } from "../route.ts";
import { Subscription } from "../subscriptions/subscription.ts";
import {
  ChargeId,
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
import { Vat } from "../vat.ts";
import { ClientStatement, NewStatement } from "./client-statement.ts";
import { ChangedCopies, NewCopies, StoredCopy } from "./copies.ts";
import { MailProblem } from "./mail-problem.ts";
import { OwedAccount } from "./owed.ts";
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
/** Fields that can be absent, the same in a new client, a change, a record and the form. */
export const optionalFields = {
  /** They get a copy of each email to the client. */
  copies: z.optional(NewCopies),
  /** No automatic reminders to this client; staff can still send one. */
  muted: z.optional(z.boolean()),
  /** The language of their emails; English if absent. */
  language: z.optional(Language),
  /** For the tax authority; on statements, receipts and exports. */
  kra_pin: z.optional(KraPin),
  /** The VAT of their new subscriptions and charges, as the forms suggest it; the standard rate if absent. */
  vat: z.optional(Vat),
};
const status = z._default(ClientStatus, "active");

/** `sample` marks a demonstration record, for good: it gets no email and is removed with the samples. */
export const NewClient = z.strictObject({
  ...fields,
  phone: z._default(phone, ""),
  company: z._default(company, ""),
  address: z._default(address, ""),
  ...optionalFields,
  status,
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
  ...optionalFields,
  copies: z.optional(ChangedCopies),
  status: z.optional(ClientStatus),
  /** The address works again: email goes there again. */
  mail_works: z.optional(z.literal(true)),
  version: z.optional(Version),
});
export type ClientChange = z.output<typeof ClientChange>;

/** The version is required, so that nobody erases a client that has changed since they looked. */
export const ClientErasure = z.strictObject({ version: Version });

export const Client = z.object({
  id: Id,
  name: Text,
  /** Empty after erasure. */
  email: Text,
  phone: z._default(Text, ""),
  company: z._default(Text, ""),
  address: z._default(Text, ""),
  ...optionalFields,
  copies: z.optional(z.array(StoredCopy)),
  kra_pin: z.optional(Text),
  status,
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
  payments: z.optional(z.array(ClientPayment)),
  /** Invoices and credit notes, which an erasure keeps. */
  invoices: z.optional(z.array(WholeInvoice)),
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
const ofCharge = z.strictObject({ id: Id, charge: ChargeId });

export const clientRoutes = {
  "GET /api/v1/clients": {
    summary: "List clients",
    access: "staff",
    query: ListPage,
    response: z.object({ clients: z.array(Client), unreadable: Unreadable, ...listPageFields }),
  },
  "POST /api/v1/clients": {
    summary: "Add a client",
    access: "staff",
    body: NewClient,
    response: z.object({ client: Client }),
    status: 201,
  },
  "PUT /api/v1/clients/{id}": {
    summary: "Change a client",
    description:
      "Absent fields are not changed. With `version`, the save fails if somebody else saved in between.",
    access: "staff",
    params: ofClient,
    body: ClientChange,
    response: z.object({ client: Client }),
  },
  "GET /api/v1/clients/{id}": {
    summary: "Read a client with subscriptions and figures",
    access: "staff",
    params: ofClient,
    response: z.object({
      client: Client,
      subscriptions: z.array(Subscription),
      figures: ClientFigures,
      unreadable: Unreadable,
      today: Day,
    }),
  },
  "GET /api/v1/owed": {
    summary: "List what clients owe",
    description:
      "The accounts with something that is overdue, due within seven days or on hold, or that differs from what their subscriptions say. `open` has all open charges, earliest due first, `owed` what was due before today. With `since`, every account that changed; `open` is empty if nothing is owed any more. Join it with the lists of clients and subscriptions by id: a subscription of an account that is not listed owes its next charge, in full.",
    access: "staff",
    query: OwedPage,
    response: z.object({
      accounts: z.array(OwedAccount),
      today: Day,
      unreadable: Unreadable,
      ...listPageFields,
    }),
  },
  "GET /api/v1/clients/{id}/account": {
    summary: "Read what a client owes and has paid",
    description:
      "All charges, earliest due first. `owed` adds up the open ones by currency; `ages` divides the overdue amount by its age: 1–30, 31–60, 61–90 and over 90 days. `on_hold` is in no other sum: the subscription or the client is not active. It can be paid.",
    access: "staff",
    params: ofClient,
    response: ClientAccount,
  },
  "GET /api/v1/clients/{id}/statement": {
    summary: "Read a client's statement of account",
    description:
      "What was written between two days, both included: charges on their due days, payments, refunds and what became of charges on their own. By default from the first record up to today. `amount` is what the balance moves by: a payment is negative. A past day changes only by what carries that day.",
    access: "staff",
    params: ofClient,
    query: z.strictObject({ from: z.optional(Day), to: z.optional(Day) }),
    response: ClientStatement,
  },
  "POST /api/v1/clients/{id}/statements": {
    summary: "Send a client a statement of account by email",
    description:
      "Between two days, both included and at most up to today. It goes out in the background, once for each `id`, and stands in the timeline and the send log.",
    errors: [409],
    access: "staff",
    params: ofClient,
    body: NewStatement,
    response: z.object({ to: z.array(z.string()) }),
    status: 201,
  },
  "POST /api/v1/clients/{id}/charges": {
    summary: "Add a charge that does not recur",
    description:
      "Due today if `due` is absent; at most five years ahead. It takes the client's credit as every charge does. Repeating a call returns the charge: the same `id` with the same content, also after the charge was changed.",
    access: "staff",
    params: ofClient,
    body: NewCharge,
    response: z.object({ charge: ClientCharge }),
    status: 201,
  },
  "PUT /api/v1/clients/{id}/charges/{charge}": {
    summary: "Change a charge, its due day, or waive a part of it",
    description:
      "The id of a period contains `#`: write it as `%23` in the path. Absent fields are not changed, but a new amount takes back what was waived, unless `waived` is there too. `waived` is the sum that is waived in all: at most what is not paid, and 0 takes it back. `due` is today or later, at most five years ahead, and only of an open charge. What is paid stays. Repeating the call changes nothing.",
    access: "staff",
    params: ofCharge,
    body: ChargeChange,
    response: z.object({ charge: ClientCharge }),
  },
  "DELETE /api/v1/clients/{id}/charges/{charge}": {
    summary: "Remove a charge that was added by mistake",
    description:
      "Only one that does not recur, until its day has passed, while nothing is paid of it and the client was not told about it. Afterwards, waive it.",
    errors: [409],
    access: "staff",
    params: ofCharge,
    response: z.object({ owed: z.array(OwedAmounts) }),
  },
  "POST /api/v1/clients/{id}/payments/preview": {
    summary: "Show what a payment of a client would do",
    description:
      "It pays the charges of `to`, then those of the subscription `first`, then the oldest, those on hold last. Without an amount, it pays what is due; if nothing is due but what is on hold, that. `rest` pays no charge: it becomes credit or, with `ahead`, pays what is due next. Changes nothing.",
    access: "staff",
    params: ofClient,
    body: PreviewRequest,
    response: PaymentPreview,
  },
  "POST /api/v1/clients/{id}/payments": {
    summary: "Record a payment of a client",
    description:
      "It pays the charges of `to`, then the oldest open charges in its currency. More than all that is open is refused with 409 and `rest`, unless `credit` is true. Repeating a call returns the first result: the same `id` with the same content. `in_full` waives the rest of the charges in `to`.",
    access: "staff",
    params: ofClient,
    body: NewClientPayment,
    response: PaymentAnswer,
    status: 201,
  },
  "POST /api/v1/clients/{id}/refunds": {
    summary: "Record that credit was paid back to a client",
    description:
      "More than the credit is refused. Repeating a call returns the first result, as for payments. `DELETE /payments/{id}` undoes a refund.",
    access: "staff",
    params: ofClient,
    body: NewRefund,
    response: RefundAnswer,
    status: 201,
  },
  "POST /api/v1/clients/{id}/promises": {
    summary: "Record the day until which a client promised to pay",
    description:
      "At most 60 days ahead, and only if something is due. Until then the client gets no reminder by itself. The promise ends when everything that is due is paid. Another day replaces the one before.",
    access: "staff",
    params: ofClient,
    body: NewPromise,
    response: PromiseAnswer,
    status: 201,
  },
  "DELETE /api/v1/clients/{id}/promises/{day}": {
    summary: "Remove a promise",
    description: "Repeating the call changes nothing.",
    access: "staff",
    params: z.strictObject({ id: Id, day: Day }),
    response: PromiseAnswer,
  },
  "GET /api/v1/clients/{id}/link": {
    summary: "Read the address of a client's own page",
    description: "Anyone who has the address can read the account. An erased client has none.",
    errors: [409],
    access: "staff",
    params: ofClient,
    response: Link,
  },
  "POST /api/v1/clients/{id}/link": {
    summary: "Renew the address of a client's own page",
    description: "The old address stops working at once. Repeating the call renews it again.",
    access: "staff",
    params: ofClient,
    response: Link,
  },
  "GET /api/v1/clients/{id}/timeline": {
    summary: "List the history of a client",
    description: "Payments, emails, changes, messages and notes, newest first.",
    access: "staff",
    params: ofClient,
    query: z.strictObject({ cursor: z.optional(z.iso.datetime(invalidCursor)) }),
    response: z.object({
      entries: z.array(TimelineEntry),
      unreadable: Unreadable,
      cursor: z.optional(Instant),
    }),
  },
  "GET /api/v1/clients/{id}/everything": {
    summary: "Export all stored data of a client",
    description:
      "Client, subscriptions, payments, invoices, emails, messages, activity, notes, and statement lines that name them. The export is recorded in the activity.",
    access: "admin",
    params: ofClient,
    query: z.strictObject({ cursor: z.optional(PersonalDataCursor) }),
    response: PersonalDataPage,
  },
  "POST /api/v1/clients/{id}/notes": {
    summary: "Write a note",
    description: "The dashboard shows the note from `due_on`.",
    access: "staff",
    params: ofClient,
    body: NewNote,
    response: z.object({ note: Note }),
    status: 201,
  },
  "POST /api/v1/clients/{id}/notes/{note}/done": {
    summary: "Mark a note as done",
    access: "staff",
    params: z.strictObject({ id: Id, note: NoteId }),
    response: z.object({ note: Note }),
  },
  "POST /api/v1/clients/{id}/erasure": {
    summary: "Erase the personal data of a client",
    description: "Amounts and dates stay. Repeating the call changes nothing.",
    access: "admin",
    params: ofClient,
    body: ClientErasure,
    response: z.object({ client: Client }),
  },
} as const satisfies Routes;
