import { type LetterName, notificationRoutes } from "../../shared/notifications.ts";
import * as clients from "../clients/store.ts";
import { HttpError, serve } from "../http.ts";
import { send } from "../mail.ts";
import * as ledger from "../reminders/store.ts";
import * as settings from "../settings/store.ts";
import { example } from "./examples.ts";
import { press } from "./press.ts";
import { resend } from "./resend.ts";
import { status } from "./status.ts";
import { dayOfNextRun, expected } from "./upcoming.ts";

export const handler = serve(notificationRoutes, {
  "POST /api/v1/send-notifications": ({ now, today }) => press({ now, today }),
  "GET /api/v1/reminders": async ({ query, today }) => sendLog(query.day ?? today, query.cursor),
  "GET /api/v1/reminders/upcoming": async ({ query, today }) =>
    expected(query.day ?? (await dayOfNextRun(today)), today),
  "GET /api/v1/reminders/status": ({ now, today }) => status({ now, today }),
  "POST /api/v1/subscriptions/{id}/reminders": async ({ params, now, today }) => ({
    reminder: await resend(params.id, { now, today }),
  }),
  "GET /api/v1/letters/{letter}": async ({ params, today }) =>
    example(params.letter, await settings.get(), today),
  "POST /api/v1/letters/{letter}/test": async ({ params, body, today }) => {
    await sendExample(params.letter, body.to, today);
    return { sent: true as const };
  },
});

async function sendLog(day: string, cursor: string | undefined) {
  const page = await ledger.list(day, cursor);
  const found = await clients.getMany(page.reminders.flatMap(({ client_id }) => client_id ?? []));
  const nameOf = (id: string | undefined) =>
    id === undefined ? "" : (found.get(id)?.name ?? "Unknown Client");
  return {
    ...page,
    day,
    reminders: page.reminders.map((one) => ({ ...one, client_name: nameOf(one.client_id) })),
  };
}

async function sendExample(letter: LetterName, to: string, today: string): Promise<void> {
  const company = await settings.get();
  const own = [company.notification_email, company.company_email].filter(Boolean);
  if (!own.some((address) => address.toLowerCase() === to.toLowerCase())) {
    throw new HttpError(400, "A test goes only to the company's own addresses in the settings.");
  }
  const { subject, ...rest } = example(letter, company, today);
  await send({ subject: `Test: ${subject}`, ...rest }, to);
}
