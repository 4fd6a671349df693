import type * as z from "zod/mini";
import { ActivityEntry, ListExport } from "../activity/activity.ts";
import { chargeId, ofPeriod } from "../billing/account.ts";
import { calendarPath } from "../calendar.ts";
import { Client, ClientChange, ClientErasure, NewClient, PersonalDataPage } from "../clients/client.ts";
import { ClientStatement } from "../clients/client-statement.ts";
import { OwedAccount } from "../clients/owed.ts";
import { ClientFigures, NewNote, Note, TimelineEntry } from "../clients/timeline.ts";
import * as company from "../company.ts";
import { Day, Month, TypedDay } from "../day.ts";
import { SavedTemplate, Template } from "../email-templates.ts";
import { Import, ImportRow, NewImport, NewRows } from "../imports/import.ts";
import type { Invoice, InvoiceLine, Party, WholeInvoice } from "../invoices/invoice.ts";
import { ListedInvoice, NewControlUnit, OpenedInvoice } from "../invoices/routes.ts";
import { MailSender, recordFor } from "../mail-domain.ts";
import {
  Assignment,
  Message,
  MessageDeletion,
  MessageMove,
  messageReference,
  NewMessage,
} from "../messages/message.ts";
import { Amount, Amounts } from "../money.ts";
import { NewPrompt, Prompt } from "../paybill/prompt.ts";
import { Confirmation, paybillRoutes, StatusResult } from "../paybill/routes.ts";
import { PaymentReference } from "../payment-reference.ts";
import {
  ChargeChange,
  ClientCharge,
  ClientPayment,
  NewCharge,
  NewClientPayment,
  NewPromise,
  OwedAmounts,
  PaymentChange,
  PaymentPreview,
  PreviewRequest,
  PromiseAnswer,
  RefundAnswer,
} from "../payments/client-account.ts";
import { StoredLayout } from "../payments/layout.ts";
import { Payment } from "../payments/payment.ts";
import { LineMatch, LineResult, NewLine, StatementLine } from "../payments/statement-line.ts";
import { PersonKind } from "../people/people.ts";
import { ExpectedReminder, LoggedReminder, Reminder, SenderStatus } from "../reminders/reminder.ts";
import { reminderRoutes } from "../reminders/routes.ts";
import { settingsRoutes } from "../settings/routes.ts";
import { Settings, SettingsChange, unsavedSettings } from "../settings/settings.ts";
import { Colleague, Member, MemberChange, MemberExport, MemberId, StaffName } from "../staff/staff.ts";
import { PriceChange, PriceChanges, type PriceRow, WithdrawnPrices } from "../subscriptions/price-change.ts";
import {
  NewSubscription,
  Subscription,
  SubscriptionChange,
  SubscriptionPreview,
} from "../subscriptions/subscription.ts";
import { ChargeId, Id, Instant, OwnId } from "../text.ts";

// The description of the API shows one client of a made-up company. Routes' examples consist of these.

const today = "2026-12-24";
const now = "2026-12-24T06:00:00.000Z";

const client: Client = {
  id: "9d2c8e6a-8f7d-4a53-9a6e-3f1b64c2a7f0",
  name: "Wanjiru Kamau",
  email: "accounts@umoja.example",
  phone: "+254 700 000 101",
  company: "Umoja Sacco",
  copies: [{ email: "treasurer@umoja.example", name: "Asha Njeri" }],
  address: "Moi Avenue 4\nNairobi",
  kra_pin: "P051234567X",
  status: "active",
  payment_reference: "4821073",
  created_at: "2026-01-15T09:00:00.000Z",
  version: 1,
};

const subscription: Subscription = {
  id: "5a3b1e00-0000-4000-8000-000000000101",
  client_id: client.id,
  service: "Loan management system, 3 branches",
  start_date: "2026-01-28",
  frequency: "monthly",
  amount: 149.99,
  status: "active",
  next_billing_date: "2026-12-28",
  billing_anchor: "2026-01-28",
  created_at: "2026-01-15T09:05:00.000Z",
  version: 12,
};

const priceChangeId = "0f0ad7ce-9b2e-4a0a-8f67-4c5f1a9de210";
const priceRow: PriceRow = {
  subscription_id: subscription.id,
  from: "2027-02-01",
  before: 149.99,
  after: 160,
  currency: "USD",
};

const period = (day: string) => ofPeriod(subscription.id, day);

