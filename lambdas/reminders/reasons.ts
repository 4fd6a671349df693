import { type Charge, isAskedFor } from "../../shared/billing/account.ts";
import { isPromised } from "../../shared/billing/promise.ts";
import type { Client } from "../../shared/clients/client.ts";
import { recipientsOf } from "../../shared/clients/recipients.ts";
import { formatDay } from "../../shared/dates.ts";
import type { Day } from "../../shared/day.ts";
import { isFree } from "../../shared/money.ts";
import { isRepeatable } from "../../shared/reminders/due-kinds.ts";
import { reminderStage, scheduledKind } from "../../shared/reminders/reminder.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { UnreadableRow } from "../platform/dynamo/read-rows.ts";
import type { Row } from "../stores/subscription-store.ts";
import { isManual, type ReminderKey } from "./due.ts";

/** `promised_until` is the client's. */
export type Facts = { company: Settings; promised_until: Day | undefined; today: Day };

/** A subscription that cannot be read may be muted, so it gets no email. */
const UNREADABLE = new UnreadableRow().name;

/** A client gets one email a day, but for those that a person sends from the client's own dialog. */
export const REMINDED_TODAY = "reminded today";

/** `sample`, and `muted`, if staff muted the subscription. */
type OfCharge = { sample?: true | undefined; muted?: boolean | undefined };

/** Why no email of the schedule goes out for a charge; undefined if one can. */
export function reasonToLeaveOut(due: Day, { sample, muted }: OfCharge, facts: Facts): string | undefined {
  const { company, promised_until, today } = facts;
  const isOn = reminderStage(due, today) === "upcoming" ? company.notify_renewals : company.notify_overdue;
  if (!isOn) return "this kind of reminder is switched off";
  if (muted) return "muted";
  if (promised_until && isPromised(facts, today)) return `promised to pay by ${formatDay(promised_until)}`;
  return sample ? "sample data" : undefined;
}

type About = Facts & {
  /** The open charge, if there is one. */
  charge: Charge | undefined;
  /** Its subscription, if it has one. */
  row: Row | undefined;
  sample: true | undefined;
  client: Client | undefined;
};

/** Why a reminder is not sent; undefined if it is. Sending by hand ignores switches, the schedule and mutes. */
export function reasonToSkip(
  key: ReminderKey,
  { charge, row, sample, client, ...facts }: About,
): string | undefined {
  const { company, today } = facts;
  // Its charges are on hold, so they are not open here.
  if (client && client.status !== "active") return "the client is inactive";
  if (!charge || !isAskedFor(charge) || charge.due > key.period)
    return row?.status === "active" && isFree(row.amount_cents) ? "free of charge" : "no longer due";
  if (charge.subscription_id && !row) return UNREADABLE;
  if (!key.kind.startsWith(reminderStage(key.period, today))) return "overdue by now";
  if (isManual(key)) return reasonNotToWrite(sample, client);
  return (
    reasonToLeaveOut(key.period, { sample, muted: row?.muted }, facts) ??
    (isOnSchedule(key, today, company) ? undefined : "not due by the schedule") ??
    (client?.muted ? "muted" : undefined) ??
    reasonNotToWrite(sample, client)
  );
}

const isOnSchedule = ({ kind, period }: ReminderKey, today: Day, company: Settings): boolean =>
  kind === "overdue-repeat"
    ? isRepeatable(period, today, company)
    : scheduledKind(period, today, company) === kind;

function reasonNotToWrite(sample: true | undefined, client: Client | undefined): string | undefined {
  if (!client) return "the client does not exist";
  if (client.status !== "active") return "the client is inactive";
  if (sample || client.sample) return "sample data";
  const recipients = recipientsOf(client);
  return "unreachable" in recipients ? recipients.unreachable : undefined;
}
