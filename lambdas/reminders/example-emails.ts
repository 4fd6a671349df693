import type { Day } from "../../shared/day.ts";
import { exampleEmail } from "../../shared/email-examples/examples.ts";
import { isTemplated } from "../../shared/email-templates.ts";
import { type Example, exampleOf } from "../../shared/emails/client-examples.ts";
import type { Email } from "../../shared/emails/email.ts";
import type { Language } from "../../shared/languages.ts";
import type { EmailName } from "../../shared/reminders/reminder.ts";
import { type Outcome, sendOnce } from "../outbox/send-once.ts";
import type { Job } from "../platform/email/jobs.ts";
import { siteUrl } from "../platform/environment.ts";
import type { Moment } from "../platform/moment.ts";
import * as clients from "../stores/client-store.ts";
import { COMPANY, type EmailKey } from "../stores/email-key.ts";
import * as settings from "../stores/settings-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";

type TestJob = Job & { email: "test" };

/** An email as it would look today. */
export async function previewOf(email: EmailName, language: Language = "en", today: Day): Promise<Email> {
  const { company, templateOf } = await settings.forClients();
  const template = isTemplated(email) ? templateOf(email, language) : undefined;
  return exampleEmail(email, company, today, { language, template, site: siteUrl() });
}

/** Sends an example of an email to the person who requested it. */
export const sendExample = (job: TestJob, moment: Moment): Promise<Outcome> =>
  sendOnce([exampleKey(job)], moment, async () => {
    const { example: name, language = "en", words, to, reader, day } = job;
    const { company, templateOf } = await settings.forClients();
    const template = words ?? (isTemplated(name) ? templateOf(name, language) : undefined);
    const options = { language, template, about: await exampleClient(job), site: siteUrl() };
    const { subject, ...rest } = exampleEmail(name, company, day, options);
    return { email: { subject: `Test: ${subject}`, ...rest }, to, reader };
  });

/** The client and subscription named in the job; undefined for the built-in example. */
async function exampleClient({ client_id, subscription_id }: TestJob): Promise<Example | undefined> {
  const client = client_id && (await clients.get(client_id));
  if (!client) return undefined;
  const row = subscription_id && (await subscriptions.get(subscription_id));
  return exampleOf(client, row && row.client_id === client.id ? subscriptions.fromRow(row) : undefined);
}

export const exampleKey = ({ example: name, id, day }: TestJob): EmailKey => ({
  about: COMPANY,
  period: day,
  kind: "test",
  more: `${day}#${name}#${id}`,
});
