import { compareCharges, periodOf } from "../../shared/billing/account.ts";
import type { Client } from "../../shared/clients/client.ts";
import { addDays, type Day } from "../../shared/day.ts";
import { fromCents } from "../../shared/money.ts";
import { type ExpectedReminder, scheduledKind } from "../../shared/reminders/reminder.ts";
import { chargesToPay } from "../../shared/reminders/to-pay.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { invalidCursor } from "../../shared/text.ts";
import { rowsOwedBy } from "../ledger/billed-subscription.ts";
import { OwingPlace } from "../ledger/due-lists.ts";
import type { OwingAccount } from "../ledger/read-accounts.ts";
import { cursorOf, placeOf } from "../platform/dynamo/cursor.ts";
import { Invalid } from "../platform/http/refusals.ts";
import * as clients from "../stores/client-store.ts";
import { aboutCharge } from "../stores/email-key.ts";
import * as settings from "../stores/settings-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import { type Owed, partsToPlan } from "./client-plan.ts";
import { chargesInWindow, duePage, keysOf, lastDueDay, progressOf, type ReminderKey } from "./due.ts";
import { REMINDED_TODAY, reasonToSkip } from "./reasons.ts";

/** A day further ahead would read every subscription. */
const MAX_DAYS_AHEAD = 31;

/**
 * A page of the emails that the run of a day would send, and of what it would skip, by the same code, without sending them.
 */
export async function expectedReminders(day: Day, today: Day, cursor?: string) {
  if (day > addDays(today, MAX_DAYS_AHEAD))
    throw new Invalid(`Please choose a day within the next ${MAX_DAYS_AHEAD} days.`);
  const company = await settings.get();
  const from = cursor === undefined ? undefined : placeOf(OwingPlace, cursor, invalidCursor);
  if (from && from.owing_from > lastDueDay(day, company)) throw new Invalid(invalidCursor);
  const { accounts, due, unreadable, next } = await duePage(day, company, from);
  const ids = new Set(due.map(({ client_id }) => client_id));
  const clientsDue = accounts.filter(({ account }) => ids.has(account.client_id)).sort(compareDue);
  const [clientsById, rows] = await Promise.all([
    clients.getMany(ids, { consistent: false }),
    subscriptions.getMany(
      clientsDue.flatMap(({ open }) => open.flatMap(({ subscription_id }) => subscription_id ?? [])),
    ),
  ]);

  const counts = { sending: 0, skipping: 0 };
  const reminders = clientsDue.flatMap(({ account, open }) => {
    const { client_id } = account;
    const client = clientsById.get(client_id);
    const owing = open.flatMap(({ subscription_id = "" }) => rows.get(subscription_id) ?? []);
    const owed = { account, open, subscriptions: rowsOwedBy(client_id, owing) };
    const keys = plannedKeys(owed, company, day);
    if (keys.length === 0) return [];
    const lines = linesOf(owed, keys, { client, company, day });
    counts[lines.some(({ skipped }) => skipped === undefined) ? "sending" : "skipping"] += 1;
    return lines;
  });
  return {
    day,
    ...counts,
    reminders,
    ...(unreadable && { unreadable }),
    cursor: next && cursorOf(next),
  };
}

const compareDue = ({ open: [a] }: OwingAccount, { open: [b] }: OwingAccount): number =>
  a && b ? compareCharges(a, b) : 0;

type Facts = { client: Client | undefined; company: Settings; day: Day };

/** The reminders of a client that the run of a day would send or skip, as the sender plans them. */
function plannedKeys(owed: Owed, company: Settings, day: Day): ReminderKey[] {
  const facts = { company, promised_until: owed.account?.promised_until, today: day };
  return keysOf(
    owed.account?.client_id ?? "",
    partsToPlan(chargesInWindow(owed.open, day, company), owed, facts),
    progressOf(owed.open, day, company),
  );
}

/** The charges of a client that the email would name, and those that would be skipped. */
function linesOf(
  owed: Owed,
  due: readonly ReminderKey[],
  { day, client, company }: Facts,
): ExpectedReminder[] {
  const { account, open, subscriptions: rows } = owed;
  const { sample, promised_until, client_id = "" } = account ?? {};
  const facts = { company, client, promised_until, sample, today: day };
  const isHeld = open.some(({ told_on }) => told_on === day);
  const skipOf = (key: ReminderKey) =>
    reasonToSkip(key, {
      ...facts,
      charge: open.find(({ id }) => aboutCharge(client_id, id) === key.about),
      row: rows.get(periodOf(key.about)?.subscription_id ?? ""),
    }) ?? (isHeld ? REMINDED_TODAY : undefined);
  const isSending = due.some((key) => skipOf(key) === undefined);
  const inWindow = chargesInWindow(open, day, company);
  const toPay = chargesToPay(inWindow, [...rows.values()], day, company);
  return inWindow.sort(compareCharges).flatMap((charge): ExpectedReminder[] => {
    const row = rows.get(charge.subscription_id ?? "");
    const key = due.find(({ about }) => about === aboutCharge(client_id, charge.id));
    const isListed = key
      ? isSending || skipOf(key) !== undefined
      : isSending && !sample && toPay.includes(charge);
    if (!isListed) return [];
    const skipped = key && skipOf(key);
    const kind = key?.kind ?? scheduledKind(charge.due, day, company) ?? "overdue";
    return [
      {
        charge_id: charge.id,
        ...(row && { subscription_id: row.id, frequency: row.frequency }),
        client_id,
        client_name: client?.name ?? "Unknown Client",
        ...(client?.company && { company: client.company }),
        ...(charge.service && { service: charge.service }),
        kind,
        period: charge.due,
        amount: fromCents(charge.cents),
        currency: charge.currency,
        ...subscriptions.paidOf(charge),
        ...(skipped !== undefined && { skipped }),
      },
    ];
  });
}
