import type { Settings } from "../../shared/settings/settings.ts";
import type { Actor, ChangeContext } from "../platform/change-context.ts";
import type { Job, Recipient } from "../platform/email/jobs.ts";
import type { Entry } from "../stores/outbox-store.ts";

type Changed = Job & { email: "settings-changed" };

/** The notice about a change of the settings. */
export const noticeOf = (
  change: Pick<Changed, "version" | "item" | "changes" | "addresses_before">,
  { actor, now, today }: ChangeContext,
): Entry => ({
  queue: "emails",
  job: { email: "settings-changed", ...change, by: fullName(actor), day: today, at: now },
});

/** The company's addresses before a change get the notice too: somebody who redirects the mail cannot hide it. */
export function addressesBefore(
  before: Settings,
  { notification_email, company_email }: Pick<Settings, "notification_email" | "company_email"> = before,
): Recipient[] {
  const isSameNotification = before.notification_email === notification_email;
  return [
    {
      reader_id: "notification-before",
      to: before.notification_email,
      reader: `The notification address${isSameNotification ? "" : " before"}`,
    },
    {
      reader_id: "company-before",
      to: before.company_email === company_email ? "" : before.company_email,
      reader: "The company's address before",
    },
  ].filter(({ to }) => to);
}

const fullName = ({ name, email }: Actor) => (name === email ? email : `${name} (${email})`);