const payment: ClientPayment = {
  id: "71dd996f-7ad7-40f1-a276-16471aeac88f",
  paid_on: today,
  amount: 249.99,
  currency: "USD",
  method: "mpesa",
  reference: "SKJ4H7L2QX",
  allocations: [
    {
      charge_id: chargeId({ subscription_id: subscription.id, period: "2026-11-28" }),
      subscription_id: subscription.id,
      period: "2026-11-28",
      amount: 100,
    },
    {
      charge_id: chargeId({ subscription_id: subscription.id, period: "2026-12-28" }),
      subscription_id: subscription.id,
      period: "2026-12-28",
      amount: 149.99,
    },
  ],
  credit: 0,
  state: "recorded",
  recorded_at: now,
};

const invoiceLine: InvoiceLine = {
  charge: chargeId({ subscription_id: subscription.id, period: "2026-12-28" }),
  service: "Loan management system, 3 branches",
  taxed: "standard",
  rate: 16,
  net: 129.3,
  vat: 20.69,
  gross: 149.99,
};

const invoice: Invoice = {
  id: "2b7c51de-58a4-4b0e-9d55-0d8c1a5c9e10",
  number: "INV-2026-000123",
  serial: 140,
  kind: "invoice",
  client_id: client.id,
  day: today,
  due: "2026-12-28",
  currency: "USD",
  net: 129.3,
  vat: 20.69,
  gross: 149.99,
  charges: [invoiceLine.charge],
  control_unit: { number: "KRACU0100000001/77", link: "https://itax.kra.go.ke/KRA-Portal/invoiceChk.htm" },
};

const buyer: Party = { name: client.name, company: client.company, kra_pin: client.kra_pin };
const invoiceProgress = { left: 149.99, credited: 0, not_collected: 0 };
const wholeInvoice: WholeInvoice = {
  ...invoice,
  written_at: now,
  lines: [invoiceLine],
  seller: { name: company.name.value, kra_pin: "P059876543Z" },
  buyer,
  reference: client.payment_reference,
};

const person = { id: "b0c7f1a2-1d3e-4f60-8a9b-2c4d6e8f0a1b", name: "Achieng Otieno" };

const note: Note = {
  id: "2026-12-24T06:00:00.000Z#1f0e9d8c-7b6a-4958-8776-655443322110",
  at: now,
  text: "Promised the rest for Friday.",
  due_on: "2026-12-25",
  name: person.name,
};

const message: Message = {
  id: "0d9c8b7a-6f5e-4d3c-8b2a-190817263544",
  name: "Kiprop Chebet",
  email: "kiprop@bonde.example",
  phone: "",
  message: "Please call us about point of sale for four shops.",
  product: "Point of Sale System",
  answers: [{ question: "How many tills do you have?", answer: "Nine" }],
  state: "mailed",
  day: today,
  received_at: now,
};

const reminder: Reminder = {
  subscription_id: subscription.id,
  client_id: client.id,
  period: "2026-12-28",
  kind: "upcoming",
  state: "delivered",
  day: today,
  at: now,
};

const settings: Settings = {
  ...unsavedSettings,
  company_name: company.name.value,
  company_email: "office@mwamba.example",
  notification_email: "office@mwamba.example",
  company_kra_pin: "P052345678Y",
  mpesa_paybill: "123456",
  vat_registered: true,
  kes_per_usd: 129.25,
  kes_per_usd_day: today,
  invoices_from: "2027-01-01",
  version: 3,
};

const template = {
  subject: "{service}: {amount} due on {due}",
  opening: "Dear {client},",
  request: "Please pay with reference {reference}.",
  closing: "Thank you.",
};

const message_id = message.id;
const accountUrl = "https://www.example.com/account/secret";
/** As long as a real one. */
const secret = "example-that-opens-nothing".padEnd(43, "0");
const openCharge = period("2026-11-28");
const nextCharge = period("2026-12-28");
const previewed = { service: subscription.service, frequency: subscription.frequency };
const stepOf = ({ id: charge_id, ...period }: typeof openCharge) => ({ charge_id, ...period });
const statementLine = {
  code: "SKJ9P2M4TR",
  paid_on: today,
  amount: 149.99,
  currency: "KES",
  method: "mpesa",
  payer: "K CHEBET",
  phone: "254799000101",
  account: "4821073",
} as const;
const terms = {
  client_id: client.id,
  start_date: subscription.start_date,
  frequency: "monthly",
  amount: subscription.amount,
} as const;

