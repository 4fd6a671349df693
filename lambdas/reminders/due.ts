import { chargeId } from "../../shared/billing/account.ts";
import { openCharges } from "../../shared/billing/open-charges.ts";
import { DUE_SOON_DAYS } from "../../shared/billing/renewal-state.ts";
import { addDays, type Day, LAST_DAY, laterOf } from "../../shared/day.ts";
import { type DueKind, dueKinds, reminderWindowEnd } from "../../shared/reminders/due-kinds.ts";
import { type ReminderDays, type ReminderKind, reminderStage } from "../../shared/reminders/reminder.ts";
import { bringClientsUpToDate } from "../ledger/bring-up-to-date.ts";
import { clientsWithCreditFor } from "../ledger/due-lists.ts";
import { formerRows } from "../ledger/former.ts";
import { withOpenCharges } from "../ledger/read-accounts.ts";
import { systemContext } from "../platform/change-context.ts";
import type { Moment } from "../platform/moment.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { claimOf, type EmailKey } from "./email-key.ts";

export type ReminderKey = EmailKey & { kind: ReminderKind };
/** A client, and the reminders that the client is due for. */
export type ClientDue = { client_id: string; due: ReminderKey[] };

const PAGE_ROWS = 500;

/** Charges until then take credit: nobody is reminded of money that is here, and none stands beside what is due soon. */
export const creditUntil = (today: Day, days: ReminderDays): Day =>
  laterOf(reminderWindowEnd(today, days), addDays(today, DUE_SOON_DAYS));

/**
 * One page of the subscriptions that a daily run reads. `rows` are those with an unpaid period, `due` the reminders that
 * their clients have not had. `bringUpToDate` writes what is missing first.
 */
export async function duePage(
  today: Day,
  days: ReminderDays,
  cursor?: Record<string, unknown>,
  bringUpToDate = async (rows: subscriptions.OwingRow[]) => rows,
) {
  const last = lastDueDay(today, days);
  const { rows: stored, ...rest } = await subscriptions.duePage(last, PAGE_ROWS, cursor);
  const present = await bringUpToDate(await withOpenCharges(stored));
  const rows = [...present, ...(rest.next ? [] : await formerDue(last, bringUpToDate))].filter(isUnpaid);
  const due = [...Map.groupBy(rows, ({ client_id }) => client_id)]
    .map(
      ([client_id, rows]): ClientDue => ({
        client_id,
        due: rows.flatMap((row) => dueKeysOf(row, today, days)),
      }),
    )
    .filter((client) => client.due.length > 0);
  return { rows, due, ...rest };
}

/** What clients owe of subscriptions that went to another client; the last page has it. */
async function formerDue(
  last: Day,
  bringUpToDate: (rows: subscriptions.OwingRow[]) => Promise<unknown>,
): Promise<subscriptions.OwingRow[]> {
  const found = await formerRows();
  if (found.length === 0) return [];
  await bringUpToDate(found);
  return (await formerRows()).filter(({ next_billing_date }) => next_billing_date <= last);
}

/**
 * The pages of a run, each with the clients who were on no earlier one: one email names all charges of a client. Brings their
 * accounts up to date first.
 */
export async function* duePages(
  moment: Moment,
  days: ReminderDays,
  hasTimeLeft: () => boolean,
  cursor?: Record<string, unknown>,
) {
  const until = creditUntil(moment.today, days);
  const limits = { until, withCredit: await clientsWithCreditFor(until), hasTimeLeft };
  const seen = new Set<string>();
  let from = cursor;
  do {
    const { next, ...page } = await duePage(moment.today, days, from, (rows) =>
      bringClientsUpToDate(rows, systemContext(moment), limits),
    );
    yield { ...page, next, due: notSeen(page.due, seen) };
    from = next;
  } while (from);
}

/** The last due day that a daily run reads. The digest lists the next week, whatever the schedule is. */
export const lastDueDay = (today: Day, { remind_before }: ReminderDays): Day =>
  addDays(today, Math.max(DUE_SOON_DAYS, ...remind_before));

/** Also what was due before it became free. */
export const isUnpaid = (row: subscriptions.OwingRow): boolean => openCharges([row], LAST_DAY).length > 0;

/** The reminders that a subscription is due for, by the mark of the last one; the sender reads the ledger. */
export function dueKeysOf(row: subscriptions.OwingRow, today: Day, days: ReminderDays): ReminderKey[] {
  const { on: last, keys = [] } = row.reminded ?? {};
  const isSettled = (due: DueKind) => keys.includes(markOf(keyOf(due)));
  return dueKinds(openCharges([row], reminderWindowEnd(today, days)), { today, days, last, isSettled }).map(
    keyOf,
  );
}

/** What the row of a subscription keeps of a reminder that went out. */
export const markOf = (key: EmailKey): string => `${key.period}#${claimOf(key)}`;

export const keyOf = ({ charge, kind, repeat }: DueKind): ReminderKey => ({
  about: charge.id,
  period: charge.due,
  kind,
  ...(repeat && { more: repeat }),
});

/** The clients who were not on an earlier page. */
export function notSeen(due: readonly ClientDue[], seen: Set<string>): ClientDue[] {
  const found = due.filter(({ client_id }) => !seen.has(client_id));
  for (const { client_id } of found) seen.add(client_id);
  return found;
}

/** The key of a reminder that a person sends; its kind has no day of the schedule. */
export const manualKeyOf = (row: subscriptions.Row, today: Day, more: string): ReminderKey => ({
  about: chargeId({ subscription_id: row.id, period: row.next_billing_date }),
  period: row.next_billing_date,
  kind: reminderStage(row.next_billing_date, today),
  more: `resend#${more}`,
});

export const isManual = ({ more }: ReminderKey): boolean => more?.startsWith("resend") ?? false;
