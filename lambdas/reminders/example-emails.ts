import { example } from "../../shared/emails/examples.ts";
import { isWorded } from "../../shared/emails/worded.ts";
import type { Job } from "../email-jobs.ts";
import type { Moment } from "../moment.ts";
import * as settings from "../settings/store.ts";
import { siteUrl } from "../site-url.ts";
import { company, type EmailKey } from "./email-key.ts";
import { type Outcome, sendOnce } from "./send-once.ts";

type TestJob = Job & { email: "test" };

/** Sends an example of an email to whoever asked for it. */
export const sendExample = (job: TestJob, moment: Moment): Promise<Outcome> =>
  sendOnce(exampleKeyOf(job), moment, async () => {
    const { example: name, language = "en", words, to, reader, day } = job;
    const { company: profile, wordsOf } = await settings.forClients();
    const own = words ?? (isWorded(name) ? wordsOf(name, language) : undefined);
    const said = { language, words: own, site: siteUrl() };
    const { subject, ...rest } = example(name, profile, day, said);
    return { email: { subject: `Test: ${subject}`, ...rest }, to, reader };
  });

export const exampleKeyOf = ({ example: name, id, day }: TestJob): EmailKey => ({
  ...{ subscription_id: company, period: day, kind: "test" },
  more: `${name}#${id}`,
});
