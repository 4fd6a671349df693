import type { AllRoutes, Resource } from "../api.ts";
import { calendarPath } from "../calendar.ts";
import * as company from "../company.ts";
import { recordFor } from "../mail-domain.ts";
import type { RequestOf, ResponseOf } from "../route.ts";
import * as example from "./examples.ts";

type Operation<R> = {
  /** What the operation does, in a few words. */
  summary: string;
  /** What else a caller must know. */
  description?: string;
  response: ResponseOf<R>;
  /** Error statuses beyond those that every such call can have. */
  errors?: readonly number[];
} & ("body" extends keyof RequestOf<R> ? { body: RequestOf<R>["body"] } : { body?: never });

export const resources: Record<Resource, string> = {
  clients: "Businesses that pay, and their history.",
  subscriptions: "What clients pay for regularly, and their payments.",
  payments: "Payments received, and lines of statements.",
  dashboard: "Today's figures.",
  settings: "The company profile and the email templates.",
  reminders: "Emails to clients: due, sent and planned.",
  messages: "Messages from the contact form.",
  samples: "Sample records for trying the product.",
  activity: "Who changed what.",
  staff: "People with access to the back-office, and their roles.",
  calendar: "Due subscriptions, for calendar apps.",
};

const { client, subscription, renewal, today, now } = example;
const page = "Paged: call again with the `cursor` of the response until there is none.";
const repeatable = "With an `id`, repeating the request creates no second record.";
const member = {
  ...example.person,
  email: "grace@mwamba.example",
  role: "staff" as const,
  state: "active" as const,
  signed_in_at: example.now,
  second_factor: true,
};
/** As long as a real one. */
const secret = "example-that-opens-nothing".padEnd(43, "0");
const template = {
  subject: "{service}: {amount} due on {due}",
  opening: "Dear {client},",
  request: "Please pay with reference {reference}.",
  closing: "Thank you.",
};

