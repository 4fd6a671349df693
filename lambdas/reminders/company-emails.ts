import { addressText } from "../../shared/address.ts";
import type { Email } from "../../shared/emails/email.ts";
import { newClientEmail, noticeEmail, settingsChangeEmail } from "../../shared/emails/to-company.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { nameOf } from "../../shared/staff/staff.ts";
import { isMailable } from "../../shared/text.ts";
import { type Draft, type Outcome, sendOnce } from "../outbox/send-once.ts";
import { enqueue, type Job, type Recipient } from "../platform/email/jobs.ts";
import { siteUrl } from "../platform/environment.ts";
import type { Moment } from "../platform/moment.ts";
import * as clients from "../stores/client-store.ts";
import { addressMark, COMPANY, type EmailKey } from "../stores/email-key.ts";
import * as settings from "../stores/settings-store.ts";
import * as staff from "../stores/staff-store.ts";
import { exampleKey, sendExample } from "./example-emails.ts";
import { digest } from "./write-digest.ts";

type CompanyJob = Exclude<
  Job,
  {
    email:
      | "reminder"
      | "resend"
      | "receipt"
      | "correction"
      | "price"
      | "price-withdrawn"
      | "statement"
      | "month"
      | "settings-changed";
  }
>;

/** Sends an email to the company or its staff, once for each key. */
export function sendToCompany(job: CompanyJob, moment: Moment): Promise<Outcome> {
  if (job.email === "test") return sendExample(job, moment);
  return sendOnce([companyEmailKey(job)], moment, async (): Promise<Draft> => {
    const profile = await settings.get();
    const { to, reader } = "to" in job ? job : { to: profile.notification_email, reader: undefined };
    if (!to) return { skip: "no address for notifications in the settings" };
    const email = await emailFor(job, profile);
    return typeof email === "string" ? { skip: email } : { email, to, reader };
  });
}

export function companyEmailKey(job: CompanyJob): EmailKey {
  const key = { about: COMPANY, period: job.day, kind: job.email, more: job.day };
  if (job.email === "digest") return key;
  if (job.email === "new-client") return { ...key, more: `${job.day}#${job.client_id}` };
  if (job.email === "test") return exampleKey(job);
  if (job.email === "settings-change") {
    const version = [job.item, job.version].filter(Boolean).join("-");
    return { ...key, more: `${job.day}#${version}#${job.reader_id}` };
  }
  return { ...key, more: [job.day, job.name, job.client_id, job.copy].filter(Boolean).join("#") };
}

const SWITCHED_OFF = "this kind of email is switched off";

/** The email, or the reason why none goes out. */
async function emailFor(
  job: Exclude<CompanyJob, { email: "test" }>,
  profile: Settings,
): Promise<Email | string> {
  if (job.email === "digest") return digest(job, profile);
  const site = siteUrl();
  if (job.email === "settings-change") return settingsChangeEmail(job.changes, job.by, job.day, site);
  const client = job.client_id === undefined ? undefined : await clients.get(job.client_id);
  if (job.email === "new-client") {
    if (!profile.notify_new_clients) return SWITCHED_OFF;
    return client ? newClientEmail(client, profile, site) : "the client does not exist";
  }
  if (!profile.notify_system) return SWITCHED_OFF;
  const copy = client?.copies?.find(({ email }) => addressMark(email) === job.copy);
  if (job.copy !== undefined && !copy) return "the client has no such copy any more";
  const facts = { ...job, client: client?.name ?? "A client", copy: copy && addressText(copy) };
  return noticeEmail(job.name, facts, site);
}

/** Queues an email for each administrator and each previous address. Repeated, each is sent once. */
export async function tellOfChange({
  addresses_before,
  ...change
}: Job & { email: "settings-changed" }): Promise<void> {
  const readers = uniqueByAddress([...(await administrators()), ...addresses_before]);
  await enqueue(readers.map((reader) => ({ ...change, email: "settings-change", ...reader })));
}

/** The first recipient of each address. */
const uniqueByAddress = (recipients: Recipient[]): Recipient[] => [
  ...new Map(recipients.toReversed().map((recipient) => [recipient.to.toLowerCase(), recipient])).values(),
];

/** An address that was typed in the AWS console may not be valid. */
const administrators = async (): Promise<Recipient[]> =>
  (await staff.all())
    .filter((row) => row.role === "admin" && staff.isActive(row) && isMailable(row.email))
    .map((row) => ({ reader_id: row.id, to: row.email, reader: nameOf(row) }));
