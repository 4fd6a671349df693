import { aboutClient, type Example } from "../../shared/emails/client-examples.ts";
import { example } from "../../shared/emails/examples.ts";
import { isWorded } from "../../shared/emails/worded.ts";
import * as clients from "../clients/store.ts";
import type { Job } from "../email-jobs.ts";
import type { Moment } from "../moment.ts";
import * as settings from "../settings/store.ts";
import { siteUrl } from "../site-url.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { company, type EmailKey } from "./email-key.ts";
import { type Outcome, sendOnce } from "./send-once.ts";

type TestJob = Job & { email: "test" };

/** Sends an example of an email to whoever asked for it. */
export const sendExample = (job: TestJob, moment: Moment): Promise<Outcome> =>
  sendOnce(exampleKeyOf(job), moment, async () => {
    const { example: name, language = "en", words, to, reader, day } = job;
    const { company: profile, wordsOf } = await settings.forClients();
    const own = words ?? (isWorded(name) ? wordsOf(name, language) : undefined);
    const said = { language, words: own, about: await aboutOf(job), site: siteUrl() };
    const { subject, ...rest } = example(name, profile, day, said);
    return { email: { subject: `Test: ${subject}`, ...rest }, to, reader };
  });

/** What the email says of a client that is named, as the preview does. */
async function aboutOf({ client_id, subscription_id }: TestJob): Promise<Example | undefined> {
  const client = client_id && (await clients.get(client_id));
  if (!client) return undefined;
  const sold = subscription_id && (await subscriptions.get(subscription_id));
  return aboutClient(client, sold && sold.client_id === client.id ? subscriptions.fromRow(sold) : undefined);
}

export const exampleKeyOf = ({ example: name, id, day }: TestJob): EmailKey => ({
  ...{ subscription_id: company, period: day, kind: "test" },
  more: `${name}#${id}`,
});