/** The summary, description and example of each route. */
export const operations: { [K in keyof AllRoutes]: Operation<AllRoutes[K]> } = {
  "GET /api/v1/clients": {
    summary: "List clients",
    description: `${page} Four \`part\`s can be read in parallel.`,
    response: { clients: [client] },
  },
  "POST /api/v1/clients": {
    summary: "Add a client",
    description: repeatable,
    body: { name: client.name, email: client.email },
    response: { client },
  },
  "PUT /api/v1/clients/{id}": {
    summary: "Change a client",
    description:
      "Absent fields are not changed. With `version`, the save fails if somebody else saved in between.",
    body: { name: client.name, email: client.email, version: 1 },
    response: { client: { ...client, version: 2 } },
  },
  "GET /api/v1/clients/{id}": {
    summary: "Read a client with subscriptions and figures",
    description: "With `with=payments`, also all recorded payments, for a statement of account.",
    response: {
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
    summary: "List the history of a client",
    description: `Payments, emails, changes, messages and notes, newest first. ${page}`,
    response: { entries: [{ ...example.note, kind: "note" }] },
  },
  "GET /api/v1/clients/{id}/everything": {
    summary: "Export all stored data of a client",
    description: `Client, subscriptions, payments, emails, messages, activity, notes, and statement lines that name them. The export is recorded in the activity. ${page}`,
    response: { client, subscriptions: [subscription], statement_lines: [] },
  },
  "POST /api/v1/clients/{id}/notes": {
    summary: "Write a note",
    description: `The dashboard shows the note from \`due_on\`. ${repeatable}`,
    body: { text: example.note.text, due_on: "2026-12-25" },
    response: { note: example.note },
  },
  "POST /api/v1/clients/{id}/notes/{note}/done": {
    summary: "Mark a note as done",
    response: { note: { ...example.note, done: { at: now, name: example.person.name } } },
  },
  "POST /api/v1/clients/{id}/erasure": {
    summary: "Erase the personal data of a client",
    description: "Amounts and dates stay. Repeating the call changes nothing.",
    body: { version: 1 },
    response: {
      client: {
        ...client,
        name: "Erased client",
        email: "",
        phone: "",
        company: "",
        address: "",
        status: "inactive",
        erased_at: now,
        version: 2,
      },
    },
  },
  "GET /api/v1/subscriptions": {
    summary: "List subscriptions",
    description: `${page} Four \`part\`s can be read in parallel.`,
    response: { subscriptions: [subscription], today },
  },
  "POST /api/v1/subscriptions": {
    summary: "Add a subscription",
    description: `Without \`next_billing_date\`, it is computed from start date and frequency. ${repeatable}`,
    body: { client_id: client.id, start_date: "2026-01-28", frequency: "monthly", amount: 149.99 },
    response: { subscription },
  },
  "PUT /api/v1/subscriptions/{id}": {
    summary: "Change a subscription",
    description:
      "Absent fields are not changed. With `version`, the save fails if somebody else saved in between.",
    body: { client_id: client.id, start_date: "2026-01-28", frequency: "monthly", amount: 149.99 },
    response: { subscription: { ...subscription, version: 13 } },
  },
  "GET /api/v1/subscriptions/{id}/renewals": {
    summary: "List the payments of a subscription",
    response: { renewals: [renewal] },
  },
  "POST /api/v1/subscriptions/{id}/renewals": {
    summary: "Record a payment",
    description:
      "Repeating a payment returns the first result: the same `id` with the same content or, without an `id`, the same period, reference, amount, method and day. The default amount is what is due, the default `paid_on` is today. Another payment for a paid period returns 409, with a sentence that names the recorded payment. If the amount is less than what is due, the rest stays due; `periods` divides the amount over several periods.",
    body: { period: "2026-12-28", method: "mpesa", reference: renewal.reference },
    response: { renewal, subscription: example.paidUp },
  },
  "DELETE /api/v1/subscriptions/{id}/renewals/{period}": {
    summary: "Undo the newest payment",
    response: { subscription },
  },
  "GET /api/v1/payments": {
    summary: "List payments by day",
    description: `The default is this month; at most 366 days. ${page}`,
    response: {
      payments: [{ ...renewal, client_id: client.id, client_name: client.name }],
      from: "2026-12-01",
      to: today,
      today,
    },
  },
  "POST /api/v1/payments/lines/known": {
    summary: "Look up statement lines",
    body: { lines: [{ number: renewal.reference, method: "mpesa", paid_on: today, amount: 149.99 }] },
    response: {
      lines: [
        {
          key: renewal.reference,
          recorded: {
            subscription_id: subscription.id,
            client_name: client.name,
            paid_on: today,
            amount: 149.99,
          },
        },
      ],
    },
  },
  "GET /api/v1/payments/lines": {
    summary: "List unmatched statement lines",
    description: page,
    response: {
      lines: [
        {
          number: "SKJ9P2M4TR",
          method: "mpesa",
          paid_on: today,
          amount: 200,
          payer: "K CHEBET",
          phone: "2547***101",
          account: "",
          details: "Pay Bill",
          kept: { at: now, name: example.person.name },
        },
      ],
      today,
    },
  },
  "POST /api/v1/payments/lines": {
    summary: "Save unmatched statement lines",
    body: { lines: [{ number: "SKJ9P2M4TR", method: "mpesa", paid_on: today, amount: 200 }] },
    response: { kept: 1 },
  },
  "POST /api/v1/payments/lines/aside": {
    summary: "Ignore a statement line, with a reason",
    body: { number: "SKJ9P2M4TR", method: "mpesa", paid_on: today, amount: 200, reason: "A loan" },
    response: {
      line: { key: "SKJ9P2M4TR", aside: { at: now, name: example.person.name, reason: "A loan" } },
    },
  },
  "GET /api/v1/dashboard/stats": {
    summary: "Read today's figures and the renewals of the next week",
    response: {
      stats: {
        totalActiveClients: 1,
        totalActiveSubscriptions: 1,
        renewalsThisWeek: 1,
        renewalsThisMonth: 1,
        overdueSubscriptions: 0,
        overdueAmount: 0,
        monthlyRecurringRevenue: 149.99,
        annualRecurringRevenue: 1799.88,
        sampleRecords: 0,
        realRecords: 2,
      },
      upcomingRenewals: [
        {
          id: subscription.id,
          client_id: client.id,
          client_name: client.name,
          client_email: client.email,
          client_phone: client.phone,
          frequency: "monthly",
          amount: 149.99,
          next_billing_date: "2026-12-28",
        },
      ],
      received: [{ month: "2026-12", amount: 149.99, payments: 1 }],
      today,
    },
  },
  "POST /api/send-email": {
    summary: "Send the contact form",
    description:
      "Four fields are enough. The message is stored first. Repeating an `id` is the same message.",
    body: { name: "Kiprop Chebet", email: "kiprop@bonde.example", message: example.message.message },
    response: { received: true },
  },
  "GET /api/v1/messages": {
    summary: "List messages of the contact form",
    description: `The messages of one box: waiting ones oldest first, others newest first. ${page}`,
    response: { messages: [example.message], now },
  },
  "PUT /api/v1/messages/{id}": {
    summary: "Move a message to another box",
    body: { box: "answered", seen: "waiting" },
    response: {
      message: {
        ...example.message,
        state: "answered",
        moved: { at: now, by: example.person.id, name: example.person.name },
      },
    },
  },
  "PUT /api/v1/messages/{id}/assignment": {
    summary: "Assign a message to a colleague, or to nobody",
    body: { to: example.person.id, seen: null },
    response: {
      message: { ...example.message, assigned: { to: example.person.id, at: now, by: example.person.id } },
    },
  },
  "POST /api/v1/send-notifications": {
    summary: "Send the reminders that are due",
    description: "Slow emails are sent in the background. Repeating the call sends nothing twice.",
    response: { sent: 1, skipped: 0, failed: 0, queued: 0 },
  },
  "GET /api/v1/reminders": {
    summary: "Read the send log of a day",
    description: page,
    response: { reminders: [{ ...example.reminder, client_name: client.name }], day: today },
  },
  "GET /api/v1/reminders/upcoming": {
    summary: "Preview the reminders of the next run, with those it would skip and why",
    response: {
      day: "2026-12-25",
      sending: 1,
      skipping: 0,
      reminders: [
        {
          subscription_id: subscription.id,
          client_id: client.id,
          client_name: client.name,
          kind: "upcoming",
          period: "2026-12-28",
          frequency: "monthly",
          amount: 149.99,
        },
      ],
    },
  },
  "GET /api/v1/reminders/status": {
    summary: "Read the status of the last daily run",
    response: {
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
    },
  },
  "GET /api/v1/reminders/deliverability": {
    summary: "Read the delivery results of the last 30 days",
    description: "Counts of the send log: accepted by the mail service, permanent bounces, spam reports.",
    response: { from: "2026-11-25", to: today, sent: 210, bounced: 3, complained: 0 },
  },
  "GET /api/v1/reminders/sender": {
    summary: "Read the sender of emails and its DNS checks",
    description: "DKIM, SPF, DMARC and the bounce domain, each with the DNS records to enter.",
    response: {
      address: "no-reply@mwamba.example",
      domain: "mwamba.example",
      checks: [{ check: "dmarc", state: "missing", records: [recordFor.dmarc("mwamba.example")] }],
    },
  },
  "POST /api/v1/subscriptions/{id}/reminders": {
    summary: "Send a reminder again",
    description: "A second email on purpose; the send log marks it.",
    response: { reminder: { ...example.reminder, resend: true, state: "sent" } },
    errors: [502],
  },
  "GET /api/v1/emails/{email}": {
    summary: "Preview an email",
    response: { subject: "Renewal due 28 Dec 2026", text: "Dear Example Client,", html: "<!doctype html>" },
  },
  "POST /api/v1/emails/{email}/test": {
    summary: "Email a preview to yourself",
    response: { sent: true, to: "achieng@mwamba.example" },
    errors: [429, 502],
  },
  "POST /api/v1/emails/{email}/words/test": {
    summary: "Email a preview of an unsaved template to yourself",
    body: { language: "en", words: template },
    response: { sent: true, to: "achieng@mwamba.example" },
    errors: [429, 502],
  },
  "GET /api/v1/settings": {
    summary: "Read the company's settings",
    response: { settings: example.settings },
  },
  "POST /api/v1/settings": {
    summary: "Save the company's settings",
    description:
      "The seven profile fields are required; any other absent field is not changed. Administrators and the previous addresses get an email about changes that affect clients' emails or payments.",
    body: {
      company_name: company.name.value,
      company_address: "",
      company_phone: "",
      company_website: "",
      company_email: "office@mwamba.example",
      notification_email: "office@mwamba.example",
      logo_url: "",
    },
    response: { settings: { ...example.settings, version: 4 } },
  },
  "GET /api/v1/settings/emails": {
    summary: "List the company's email templates",
    response: { words: [{ email: "upcoming", language: "en", ...template }], version: 1 },
  },
  "PUT /api/v1/settings/emails/{email}": {
    summary: "Save the template of an email, or restore the built-in one",
    body: { language: "en", words: template },
    response: { words: [{ email: "upcoming", language: "en", ...template }], version: 1 },
  },
  "GET /api/v1/staff": {
    summary: "List colleagues",
    response: { staff: [example.person] },
  },
  "GET /api/v1/staff/members": {
    summary: "List staff with their roles and status",
    response: { members: [member], second_factor_demanded: false },
  },
  "POST /api/v1/staff/members": {
    summary: "Invite a person by email",
    description: "The address identifies the person: repeating the call sends no second email.",
    body: { name: member.name, email: member.email, role: "staff" },
    response: {
      member: {
        ...example.person,
        email: member.email,
        role: "staff",
        second_factor: false,
        state: "invited",
        invited_until: "2026-12-30",
      },
    },
    errors: [502],
  },
  "POST /api/v1/staff/members/{id}/invitation": {
    summary: "Send an open invitation again",
    description: "Sends nothing within a minute of the last email.",
    response: { member: { ...member, state: "invited", second_factor: false } },
    errors: [502],
  },
  "PUT /api/v1/staff/members/{id}": {
    summary: "Change a person's role, or disable or enable their access",
    description:
      "Absent fields are not changed. The change takes effect within seconds. The last administrator cannot be removed.",
    body: { role: "admin" },
    response: { member: { ...member, role: "admin" } },
  },
  "DELETE /api/v1/staff/members/{id}/second-factor": {
    summary: "Reset a person's second factor",
    response: { member: { ...member, second_factor: false } },
  },
  "PUT /api/v1/staff/rules": {
    summary: "Require a second factor for everybody, or stop requiring it",
    description: "Only an administrator with a second factor may require it.",
    body: { second_factor_demanded: true },
    response: { second_factor_demanded: true },
  },
  "GET /api/v1/staff/me": {
    summary: "Check your own access",
    description: "If your access is disabled, the error says so.",
    response: {},
  },
  "POST /api/v1/staff/me/sign-out": {
    summary: "End all your sessions",
    response: {},
  },
  "GET /api/v1/staff/me/calendar": {
    summary: "Read when your calendar address was created",
    response: { made_at: now },
  },
  "POST /api/v1/staff/me/calendar": {
    summary: "Create your calendar address",
    description: "Only this response contains the address. It replaces the previous one.",
    response: { made_at: now, path: calendarPath(example.person.id, secret) },
  },
  "DELETE /api/v1/staff/me/calendar": { summary: "Delete your calendar address", response: {} },
  "GET /api/v1/calendar/{id}/{secret}": {
    summary: "Read due subscriptions as iCalendar",
    description:
      "Calendar apps cannot sign in, so the secret address gives access. Events have the client's name, service and amount. Any wrong address returns 404.",
    response: `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//${company.name.value}//${company.backOfficeName}//EN\r\nEND:VCALENDAR`,
  },
  "POST /api/v1/staff/me/second-factor": {
    summary: "Confirm that you have a second factor",
    response: { second_factor: true },
  },
  "GET /api/v1/activity": {
    summary: "List who changed what",
    description: page,
    response: {
      entries: [
        {
          id: `${now}#1a2b3c4d`,
          at: now,
          kind: "client-changed",
          name: example.person.name,
          client_id: client.id,
          client_name: client.name,
          before: { phone: "+254 700 000 100" },
          after: { phone: client.phone },
        },
      ],
      from: "2026-12-01",
      to: today,
      today,
    },
  },
  "DELETE /api/v1/samples": {
    summary: "Delete all sample data",
    description: "If real records exist, only an administrator may do this.",
    response: { removed: { clients: 5, subscriptions: 6 } },
  },
};
