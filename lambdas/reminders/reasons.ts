import { openCharges } from "../../shared/billing/open-charges.ts";
import { isPromised } from "../../shared/billing/promise.ts";
import type { Client } from "../../shared/clients/client.ts";
import { formatDay } from "../../shared/dates.ts";
import type { Day } from "../../shared/day.ts";
import { isFree } from "../../shared/money.ts";
import { isRepeatable } from "../../shared/reminders/due-kinds.ts";
import { reminderStage, scheduledKind } from "../../shared/reminders/reminder.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { isMailable } from "../../shared/text.ts";
import type { OwingRow, Row } from "../subscriptions/store.ts";
import { isManual, type ReminderKey } from "./due.ts";

/** `promised_until` is the client's. */
type Facts = { company: Settings; promised_until: Day | undefined; today: Day };

/** A client gets one email a day, but for those that a person sends from the client's own dialog. */
export const REMINDED_TODAY = "reminded today";

/** Why no email of the schedule goes out for a charge; undefined if one can. */
export function reasonToLeaveOut(row: Row, period: Day, facts: Facts): string | undefined {
  const { company, promised_until, today } = facts;
  const isOn = reminderStage(period, today) === "upcoming" ? company.notify_renewals : company.notify_overdue;
  if (!isOn) return "this kind of reminder is switched off";
  if (row.muted) return "muted";
  if (promised_until && isPromised(facts, today)) return `promised to pay by ${formatDay(promised_until)}`;
  return row.sample ? "sample data" : undefined;
}

/** Why a reminder is not sent; undefined if it is. Sending by hand ignores switches, the schedule and mutes. */
export function reasonToSkip(
  key: ReminderKey,
  { row, client, ...facts }: Facts & { row: OwingRow | undefined; client: Client | undefined },
): string | undefined {
  const { company, today } = facts;
  // Its charges are on hold, so they are not open here.
  if (client && client.status !== "active") return "the client is inactive";
  if (!row || !openCharges([row], key.period).some(({ id }) => id === key.about))
    return row?.status === "active" && isFree(row.amount_cents) ? "free of charge" : "no longer due";
  if (!key.kind.startsWith(reminderStage(key.period, today))) return "overdue by now";
  if (isManual(key)) return reasonNotToWrite(row, client);
  return (
    reasonToLeaveOut(row, key.period, facts) ??
    (isOnSchedule(key, today, company) ? undefined : "not due by the schedule") ??
    (client?.muted ? "muted" : undefined) ??
    reasonNotToWrite(row, client)
  );
}

const isOnSchedule = ({ kind, period }: ReminderKey, today: Day, company: Settings): boolean =>
  kind === "overdue-repeat"
    ? isRepeatable(period, today, company)
    : scheduledKind(period, today, company) === kind;

function reasonNotToWrite(row: Row, client: Client | undefined): string | undefined {
  if (!client) return "the client does not exist";
  if (client.status !== "active") return "the client is inactive";
  if (row.sample || client.sample) return "sample data";
  if (!isMailable(client.email)) return "no valid address";
  return client.mail_problem ? "address suppressed" : undefined;
}
