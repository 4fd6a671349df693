import { reminderRoutes } from "../../shared/reminders/routes.ts";
import { deliverability } from "../outbox/deliverability.ts";
import { mailSender } from "../outbox/mail-sender.ts";
import * as sendLog from "../outbox/send-log.ts";
import { checkTemplate } from "../platform/email/check-template.ts";
import { serve } from "../platform/http/serve.ts";
import { previewOf } from "./example-emails.ts";
import { resend, resendOf } from "./resend.ts";
import { dayOfNextRun } from "./runs.ts";
import { sendNow } from "./send-now.ts";
import { senderStatus } from "./sender-status.ts";
import { sendTest } from "./test-email.ts";
import { expectedReminders } from "./upcoming.ts";

export const handler = serve(reminderRoutes, {
  "POST /api/v1/send-notifications": ({ now, today }) => sendNow({ now, today }),
  "GET /api/v1/reminders": ({ query, today }) => sendLog.list(query.day ?? today, query.cursor),
  "GET /api/v1/reminders/upcoming": async ({ query, now, today }) =>
    expectedReminders(query.day ?? (await dayOfNextRun({ now, today })), today, query.cursor),
  "GET /api/v1/reminders/status": ({ now, today }) => senderStatus({ now, today }),
  "GET /api/v1/reminders/deliverability": ({ today }) => deliverability(today),
  "GET /api/v1/reminders/sender": () => mailSender(),
  "POST /api/v1/subscriptions/{id}/reminders": async ({ params, query, now, today }) => ({
    reminder: await resend(params.id, { now, today }, query.once),
  }),
  "POST /api/v1/clients/{id}/charges/{charge}/reminders": async ({ params, query, now, today }) => ({
    reminder: await resendOf({ client_id: params.id, id: params.charge }, { now, today }, query.once),
  }),
  "GET /api/v1/emails/{email}": ({ params, query, today }) => previewOf(params.email, query.language, today),
  "POST /api/v1/emails/{email}/test": ({ params, ...request }) =>
    sendTest({ example: params.email }, request),
  "POST /api/v1/emails/{email}/words/test": ({ params, body, ...request }) => {
    checkTemplate(params.email, body.words);
    return sendTest({ example: params.email, ...body }, request);
  },
});
