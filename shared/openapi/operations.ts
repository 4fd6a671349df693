import type { AllRoutes, Resource } from "../api.ts";
import { calendarPath } from "../calendar.ts";
import * as company from "../company.ts";
import { recordFor } from "../mail-domain.ts";
import type { AnswerOf, RequestOf } from "../route.ts";
import * as example from "./examples.ts";

type Operation<R> = {
  /** What it does, in half a line. */
  summary: string;
  /** What has to be known beyond that. */
  description?: string;
  answer: AnswerOf<R>;
  /** Statuses of refusals beside those that every such call can have. */
  refusals?: readonly number[];
} & ("body" extends keyof RequestOf<R> ? { body: RequestOf<R>["body"] } : { body?: never });

/** What each of the API's resources is. */
export const resources: Record<Resource, string> = {
  clients: "Who pays, with what happened to them.",
  subscriptions: "What clients pay for, again and again, and the payments of it.",
  payments: "What came in, and the lines of statements by which it did.",
  dashboard: "The figures of today.",
  settings: "The company, and its words.",
  reminders: "Emails to clients: what is due, what went out, what comes next.",
  messages: "What visitors of the site wrote.",
  samples: "Made-up records to look around with.",
  activity: "Who changed what.",
  staff: "Those who work in the back-office: who may come in, and as what.",
  calendar: "What is due, for calendar apps.",
};

const { client, subscription, renewal, today, now } = example;
const page = "In pages: ask again with the `cursor` of the answer until there is none.";
const repeatable = "With an `id`, the same request again makes no second one.";
const member = {
  ...{ ...example.person, email: "grace@mwamba.example", role: "staff" as const },
  ...{ state: "active" as const, signed_in_at: example.now, second_factor: true },
};
/** Of as many characters as one that opens something. */
const secret = "an-example-that-opens-nothing".padEnd(43, "0");
const words = {
  subject: "{service}: {amount} due on {due}",
  opening: "Dear {client},",
  request: "Please pay with reference {reference}.",
  closing: "Thank you.",
};

