import type { Client } from "../../shared/clients.ts";
import { addDays, type Day } from "../../shared/day.ts";
import { type DueSum, digestEmail } from "../../shared/emails/digest.ts";
import type { Email } from "../../shared/emails/email.ts";
import type { Settings } from "../../shared/settings.ts";
import { isMailable } from "../../shared/text.ts";
import * as clients from "../clients/store.ts";
import type { DueTotals } from "../due-totals.ts";
import type { Job } from "../email-jobs.ts";
import { siteUrl } from "../site-url.ts";
import { type Failure, failuresOf } from "./send-log.ts";

/** Why no reminder goes to a client by itself; undefined when one does. */
function unreachable(client: Client | undefined): DueSum["first"][number]["unreminded"] {
  if (client?.status !== "active") return "inactive";
  if (client.muted) return "muted";
  return client.mail_problem || !isMailable(client.email) ? "no-mail" : undefined;
}

/** How many failures the digest names. */
const mostFailures = 50;

/** What failed on a day and the one before; what is tried again meanwhile moves from that to this, and is found in one. */
async function failuresUntil(day: Day): Promise<Failure[]> {
  const before = await failuresOf(addDays(day, -1), mostFailures);
  const now = await failuresOf(day, mostFailures);
  return [...new Map([...now, ...before].map((failure) => [failure.entry, failure])).values()];
}

/** The company's daily email, or why there is none. */
export async function digest(job: Job & { email: "digest" }, profile: Settings): Promise<Email | string> {
  const failed = profile.notify_system ? await failuresUntil(job.day) : [];
  const wanted = {
    upcoming: profile.notify_renewals ? job.upcoming : undefined,
    overdue: profile.notify_overdue ? job.overdue : undefined,
  };
  const unreadable = profile.notify_system ? job.unreadable : 0;
  // That there was one before which nobody got is no reason for another.
  const others = failed.filter(({ kind }) => kind !== "digest");
  if (!wanted.upcoming?.count && !wanted.overdue?.count && others.length === 0 && unreadable === 0)
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
        client_id,
        ...rest,
        unreminded: muted ? "muted" : unreachable(found.get(client_id)),
      })),
    };
  return digestEmail({
    day: job.day,
    upcoming: withNames(wanted.upcoming),
    overdue: withNames(wanted.overdue),
    unreadable,
    failures: failed.slice(0, mostFailures).map(({ client_id, reader, reason, day }) => ({
      client: reader === undefined ? nameOf(client_id) : `Email to ${reader}`,
      ...{ client_id, reason, day, company: reader !== undefined },
    })),
    site: siteUrl(),
  });
}
