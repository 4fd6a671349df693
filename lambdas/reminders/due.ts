import { DUE_SOON_DAYS } from "../../shared/billing/renewal-state.ts";
import type { Client } from "../../shared/clients/client.ts";
import { addDays, type Day } from "../../shared/day.ts";
import { isFree } from "../../shared/money.ts";
import {
  type ReminderDays,
  type ReminderKind,
  reminderStage,
  scheduledKind,
} from "../../shared/reminders/reminder.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { isMailable } from "../../shared/text.ts";
import * as renewals from "../renewals/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { type EmailKey, periodKindOf } from "./email-key.ts";

export type ReminderKey = EmailKey & { kind: ReminderKind };
/** A subscription, and the reminder that is due for it. */
type Due = { row: subscriptions.Row; key: ReminderKey };

const PAGE_ROWS = 500;

/**
 * One page of the subscriptions that a daily run reads. `rows` are those with an unpaid period, `due` their reminders:
 * one for each period, of the latest kind, unless it was sent already. `free` are the subscriptions without a price.
 */
export async function duePage(today: Day, days: ReminderDays, cursor?: Record<string, unknown>) {
  // The digest lists the next week, whatever the schedule is.
  const daysAhead = Math.max(DUE_SOON_DAYS, ...days.remind_before);
  const { rows: found, ...rest } = await subscriptions.duePage(addDays(today, daysAhead), PAGE_ROWS, cursor);
  const free = found.filter((row) => isFree(row.amount_cents));
  const priced = found.filter((row) => !isFree(row.amount_cents));
  const isPaid = await renewals.findPaid(priced.filter((row) => row.renewals > 0).map(periodOf));
  const rows = priced.filter((row) => !isPaid(periodOf(row)));
  const due: Due[] = rows
    .flatMap((row) => {
      const kind = scheduledKind(row.next_billing_date, today, days);
      return kind === undefined ? [] : { row, key: { ...periodOf(row), kind } };
    })
    .filter(({ row, key }) => row.reminded !== periodKindOf(key));
  return { rows, due, free, ...rest };
}

const periodOf = ({ id, next_billing_date }: subscriptions.Row) => ({
  subscription_id: id,
  period: next_billing_date,
});

/** The key of a reminder that a person sends; its kind has no day of the schedule. */
export const manualKeyOf = (row: subscriptions.Row, today: Day): ReminderKey => ({
  ...periodOf(row),
  kind: reminderStage(row.next_billing_date, today),
});

type ReminderFacts = {
  row: subscriptions.Row | undefined;
  client: Client | undefined;
  company: Settings;
  today: Day;
};

/** Why a reminder is not sent; undefined if it is. Sending by hand ignores switches, the schedule and mutes. */
export function reasonToSkip(
  key: ReminderKey,
  { row, client, company, today }: ReminderFacts,
): string | undefined {
  const isManual = key.more !== undefined;
  if (row?.status !== "active" || row.next_billing_date !== key.period) return "no longer due";
  const stage = reminderStage(key.period, today);
  if (!key.kind.startsWith(stage)) return "overdue by now";
  if (isFree(row.amount_cents)) return "free of charge";
  if (!isManual && !(stage === "upcoming" ? company.notify_renewals : company.notify_overdue))
    return "this kind of reminder is switched off";
  if (!isManual && scheduledKind(key.period, today, company) !== key.kind) return "not due by the schedule";
  if (!isManual && (row.muted || client?.muted)) return "muted";
  if (!client) return "the client does not exist";
  if (client.status !== "active") return "the client is inactive";
  if (row.sample || client.sample) return "sample data";
  if (!isMailable(client.email)) return "no valid address";
  if (client.mail_problem) return "address suppressed";
  return undefined;
}
