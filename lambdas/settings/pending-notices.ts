import * as z from "zod/mini";
import { Day } from "../../shared/day.ts";
import { type Settings, SettingsFieldChange } from "../../shared/settings/settings.ts";
import { Instant, Version } from "../../shared/text.ts";
import type { Actor, ChangeContext } from "../platform/change-context.ts";
import { table } from "../platform/dynamo/database.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";

/** A person or an address that gets the email about a change. */
const Recipient = z.object({ reader_id: z.string(), to: z.string(), reader: z.string() });
export type Recipient = z.output<typeof Recipient>;

/** A change of settings whose notice is not sent yet. */
export const PendingNotice = z.object({
  version: Version,
  /** What `version` belongs to; the company's profile by default. */
  item: z.optional(z.literal("emails")),
  changes: z.array(SettingsFieldChange),
  /** The addresses in the settings before the change. */
  addresses_before: z.array(Recipient),
  by: z.string(),
  at: Instant,
  day: Day,
});
export type PendingNotice = z.output<typeof PendingNotice>;

export const originOf = ({ actor, now, today }: ChangeContext) => ({
  by: fullName(actor),
  at: now,
  day: today,
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

/** Clears the sent notices, if nobody has saved since. Otherwise they are queued again, which sends no email twice. */
export const clearPending = (name: "company" | "emails", version: number): Promise<boolean> =>
  updateIf(
    { TableName: table("settings"), Key: { name } },
    { set: { pending_notices: [] }, onlyIf: "#version = :version", values: { version } },
  );
