import { recordFor } from "../../mail-domain.ts";
import type { reminderRoutes } from "../../reminders/routes.ts";
import * as example from "../examples.ts";
import { type Operations, PAGED } from "./operation.ts";

const { client, subscription, today, now } = example;

export const reminderOperations: Operations<typeof reminderRoutes> = {
  "POST /api/v1/send-notifications": {
    summary: "Send the reminders that are due",
    description: "Slow emails are sent in the background. Repeating the call sends nothing twice.",
    response: { sent: 1, skipped: 0, failed: 0, queued: 0 },
  },
  "GET /api/v1/reminders": {
    summary: "Read the send log of a day",
    description: PAGED,
    response: { reminders: [{ ...example.reminder, client_name: client.name }], day: today },
  },
  "GET /api/v1/reminders/upcoming": {
    summary: "Preview the reminders of the next run, with those it would skip and why",
    description: PAGED,
    response: {
      day: "2026-12-25",
      sending: 1,
      skipping: 0,
      reminders: [
        {
          charge_id: `${subscription.id}#2026-12-28`,
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
    body: { language: "en", words: example.template },
    response: { sent: true, to: "achieng@mwamba.example" },
    errors: [429, 502],
  },
};
