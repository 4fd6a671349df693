import { dueSoonDays } from "../../shared/billing.ts";
import type { Client } from "../../shared/clients.ts";
import { addDays, type Day } from "../../shared/day.ts";
import {
  type ReminderDays,
  type ReminderKind,
  reminderStage,
  scheduledKind,
} from "../../shared/reminders.ts";
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
export async function duePage(today: Day, days: ReminderDays, from?: Record<string, unknown>) {
  // The week is looked at for the digest, whenever reminders go out.
  const ahead = Math.max(dueSoonDays, ...days.remind_before);
  const { rows: found, ...rest } = await subscriptions.duePage(addDays(today, ahead), rowsAtATime, from);
  const isPaid = await renewals.paidAmong(found.filter((row) => row.renewals > 0).map(periodOf));
  const rows = found.filter((row) => !isPaid(periodOf(row)));
  const due: Due[] = rows
    .flatMap((row) => {
      const kind = scheduledKind(row.next_billing_date, today, days);
      return kind === undefined ? [] : { row, key: { ...periodOf(row), kind } };
    })
    .filter(({ row, key }) => row.amount_cents > 0 && row.reminded !== periodKindOf(key));
  return { rows, due, ...rest };
}

const periodOf = ({ id, next_billing_date }: subscriptions.Row) => ({
  subscription_id: id,
  period: next_billing_date,
});

/** What a person sends by hand is of no day of the schedule. */
export const chosenKeyOf = (row: subscriptions.Row, today: Day): ReminderKey => ({
  ...periodOf(row),
  kind: reminderStage(row.next_billing_date, today),
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
  const stage = reminderStage(key.period, today);
  if (!key.kind.startsWith(stage)) return "overdue by now";
  if (row.amount_cents === 0) return "free of charge";
  if (!chosen && !(stage === "upcoming" ? company.notify_renewals : company.notify_overdue))
    return "this kind of reminder is switched off";
  if (!chosen && scheduledKind(key.period, today, company) !== key.kind) return "not due by the schedule";
  if (!chosen && (row.muted || client?.muted)) return "muted";
  if (!client) return "the client does not exist";
  if (client.status !== "active") return "the client is inactive";
  if (row.sample || client.sample) return "sample data";
  if (!isMailable(client.email)) return "no valid address";
  if (client.mail_problem) return "address suppressed";
  return undefined;
}
