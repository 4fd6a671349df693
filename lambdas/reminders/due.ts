import { dueSoonDays } from "../../shared/billing.ts";
import type { Client } from "../../shared/clients.ts";
import { addDays, type Day } from "../../shared/day.ts";
import { type ReminderKind, reminderKind } from "../../shared/reminders.ts";
import type { Settings } from "../../shared/settings.ts";
import { isMailable } from "../../shared/text.ts";
import * as renewals from "../renewals/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { type EmailKey, periodKindOf } from "./email-key.ts";

export type ReminderKey = EmailKey & { kind: ReminderKind };
/** A subscription, and the reminder that is due for it. */
type Due = { row: subscriptions.Row; key: ReminderKey };

const rowsAtATime = 500;

/**
 * One page of the subscriptions that a day's run looks at, and the reminders due among them: one for each period,
 * of the latest kind. Nobody is asked to pay for what is free or paid; what was reminded of already is left out.
 */
export async function duePage(today: Day, from?: Record<string, unknown>) {
  const { rows: found, ...rest } = await subscriptions.duePage(
    addDays(today, dueSoonDays),
    rowsAtATime,
    from,
  );
  const isPaid = await renewals.paidAmong(found.filter((row) => row.renewals > 0).map(periodOf));
  const rows = found.filter((row) => !isPaid(periodOf(row)));
  const due: Due[] = rows
    .map((row) => ({ row, key: reminderKeyOf(row, today) }))
    .filter(({ row, key }) => row.amount_cents > 0 && row.reminded !== periodKindOf(key));
  return { rows, due, ...rest };
}

const periodOf = ({ id, next_billing_date }: subscriptions.Row) => ({
  subscription_id: id,
  period: next_billing_date,
});

export const reminderKeyOf = (row: subscriptions.Row, today: Day): ReminderKey => ({
  ...periodOf(row),
  kind: reminderKind(row.next_billing_date, today),
});

type Circumstances = {
  row: subscriptions.Row | undefined;
  client: Client | undefined;
  company: Settings;
  today: Day;
};

/** Why a reminder is not to be sent; undefined when it is. A person's own choice overrides switches and mutes. */
export function reasonToSkip(
  key: ReminderKey,
  { row, client, company, today }: Circumstances,
): string | undefined {
  const chosen = key.more !== undefined;
  if (row?.status !== "active" || row.next_billing_date !== key.period) return "no longer due";
  if (reminderKeyOf(row, today).kind !== key.kind) return "overdue by now";
  if (row.amount_cents === 0) return "free of charge";
  if (!chosen && !(key.kind === "upcoming" ? company.notify_renewals : company.notify_overdue))
    return "this kind of reminder is switched off";
  if (!chosen && row.muted) return "muted";
  if (!client) return "the client does not exist";
  if (client.status !== "active") return "the client is inactive";
  if (row.sample || client.sample) return "sample data";
  if (!isMailable(client.email)) return "no valid address";
  if (client.mail_problem) return "address suppressed";
  return undefined;
}
