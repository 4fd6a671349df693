import type { Client } from "../../shared/clients/client.ts";
import { isReachable } from "../../shared/clients/recipients.ts";
import { addDays, type Day, daysBetween } from "../../shared/day.ts";
import { type DueSum, digestEmail } from "../../shared/emails/digest.ts";
import type { Email } from "../../shared/emails/email.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { asOwedBy } from "../ledger/billed-subscription.ts";
import { type Failure, failuresOf } from "../outbox/send-log.ts";
import type { DueTotals } from "../platform/email/due-totals.ts";
import type { Job } from "../platform/email/jobs.ts";
import { siteUrl } from "../platform/environment.ts";
import * as clients from "../stores/client-store.ts";
import * as messages from "../stores/message-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";

const DAY_MS = 86_400_000;

/** Why the client gets no automatic reminder; undefined if the client gets one. */
function whyUnreminded(client: Client | undefined): DueSum["first"][number]["noReminderReason"] {
  if (client?.status !== "active") return "inactive";
  if (client.muted) return "muted";
  return isReachable(client) ? undefined : "no-mail";
}

/** The digest lists no more failures than this. */
const MAX_FAILURES = 50;

/** The failures of a day and the day before. A retry can move a row between the days while we read, so rows are merged by key. */
async function failuresUntil(day: Day): Promise<Failure[]> {
  const yesterday = await failuresOf(addDays(day, -1), MAX_FAILURES);
  const today = await failuresOf(day, MAX_FAILURES);
  return [...new Map([...today, ...yesterday].map((failure) => [failure.entry, failure])).values()];
}

/** How many messages were marked as spam since the last digest. Runs start at the same hour, so they are whole days apart. */
function countSpam({ day, since = addDays(day, -1), at }: Job & { email: "digest" }): Promise<number> {
  const lastDigest = Date.parse(at) - daysBetween(since, day) * DAY_MS;
  return messages.countSpam(new Date(lastDigest).toISOString(), at);
}

/** The daily email to the company, or the reason why none goes out. */
export async function digest(job: Job & { email: "digest" }, profile: Settings): Promise<Email | string> {
  const failed = profile.notify_system ? await failuresUntil(job.day) : [];
  const totals = {
    upcoming: profile.notify_renewals ? job.upcoming : undefined,
    overdue: profile.notify_overdue ? job.overdue : undefined,
  };
  const spamMessages = profile.notify_system ? await countSpam(job) : 0;
  const unreadable = profile.notify_system ? job.unreadable : 0;
  // A failed digest alone is no reason for another digest.
  const otherFailures = failed.filter(({ kind }) => kind !== "digest");
  const counts = [
    totals.upcoming?.count,
    totals.overdue?.count,
    otherFailures.length,
    spamMessages,
    unreadable,
  ];
  if (!counts.some(Boolean)) return "nothing to tell";

  const lines = [...job.upcoming.first, ...job.overdue.first];
  const [clientsById, subscribed] = await Promise.all([
    clients.getMany([
      ...lines.map(({ client_id }) => client_id),
      ...failed.flatMap(({ client_id }) => client_id ?? []),
    ]),
    subscriptions.getMany(lines.flatMap(({ subscription_id }) => subscription_id ?? [])),
  ]);
  const isMuted = (client_id: string, row: subscriptions.Row | undefined) =>
    row && asOwedBy(client_id, row).muted;
  const nameOf = (id: string | undefined) => clientsById.get(id ?? "")?.name ?? "Unknown Client";
  const withNames = (due: DueTotals | undefined): DueSum | undefined =>
    due && {
      ...due,
      first: due.first.map(({ client_id, ...rest }) => ({
        client: nameOf(client_id),
        client_id,
        ...rest,
        noReminderReason: isMuted(client_id, subscribed.get(rest.subscription_id ?? ""))
          ? "muted"
          : whyUnreminded(clientsById.get(client_id)),
      })),
    };
  return digestEmail({
    day: job.day,
    upcoming: withNames(totals.upcoming),
    overdue: withNames(totals.overdue),
    spamMessages,
    unreadable,
    failures: failed.slice(0, MAX_FAILURES).map(({ client_id, reader, reason, day }) => ({
      client: reader === undefined ? nameOf(client_id) : `Email to ${reader}`,
      client_id,
      reason,
      day,
      company: reader !== undefined,
    })),
    site: siteUrl(),
  });
}