/** What the API's description says of each route beside its schemas: in words, and by an example. */
export const operations: { [K in keyof AllRoutes]: Operation<AllRoutes[K]> } = {
  "GET /api/v1/clients": {
    summary: "List clients",
    description: `${page} A \`part\` lets four callers read at once.`,
    answer: { clients: [client] },
  },
  "POST /api/v1/clients": {
    summary: "Add a client",
    description: repeatable,
    body: { name: client.name, email: client.email },
    answer: { client },
  },
  "PUT /api/v1/clients/{id}": {
    summary: "Change a client",
    description: "What is left out stays. With `version`, refused when somebody saved in between.",
    body: { name: client.name, email: client.email, version: 1 },
    answer: { client: { ...client, version: 2 } },
  },
  "GET /api/v1/clients/{id}": {
    summary: "Read a client with subscriptions and figures",
    description: "With `with=payments` also all payments on record, as a statement of account needs them.",
    answer: {
      client,
      subscriptions: [subscription],
      figures: {
        yearlyAmount: 1799.88,
        nextDue: "2026-12-28",
        nextAmount: 149.99,
        overdueSubscriptions: 0,
        overdueAmount: 0,
        payments: 11,
        paidAmount: 1649.89,
      },
      today,
    },
  },
  "GET /api/v1/clients/{id}/timeline": {
    summary: "List what happened to a client",
    description: `Payments, emails, changes, messages and notes, newest first. ${page}`,
    answer: { entries: [{ ...example.note, kind: "note" }] },
  },
  "GET /api/v1/clients/{id}/everything": {
    summary: "Take all that is kept of a client",
    description: `Client, subscriptions, payments, emails, messages, activity, notes, and lines of statements that name them. Who took it is recorded. ${page}`,
    answer: { client, subscriptions: [subscription], statement_lines: [] },
  },
  "POST /api/v1/clients/{id}/notes": {
    summary: "Write a note",
    description: `On the day \`due_on\` the dashboard brings it up. ${repeatable}`,
    body: { text: example.note.text, due_on: "2026-12-25" },
    answer: { note: example.note },
  },
  "POST /api/v1/clients/{id}/notes/{note}/done": {
    summary: "Say that a note is dealt with",
    answer: { note: { ...example.note, done: { at: now, name: example.person.name } } },
  },
  "POST /api/v1/clients/{id}/erasure": {
    summary: "Take away what tells of a person, for good",
    description: "Amounts and dates stay. Asked again it changes nothing.",
    body: { version: 1 },
    answer: {
      client: {
        ...{ ...client, name: "Erased client", email: "", phone: "", company: "", address: "" },
        ...{ status: "inactive", erased_at: now, version: 2 },
      },
    },
  },
  "GET /api/v1/subscriptions": {
    summary: "List subscriptions",
    description: `${page} A \`part\` lets four callers read at once.`,
    answer: { subscriptions: [subscription], today },
  },
  "POST /api/v1/subscriptions": {
    summary: "Add a subscription",
    description: `The first billing date follows from start and frequency unless it is given. ${repeatable}`,
    body: { client_id: client.id, start_date: "2026-01-28", frequency: "monthly", amount: 149.99 },
    answer: { subscription },
  },
  "PUT /api/v1/subscriptions/{id}": {
    summary: "Change a subscription",
    description: "What is left out stays. With `version`, refused when somebody saved in between.",
    body: { client_id: client.id, start_date: "2026-01-28", frequency: "monthly", amount: 149.99 },
    answer: { subscription: { ...subscription, version: 13 } },
  },
  "GET /api/v1/subscriptions/{id}/renewals": {
    summary: "List what was paid of a subscription",
    answer: { renewals: [renewal] },
  },
  "POST /api/v1/subscriptions/{id}/renewals": {
    summary: "Record a payment",
    description:
      "Once for each period: the same again answers the same. Less than is due leaves the rest due; `periods` shares it over several.",
    body: { period: "2026-12-28", method: "mpesa", reference: renewal.reference },
    answer: { renewal, subscription: example.paidUp },
  },
  "DELETE /api/v1/subscriptions/{id}/renewals/{period}": {
    summary: "Undo the newest payment",
    answer: { subscription },
  },
  "GET /api/v1/payments": {
    summary: "List what came in, by day",
    description: `This month's where no days are given; at most 366 days at once. ${page}`,
    answer: {
      payments: [{ ...renewal, client_id: client.id, client_name: client.name }],
      ...{ from: "2026-12-01", to: today, today },
    },
  },
  "POST /api/v1/payments/lines/known": {
    summary: "Ask what is known of lines of a statement",
    body: { lines: [{ number: renewal.reference, method: "mpesa", paid_on: today, amount: 149.99 }] },
    answer: {
      lines: [
        {
          key: renewal.reference,
          recorded: {
            ...{ subscription_id: subscription.id, client_name: client.name, paid_on: today, amount: 149.99 },
          },
        },
      ],
    },
  },
  "GET /api/v1/payments/lines": {
    summary: "List lines of statements that wait to be assigned",
    description: page,
    answer: {
      lines: [
        {
          ...{ number: "SKJ9P2M4TR", method: "mpesa", paid_on: today, amount: 200 },
          ...{ payer: "K CHEBET", phone: "2547***101", account: "", details: "Pay Bill" },
          kept: { at: now, name: example.person.name },
        },
      ],
      today,
    },
  },
  "POST /api/v1/payments/lines": {
    summary: "Keep lines of a statement for somebody to assign",
    body: { lines: [{ number: "SKJ9P2M4TR", method: "mpesa", paid_on: today, amount: 200 }] },
    answer: { kept: 1 },
  },
  "POST /api/v1/payments/lines/aside": {
    summary: "Say why no payment is recorded of a line",
    body: { number: "SKJ9P2M4TR", method: "mpesa", paid_on: today, amount: 200, reason: "A loan" },
    answer: {
      line: { key: "SKJ9P2M4TR", aside: { at: now, name: example.person.name, reason: "A loan" } },
    },
  },
  "GET /api/v1/dashboard/stats": {
    summary: "Read the figures of today, and what is due within a week",
    answer: {
      stats: {
        ...{ totalActiveClients: 1, totalActiveSubscriptions: 1, renewalsThisWeek: 1, renewalsThisMonth: 1 },
        ...{ overdueSubscriptions: 0, overdueAmount: 0 },
        ...{ monthlyRecurringRevenue: 149.99, annualRecurringRevenue: 1799.88 },
        ...{ sampleRecords: 0, realRecords: 2 },
      },
      upcomingRenewals: [
        {
          ...{ id: subscription.id, client_id: client.id, client_name: client.name },
          ...{ client_email: client.email, client_phone: client.phone },
          ...{ frequency: "monthly", amount: 149.99, next_billing_date: "2026-12-28" },
        },
      ],
      today,
    },
  },
  "POST /api/send-email": {
    summary: "Send the contact form",
    description:
      "The four fields are enough. A message is stored before anything else; the same `id` again is the same message.",
    body: { name: "Kiprop Chebet", email: "kiprop@bonde.example", message: example.message.message },
    answer: { received: true },
  },
  "GET /api/v1/messages": {
    summary: "List messages of the contact form",
    description: `Of one box: what waits longest first, the others newest first. ${page}`,
    answer: { messages: [example.message], now },
  },
  "PUT /api/v1/messages/{id}": {
    summary: "Move a message to another box",
    body: { box: "answered", seen: "waiting" },
    answer: {
      message: {
        ...example.message,
        state: "answered",
        moved: { at: now, by: example.person.id, name: example.person.name },
      },
    },
  },
  "PUT /api/v1/messages/{id}/assignment": {
    summary: "Give a message to a colleague, or to nobody",
    body: { to: example.person.id, seen: null },
    answer: {
      message: { ...example.message, assigned: { to: example.person.id, at: now, by: example.person.id } },
    },
  },
  "POST /api/v1/send-notifications": {
    summary: "Send the reminders that are due",
    description:
      "Whatever takes long is left to the unattended sender. Pressed again it sends nothing twice.",
    answer: { sent: 1, skipped: 0, failed: 0, queued: 0 },
  },
  "GET /api/v1/reminders": {
    summary: "Read the send log of a day",
    description: page,
    answer: { reminders: [{ ...example.reminder, client_name: client.name }], day: today },
  },
  "GET /api/v1/reminders/upcoming": {
    summary: "List whom the next run would write to, and whom not and why",
    answer: {
      ...{ day: "2026-12-25", sending: 1, skipping: 0 },
      reminders: [
        {
          ...{ subscription_id: subscription.id, client_id: client.id, client_name: client.name },
          ...{ kind: "upcoming", period: "2026-12-28", frequency: "monthly", amount: 149.99 },
        },
      ],
    },
  },
  "GET /api/v1/reminders/status": {
    summary: "Read how the last daily run went",
    answer: {
      last_run: {
        ...{ day: today, started_at: now, finished_at: now },
        ...{ queued: 1, sent: 1, skipped: 0, failed: 0 },
      },
      ...{ missed: false, today },
    },
  },
  "GET /api/v1/reminders/deliverability": {
    summary: "Read how the emails of the last 30 days fared",
    description:
      "Counted in the send log: what the mail service took, what came back for good, what was marked as spam.",
    answer: { from: "2026-11-25", to: today, sent: 210, bounced: 3, complained: 0 },
  },
  "GET /api/v1/reminders/sender": {
    summary: "Read where emails come from, and what of it the DNS confirms",
    description:
      "DKIM, SPF, DMARC and where bounces come back to, each with the records that are to be entered.",
    answer: {
      ...{ address: "no-reply@mwamba.example", domain: "mwamba.example" },
      checks: [{ check: "dmarc", state: "missing", records: [recordFor.dmarc("mwamba.example")] }],
    },
  },
  "POST /api/v1/subscriptions/{id}/reminders": {
    summary: "Send a reminder once more",
    description: "A deliberate second email, recorded as one.",
    answer: { reminder: { ...example.reminder, resend: true, state: "sent" } },
    refusals: [502],
  },
  "GET /api/v1/emails/{email}": {
    summary: "See an email as it would look today",
    answer: { subject: "Renewal due 28 Dec 2026", text: "Dear Example Client,", html: "<!doctype html>" },
  },
  "POST /api/v1/emails/{email}/test": {
    summary: "Mail an example to oneself",
    answer: { sent: true, to: "achieng@mwamba.example" },
    refusals: [429, 502],
  },
  "POST /api/v1/emails/{email}/words/test": {
    summary: "Mail an example with words that are not saved yet to oneself",
    body: { language: "en", words },
    answer: { sent: true, to: "achieng@mwamba.example" },
    refusals: [429, 502],
  },
  "GET /api/v1/settings": {
    summary: "Read the company's settings",
    answer: { settings: example.settings },
  },
  "POST /api/v1/settings": {
    summary: "Save the company's settings",
    description: "The seven fields of the profile are a whole one; of the rest, what is left out stays.",
    body: {
      ...{ company_name: company.name.value, company_address: "", company_phone: "", company_website: "" },
      ...{
        company_email: "office@mwamba.example",
        notification_email: "office@mwamba.example",
        logo_url: "",
      },
    },
    answer: { settings: { ...example.settings, version: 4 } },
  },
  "GET /api/v1/settings/emails": {
    summary: "List the emails that have words of the company's own",
    answer: { words: [{ email: "upcoming", language: "en", ...words }], version: 1 },
  },
  "PUT /api/v1/settings/emails/{email}": {
    summary: "Choose the words of an email, or set it back",
    body: { language: "en", words },
    answer: { words: [{ email: "upcoming", language: "en", ...words }], version: 1 },
  },
  "GET /api/v1/staff": {
    summary: "List those to whom work can be given",
    answer: { staff: [example.person] },
  },
  "GET /api/v1/staff/members": {
    summary: "List who may come in, and as what",
    answer: { members: [member], second_factor_demanded: false },
  },
  "POST /api/v1/staff/members": {
    summary: "Invite somebody by email",
    description: "The address names them: the same request again mails nobody twice.",
    body: { name: member.name, email: member.email, role: "staff" },
    answer: {
      member: {
        ...{ ...example.person, email: member.email, role: "staff", second_factor: false },
        ...{ state: "invited", invited_until: "2026-12-30" },
      },
    },
    refusals: [502],
  },
  "POST /api/v1/staff/members/{id}/invitation": {
    summary: "Mail an open invitation again",
    description: "Within a minute of the last one it mails nothing.",
    answer: { member: { ...member, state: "invited", second_factor: false } },
    refusals: [502],
  },
  "PUT /api/v1/staff/members/{id}": {
    summary: "Change a role, shut somebody out, or let them in again",
    description: "What is left out stays. It counts within seconds. The last administrator stays one.",
    body: { role: "admin" },
    answer: { member: { ...member, role: "admin" } },
  },
  "DELETE /api/v1/staff/members/{id}/second-factor": {
    summary: "Let somebody sign in without their second factor until they set up another",
    answer: { member: { ...member, second_factor: false } },
  },
  "PUT /api/v1/staff/rules": {
    summary: "Demand a second factor of everybody, or no longer",
    description: "Only somebody who has one may demand it.",
    body: { second_factor_demanded: true },
    answer: { second_factor_demanded: true },
  },
  "GET /api/v1/staff/me": {
    summary: "Ask whether one may still come in",
    description: "Whoever was shut out is told so by the refusal.",
    answer: {},
  },
  "POST /api/v1/staff/me/sign-out": {
    summary: "End one's own sessions, wherever they are",
    answer: {},
  },
  "GET /api/v1/staff/me/calendar": {
    summary: "When the address of one's own calendar was made, if there is one",
    answer: { made_at: now },
  },
  "POST /api/v1/staff/me/calendar": {
    summary: "Make an address for one's own calendar",
    description: "It is given this once. Where there was one, that stops at once.",
    answer: { made_at: now, path: calendarPath(example.person.id, secret) },
  },
  "DELETE /api/v1/staff/me/calendar": { summary: "Switch one's own calendar off", answer: {} },
  "GET /api/v1/calendar/{id}/{secret}": {
    summary: "Read what is due, as an iCalendar",
    description:
      "By the address that a member of staff has made; calendar apps cannot sign in. Of clients it has the name, the service and the amount. Whatever is wrong with an address, the answer is 404.",
    answer: `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//${company.name.value}//${company.backOfficeName}//EN\r\nEND:VCALENDAR`,
  },
  "POST /api/v1/staff/me/second-factor": {
    summary: "Have it seen that one has a second factor",
    answer: { second_factor: true },
  },
  "GET /api/v1/activity": {
    summary: "List who changed what",
    description: page,
    answer: {
      entries: [
        {
          ...{ id: `${now}#1a2b3c4d`, at: now, kind: "client-changed", name: example.person.name },
          ...{ client_id: client.id, client_name: client.name },
          ...{ before: { phone: "+254 700 000 100" }, after: { phone: client.phone } },
        },
      ],
      ...{ from: "2026-12-01", to: today, today },
    },
  },
  "DELETE /api/v1/samples": {
    summary: "Remove all sample data",
    description: "Beside real records only an administrator may.",
    answer: { removed: { clients: 5, subscriptions: 6 } },
  },
};
