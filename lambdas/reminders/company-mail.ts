import type { Client } from "../../shared/clients.ts";
import { addDays } from "../../shared/day.ts";
import type { Email } from "../../shared/emails/email.ts";
import { example } from "../../shared/emails/examples.ts";
import {
  type DueSum,
  digestEmail,
  newClientEmail,
  noticeEmail,
  settingsChangeEmail,
} from "../../shared/emails/to-company.ts";
import type { Settings } from "../../shared/settings.ts";
import { isMailable } from "../../shared/text.ts";
import * as clients from "../clients/store.ts";
import type { Moment } from "../http.ts";
import type { DueTotals, Job } from "../outbox.ts";
import * as settings from "../settings/store.ts";
import { deliver, type Outcome, type Written } from "./deliver.ts";
import { company, failuresOf, type Subject } from "./store.ts";

/** Why no reminder goes to a client by itself; undefined when one does. */
function unreachable(client: Client | undefined): DueSum["first"][number]["unreminded"] {
  if (client?.status !== "active") return "inactive";
  return client.mail_problem || !isMailable(client.email) ? "no-mail" : undefined;
}

type CompanyJob = Exclude<Job, { email: "reminder" }>;

/** Of what a digest lists. */
const mostFailures = 50;

/** Sends an email to the company or its staff, once for what it is about. */
export function tellCompany(job: CompanyJob, moment: Moment): Promise<Outcome> {
  return deliver(companySubject(job), moment, async (): Promise<Written> => {
    const profile = await settings.get();
    const { to, reader } = "to" in job ? job : { to: profile.notification_email, reader: undefined };
    if (!to) return { skip: "no address for notifications in the settings" };
    const email = await emailFor(job, profile);
    return typeof email === "string" ? { skip: email } : { email, to, reader };
  });
}

export function companySubject(job: CompanyJob): Subject {
  const about = { subscription_id: company, period: job.day, kind: job.email };
  if (job.email === "digest") return about;
  if (job.email === "new-client") return { ...about, more: job.client_id };
  if (job.email === "test") return { ...about, more: `${job.example}#${job.id}` };
  if (job.email === "settings-change") return { ...about, more: `${job.version}#${job.reader_id}` };
  return { ...about, more: [job.name, job.client_id].filter(Boolean).join("#") };
}

const switchedOff = "this kind of email is switched off";

async function emailFor(job: CompanyJob, profile: Settings): Promise<Email | string> {
  if (job.email === "digest") return digest(job, profile);
  if (job.email === "settings-change") return settingsChangeEmail(job.changes, job.by, job.day);
  if (job.email === "test") {
    const { subject, ...rest } = example(job.example, profile, job.day);
    return { subject: `Test: ${subject}`, ...rest };
  }
  const client = job.client_id === undefined ? undefined : await clients.get(job.client_id);
  if (job.email === "new-client") {
    if (!profile.notify_new_clients) return switchedOff;
    return client ? newClientEmail(client, profile) : "the client does not exist";
  }
  if (!profile.notify_system) return switchedOff;
  return noticeEmail(job.name, client?.name ?? "A client");
}

async function digest(job: Job & { email: "digest" }, profile: Settings): Promise<Email | string> {
  const failed = profile.notify_system
    ? [
        ...(await failuresOf(job.day, mostFailures)),
        ...(await failuresOf(addDays(job.day, -1), mostFailures)),
      ]
    : [];
  const wanted = {
    upcoming: profile.notify_renewals ? job.upcoming : undefined,
    overdue: profile.notify_overdue ? job.overdue : undefined,
  };
  const unreadable = profile.notify_system ? job.unreadable : 0;
  if (!wanted.upcoming?.count && !wanted.overdue?.count && failed.length === 0 && unreadable === 0)
    return "nothing to tell";

  const found = await clients.getMany([
    ...[...job.upcoming.first, ...job.overdue.first].map(({ client_id }) => client_id),
    ...failed.flatMap(({ client_id }) => client_id ?? []),
  ]);
  const nameOf = (id: string | undefined) => found.get(id ?? "")?.name ?? "Unknown Client";
  const withNames = (totals: DueTotals | undefined): DueSum | undefined =>
    totals && {
      ...totals,
      first: totals.first.map(({ client_id, muted, ...rest }) => ({
        client: nameOf(client_id),
        ...rest,
        unreminded: muted ? "muted" : unreachable(found.get(client_id)),
      })),
    };
  return digestEmail({
    day: job.day,
    upcoming: withNames(wanted.upcoming),
    overdue: withNames(wanted.overdue),
    unreadable,
    failures: failed
      .slice(0, mostFailures)
      .map(({ client_id, reason }) => ({ client: nameOf(client_id), reason })),
  });
}