const of = <S extends z.ZodMiniType>(type: S, example: z.input<S> | z.output<S>) => [type, example] as const;

/** The examples of schemas. A schema without one has that of its parts. */
export const examples: ReadonlyMap<unknown, unknown> = new Map<unknown, unknown>([
  of(Id, client.id),
  of(OwnId, payment.id),
  of(MemberId, person.id),
  of(ChargeId, openCharge.id),
  of(PaymentReference, "4821073"),
  of(Day, today),
  of(TypedDay, today),
  of(Instant, now),
  of(Amount, subscription.amount),
  of(Amounts, { USD: subscription.amount }),
  of(Client, client),
  of(NewClient, { name: client.name, email: client.email }),
  of(ClientChange, { name: client.name, email: client.email, version: 1 }),
  of(ClientErasure, { version: 1 }),
  of(ClientFigures, {
    yearlyAmount: 1799.88,
    nextDue: "2026-12-28",
    nextAmount: 149.99,
    overdueSubscriptions: 0,
    overdueAmount: 0,
    payments: 11,
    paidAmount: 1649.89,
  }),
  of(OwedAmounts, { currency: "USD", overdue: 100, due_soon: 149.99, on_hold: 0, ages: [100, 0, 0, 0] }),
  of(OwedAccount, {
    client_id: client.id,
    version: 3,
    open: [
      {
        charge: openCharge.id,
        subscription: subscription.id,
        due: openCharge.due,
        left: 100,
        paid: 49.99,
        currency: "USD",
        service: subscription.service,
      },
    ],
    credit: [],
    owed: [{ currency: "USD", amount: 100 }],
    oldest_due: openCharge.due,
  }),
  of(ClientCharge, {
    ...openCharge,
    service: subscription.service,
    currency: "USD",
    amount: 149.99,
    paid: 49.99,
    state: "open",
    changes: [
      {
        day: today,
        kind: "waived",
        amount: -10,
        currency: "USD",
        by: "Naomi",
        reason: "Agreed on the phone",
      },
    ],
  }),
  of(ClientPayment, payment),
  of(NewClientPayment, { id: payment.id, amount: 249.99, method: "mpesa", reference: payment.reference }),
  of(PaymentChange, { amount: 249.99 }),
  of(PreviewRequest, { amount: 249.99 }),
  of(PaymentPreview, {
    client_name: client.name,
    amount: 249.99,
    currency: "USD",
    currencies: ["USD"],
    charges: [
      { ...previewed, ...openCharge, left: 100, pays: 100 },
      { ...previewed, ...nextCharge, left: 149.99, pays: 149.99 },
    ],
    steps: [
      { ...stepOf(openCharge), left: 100, amount: 100 },
      { ...stepOf(nextCharge), left: 149.99, amount: 249.99 },
    ],
    rest: 0,
    owed: [],
    receipts: true,
    today,
  }),
  of(RefundAnswer, {
    refund: {
      ...payment,
      amount: -40,
      method: "bank",
      reference: "EFT 2041",
      allocations: [],
      refund: true,
    },
    credit: [],
    owed: [],
  }),
  of(NewPromise, { day: "2027-01-05" }),
  of(PromiseAnswer, { promised_until: "2027-01-05" }),
  of(ClientStatement, {
    from: "2026-12-01",
    to: today,
    opening: [{ currency: "USD", amount: 149.99 }],
    entries: [
      {
        day: today,
        kind: "payment",
        text: "Payment received: M-Pesa SKJ4H7L2QX",
        currency: "USD",
        amount: -149.99,
        items: [
          {
            subscription_id: subscription.id,
            service: subscription.service,
            frequency: subscription.frequency,
          },
        ],
        method: "mpesa",
        reference: "SKJ4H7L2QX",
      },
    ],
    closing: [{ currency: "USD", amount: 0 }],
    on_hold: [{ currency: "USD", amount: 0 }],
    ages: [{ currency: "USD", amounts: [0, 0, 0, 0, 0] }],
    coming: [],
    today,
  }),
  of(Note, note),
  of(PersonalDataPage, { client, subscriptions: [subscription], statement_lines: [] }),
  of(NewNote, { text: note.text, due_on: "2026-12-25" }),
  of(TimelineEntry, { ...note, kind: "note" }),
  of(Subscription, subscription),
  of(NewSubscription, terms),
  of(SubscriptionChange, { ...terms, amount: 179.99 }),
  of(SubscriptionPreview, {
    next_billing_date: "2026-12-28",
    changes: [
      {
        before: { period: "2027-01-28", amount: 149.99, currency: "USD" },
        after: { period: "2027-01-28", amount: 179.99, currency: "USD" },
      },
    ],
    stays: [{ period: "2026-12-28", amount: 149.99, currency: "USD", reason: "told", told_on: "2026-12-21" }],
    paid_ahead: {},
    credited: {},
    credit_notes: {},
  }),
  of(PriceChange, {
    id: priceChangeId,
    ids: [subscription.id],
    percent: 7,
    round: 1,
    from: "2027-02-01",
    notify: true,
  }),
  of(PriceChanges, { id: priceChangeId, rows: [priceRow] }),
  of(WithdrawnPrices, { id: priceChangeId, rows: [priceRow], left: 0 }),
  of(NewCharge, {
    id: "c3d0b7a2-5f0e-4a39-8a51-0d6c3fbb21e4",
    service: "Installation",
    amount: 25_000,
    currency: "KES",
    due: "2027-01-15",
  }),
  of(ChargeChange, { waived: 50, reason: "The system was down for a week.", why: "reduced" }),
  of(Payment, {
    id: payment.id,
    paid_on: today,
    amount: 149.99,
    currency: "USD",
    method: payment.method,
    reference: payment.reference,
    recorded_at: now,
    client_id: client.id,
    subscription_id: subscription.id,
    period: "2026-12-28",
    next_billing_date: "2027-01-28",
  }),
  of(StatementLine, statementLine),
  of(NewLine, { ...statementLine, client_id: client.id }),
  of(LineMatch, {
    code: statementLine.code,
    verdict: "sure",
    client_id: client.id,
    client_name: client.name,
    to: [{ subscription_id: subscription.id, period: "2026-12-28", amount: statementLine.amount }],
    why: "Reference 482 107 3 of Umoja SACCO. It pays Loan system support, due Dec 28, 2026.",
    candidates: [
      { client_id: client.id, client_name: client.name, why: "Umoja SACCO: reference 482 107 3." },
    ],
  }),
  of(LineResult, { code: statementLine.code, state: "recorded", payment_id: payment.id }),
  of(StoredLayout, {
    id: "5f0c1a52-0f3e-8c11-9c3a-2f6b1d0e7a44",
    layout: { columns: { code: 0, day: 1, paidIn: 3 }, order: "dmy", currency: "KES" },
  }),
  of(Import, {
    id: "3f0c7a52-6f0e-4c55-9b0e-2f6d1c9a7e10",
    kind: "clients",
    name: "clients.xlsx",
    columns: ["name", "email", "phone"],
    state: "preview",
    counts: { rows: 1, new: 1, update: 0, same: 0, duplicate: 0, wrong: 0, done: 0, undone: 0, left: 0 },
    emptied: {},
    by: person.name,
    created_at: now,
  }),
  of(NewImport, { kind: "clients", name: "clients.xlsx", columns: ["name", "email", "phone"] }),
  of(NewRows, { rows: [["Bonde Traders", "office@bonde.example", "0711 222333"]] }),
  of(ImportRow, {
    row: 1,
    action: "new",
    name: "Bonde Traders",
    cells: ["Bonde Traders", "office@bonde.example", "0711 222333"],
    changes: [{ field: "phone", label: "Phone", before: "", after: "+254711222333" }],
  }),
  of(Reminder, reminder),
  of(LoggedReminder, { ...reminder, client_name: client.name }),
  of(ExpectedReminder, {
    charge_id: nextCharge.id,
    subscription_id: subscription.id,
    client_id: client.id,
    client_name: client.name,
    kind: "upcoming",
    period: "2026-12-28",
    frequency: "monthly",
    amount: 149.99,
  }),
  of(reminderRoutes["GET /api/v1/emails/{email}"].response, {
    subject: "Renewal due 28 Dec 2026",
    text: "Dear Example Client,",
    html: "<!doctype html>",
  }),
  of(SenderStatus, {
    last_run: {
      day: today,
      started_at: now,
      finished_at: now,
      queued: 1,
      sent: 1,
      skipped: 0,
      failed: 0,
    },
    missed: false,
    last_tidied_at: now,
    today,
  }),
  of(PersonKind, "message"),
  of(MailSender, {
    address: "no-reply@mwamba.example",
    domain: "mwamba.example",
    checks: [{ check: "dmarc", state: "missing", records: [recordFor.dmarc("mwamba.example")] }],
  }),
  of(Message, message),
  of(NewMessage, {
    name: message.name,
    email: message.email,
    message: message.message,
    product: message.product,
    answers: message.answers,
  }),
  of(MessageMove, { box: "answered", seen: "waiting" }),
  of(Assignment, { to: person.id, seen: null }),
  of(MessageDeletion, { reason: "Spam" }),
  of(Settings, settings),
  of(SettingsChange, {
    company_name: company.name.value,
    company_address: "",
    company_phone: "",
    company_website: "",
    company_email: "office@mwamba.example",
    notification_email: "office@mwamba.example",
    logo_url: "",
  }),
  of(Template, template),
  of(SavedTemplate, { email: "upcoming", language: "en", ...template }),
  of(settingsRoutes["GET /api/v1/settings/mpesa"].response, {
    mpesa: {
      short_code: "600986",
      registered: { site: "https://www.mwamba.example", at: "2026-11-02T08:10:00.000Z" },
      last_callback_at: "2026-12-24T05:48:00.000Z",
      last_pull_at: "2026-12-24T05:45:00.000Z",
      compared: { day: "2026-12-23", differences: [] },
      announced: 1,
    },
  }),
  of(Member, {
    ...person,
    email: "grace@mwamba.example",
    role: "staff",
    state: "active",
    signed_in_at: now,
    second_factor: true,
  }),
  of(Colleague, person),
  of(StaffName, person.name),
  of(MemberChange, { role: "admin" }),
  of(MemberExport, { at: now, kind: "list-exported", list: "clients", rows: 300, filter: "" }),
  of(ListExport, { list: "clients", rows: 300, filter: "status active" }),
  of(ActivityEntry, {
    id: `${now}#1a2b3c4d`,
    at: now,
    kind: "client-changed",
    name: person.name,
    client_id: client.id,
    before: { phone: "+254 700 000 100" },
    after: { phone: client.phone },
  }),
  of(ListedInvoice, { ...invoice, ...invoiceProgress, buyer, lines: [invoiceLine] }),
  of(OpenedInvoice, { ...wholeInvoice, ...invoiceProgress }),
  of(Month, "2026-12"),
  of(NewControlUnit, { number: "KRACU0100000001/77" }),
  of(NewPrompt, { phone: "0712 345 678", amount: 4_500 }),
  of(Prompt, { state: "sent", amount: 4_500, at: now }),
  of(paybillRoutes["POST /api/v1/paybill/{secret}/validation"].body, { BillRefNumber: "4821072" }),
  of(Confirmation, {
    TransID: "TKB4H7L2QX",
    TransTime: "20261112143000",
    TransAmount: "15000.00",
    BusinessShortCode: "600986",
    BillRefNumber: "4821072",
    FirstName: "JANE",
    MiddleName: "",
    LastName: "",
  }),
  of(StatusResult, {
    Result: {
      ResultCode: 0,
      ConversationID: "AG_20261112_00004e48cf7e3533f581",
      ResultParameters: { ResultParameter: [{ Key: "ReceiptNo", Value: "TKB4H7L2QX" }] },
    },
  }),
]);

/** The examples of texts, by the names of their fields, or the types of their pages. */
export const texts: Readonly<Record<string, string>> = {
  name: client.name,
  client_name: client.name,
  client_email: client.email,
  client_phone: "+254 700 000 101",
  email: client.email,
  to: "achieng@mwamba.example",
  query: message.email,
  url: accountUrl,
  path: calendarPath(person.id, secret),
  reference: messageReference(message_id),
  id: message_id,
  text: "2026-12-24 · Kiprop Chebet",
  why: "The law requires that it is kept.",
  "text/html": "<!doctype html>",
  "text/calendar": `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//${company.name.value}//${company.backOfficeName}//EN\r\nEND:VCALENDAR`,
  ResultDesc: "Accepted",
  CheckoutRequestID: "ws_CO_12112026143000123456",
  service: "Loan management system, 3 branches",
  frequency: "monthly",
  company: "Umoja Sacco",
  month: "2026-12",
};
