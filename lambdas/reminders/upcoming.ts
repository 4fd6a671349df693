import pLimit from "p-limit";
import * as z from "zod/mini";
import { compareCharges, periodOf } from "../../shared/billing/account.ts";
import { openCharges } from "../../shared/billing/open-charges.ts";
import type { Client } from "../../shared/clients/client.ts";
import { addDays, type Day } from "../../shared/day.ts";
import { fromCents } from "../../shared/money.ts";
import { reminderWindowEnd } from "../../shared/reminders/due-kinds.ts";
import { type ExpectedReminder, scheduledKind } from "../../shared/reminders/reminder.ts";
import { chargesToPay } from "../../shared/reminders/to-pay.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { invalidCursor } from "../../shared/text.ts";
import * as clients from "../clients/store.ts";
import { formerRowsOf } from "../ledger/former.ts";
import { accountRowsOf, withOpenCharges } from "../ledger/read-accounts.ts";
import { cursorOf, KeyPart, placeOf } from "../platform/dynamo/cursor.ts";
import { Invalid } from "../platform/http/errors.ts";
import * as settings from "../settings/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { dueKeysOf, duePage, isUnpaid, lastDueDay, type ReminderKey } from "./due.ts";
import { REMINDED_TODAY, reasonToSkip } from "./reasons.ts";

/** A day further ahead would read every subscription. */
const MAX_DAYS_AHEAD = 31;

const CONCURRENCY = 20;

/** Where a page ends, in the index by due day. */
const Position = z.object({ next_billing_date: KeyPart, id: KeyPart });

/**
 * A page of the emails that the run of a day would send, and of what it would skip, by the same code, without sending them.
 * A client is on the page that has the earliest of their due subscriptions.
 */
export async function expectedReminders(day: Day, today: Day, cursor?: string) {
  if (day > addDays(today, MAX_DAYS_AHEAD))
    throw new Invalid(`Please choose a day within the next ${MAX_DAYS_AHEAD} days.`);
  const company = await settings.get();
  const from = cursor === undefined ? undefined : placeOf(Position, cursor, invalidCursor);
  if (from && from.next_billing_date > lastDueDay(day, company)) throw new Invalid(invalidCursor);
  const page = await duePage(day, company, from && { status: "active", ...from });
  const onPage = new Set(page.rows.map(({ id }) => id));
  const ids = page.due.map(({ client_id }) => client_id);
  const [found, accounts, owned] = await Promise.all([
    clients.getMany(ids, { consistent: false }),
    accountRowsOf(ids),
    pLimit(CONCURRENCY).map(page.due, ({ client_id }) => dueOf(client_id, day, company)),
  ]);

  const counts = { sending: 0, skipping: 0 };
  const reminders = owned
    .filter(({ first }) => first !== undefined && onPage.has(first.id))
    .flatMap(({ client_id, ...owed }) => {
      const about = { client: found.get(client_id), promised_until: accounts.get(client_id)?.promised_until };
      const lines = linesOf(owed, { ...about, company, day });
      counts[lines.some(({ skipped }) => skipped === undefined) ? "sending" : "skipping"] += 1;
      return lines;
    });
  const { unreadable, next } = page;
  return {
    day,
    ...counts,
    reminders,
    ...(unreadable && { unreadable }),
    cursor: next && cursorOf(Position.parse(next)),
  };
}

/** A client's subscriptions with an unpaid period, the reminders that are due, and the first row with one. */
async function dueOf(client_id: string, day: Day, company: Settings) {
  const [{ rows: present }, former] = await Promise.all([
    subscriptions.ofClient(client_id),
    formerRowsOf(client_id),
  ]);
  const active = await withOpenCharges(present.filter(({ status }) => status === "active"));
  const rows = [...active, ...former].filter(isUnpaid);
  const keys = new Map(rows.map((row) => [row, dueKeysOf(row, day, company)]));
  const [first] = rows.filter((row) => keys.get(row)?.length).sort(compareDue);
  return { client_id, rows, due: [...keys.values()].flat(), first };
}

const compareDue = (one: subscriptions.Row, other: subscriptions.Row): number =>
  placeInIndex(one) < placeInIndex(other) ? -1 : 1;
const placeInIndex = ({ next_billing_date, id }: subscriptions.Row) => `${next_billing_date} ${id}`;

type Owed = { rows: subscriptions.OwingRow[]; due: ReminderKey[] };
type Facts = {
  client: Client | undefined;
  promised_until: Day | undefined;
  company: Settings;
  day: Day;
};

/** The charges of a client that the email would name, and those that would be skipped. */
function linesOf({ rows, due }: Owed, { day, ...about }: Facts): ExpectedReminder[] {
  const { client, company } = about;
  const facts = { ...about, today: day };
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const isHeld = rows.some(({ reminded }) => reminded?.on === day);
  const skipOf = (key: ReminderKey) =>
    reasonToSkip(key, { ...facts, row: rowOf.get(periodOf(key.about)?.subscription_id ?? "") }) ??
    (isHeld ? REMINDED_TODAY : undefined);
  const isSending = due.some((key) => skipOf(key) === undefined);
  const open = openCharges(rows, reminderWindowEnd(day, company));
  const toPay = chargesToPay(open, rows, day, company);
  return open.sort(compareCharges).flatMap((charge): ExpectedReminder[] => {
    const row = rowOf.get(charge.subscription_id ?? "");
    const key = due.find(({ about }) => about === charge.id);
    const isListed = key
      ? isSending || skipOf(key) !== undefined
      : isSending && row && !row.sample && toPay.includes(charge);
    if (!row || !isListed) return [];
    const skipped = key && skipOf(key);
    const kind = key?.kind ?? scheduledKind(charge.due, day, company) ?? "overdue";
    return [
      {
        subscription_id: row.id,
        client_id: row.client_id,
        client_name: client?.name ?? "Unknown Client",
        ...(client?.company && { company: client.company }),
        ...(row.service && { service: row.service }),
        kind,
        period: charge.due,
        frequency: row.frequency,
        amount: fromCents(charge.cents),
        currency: charge.currency,
        ...subscriptions.paidOf(charge),
        ...(skipped !== undefined && { skipped }),
      },
    ];
  });
}
