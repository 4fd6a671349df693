import { type Charge, isAskedFor } from "../../shared/billing/account.ts";
import { DUE_SOON_DAYS } from "../../shared/billing/renewal-state.ts";
import { addDays, type Day, LAST_DAY, laterOf } from "../../shared/day.ts";
import {
  type DueKind,
  dueKinds,
  type ReminderProgress,
  reminderWindowEnd,
} from "../../shared/reminders/due-kinds.ts";
import {
  firstSendDay,
  type ReminderDays,
  type ReminderKind,
  reminderStage,
} from "../../shared/reminders/reminder.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { bringClientsUpToDate } from "../ledger/bring-up-to-date.ts";
import { accountsBehind, type OwingPlace, owingPage } from "../ledger/due-lists.ts";
import { accountRowsOf, type OwingAccount, openOf } from "../ledger/read-accounts.ts";
import type { AccountRow } from "../ledger/rows.ts";
import { systemContext } from "../platform/change-context.ts";
import type { Moment } from "../platform/moment.ts";
import { aboutCharge, type EmailKey } from "../stores/email-key.ts";

export type ReminderKey = EmailKey & { kind: ReminderKind };
/** A client, and the reminders that the client is due for. */
export type ClientDue = { client_id: string; due: ReminderKey[] };

const PAGE_ROWS = 500;

/** Charges until then take credit: nobody is reminded of money that is here, and none stands beside what is due soon. */
export const creditUntil = (today: Day, days: ReminderDays): Day =>
  laterOf(reminderWindowEnd(today, days), addDays(today, DUE_SOON_DAYS));

/** Writes the charges that fall due, moves the dates of free subscriptions, and lets charges take credit. */
export async function writeWhatFallsDue(
  moment: Moment,
  days: ReminderDays,
  hasTimeLeft: () => boolean,
): Promise<void> {
  const until = creditUntil(moment.today, days);
  const behind = await accountsBehind(moment.today, until);
  await bringClientsUpToDate(behind, systemContext(moment), { until, hasTimeLeft });
}

/** On which days before and after the due day the daily run does something. */
export type RunDays = ReminderDays & Pick<Settings, "invoice_days_before">;

/** One page of the accounts that a daily run reads, and the reminders that their clients have not had. */
export async function duePage(
  today: Day,
  days: RunDays,
  cursor?: OwingPlace,
  asWritten = async (rows: AccountRow[]) => rows,
) {
  const { rows, ...rest } = await owingPage(lastDueDay(today, days), { from: cursor, limit: PAGE_ROWS });
  const accounts = await Promise.all(
    (await asWritten(rows)).map(
      async (account): Promise<OwingAccount> => ({ account, open: await openOf(account) }),
    ),
  );
  const due = accounts.flatMap(({ account, open }): ClientDue[] => {
    const keys = dueKeysOf(account.client_id, open, today, days);
    return keys.length > 0 ? [{ client_id: account.client_id, due: keys }] : [];
  });
  return { accounts, due, ...rest };
}

/** The pages of a run. One email names all charges of a client, and a client is on one page. */
export async function* duePages(today: Day, days: RunDays, cursor?: OwingPlace) {
  const until = creditUntil(today, days);
  /** The index lags behind what `writeWhatFallsDue` has just written. */
  async function asWritten(rows: AccountRow[]): Promise<AccountRow[]> {
    const mayLag = ({ writes_on = LAST_DAY, credit_for = LAST_DAY }: AccountRow) =>
      writes_on <= today || credit_for <= until;
    const accountRows = await accountRowsOf(rows.filter(mayLag).map(({ client_id }) => client_id));
    return rows.map((row) => accountRows.get(row.client_id) ?? row);
  }
  let from = cursor;
  do {
    const page = await duePage(today, days, from, asWritten);
    yield page;
    from = page.next;
  } while (from);
}

/** The last due day that a daily run reads. The digest lists the next week, whatever the schedule is. */
export const lastDueDay = (today: Day, { remind_before, invoice_days_before }: RunDays): Day =>
  addDays(today, Math.max(DUE_SOON_DAYS, ...remind_before, invoice_days_before ?? 0));

/**
 * The reminders that a client's open charges can be due for, by what the client was told; the sender reads the send log.
 * The row does not say which subscriptions are muted, so each is asked for by itself.
 */
export function dueKeysOf(
  client_id: string,
  open: readonly Charge[],
  today: Day,
  days: ReminderDays,
): ReminderKey[] {
  const bySubscription = Map.groupBy(
    chargesInWindow(open, today, days),
    ({ subscription_id }) => subscription_id,
  );
  return keysOf(client_id, [...bySubscription.values()], progressOf(open, today, days));
}

/** The kinds that a client had, as their open charges say. */
export function progressOf(open: readonly Charge[], today: Day, days: ReminderDays): ReminderProgress {
  const last = open
    .flatMap(({ told_on }) => told_on ?? [])
    .sort()
    .at(-1);
  const isSettled = ({ charge: { reminded_on, due }, kind }: DueKind) =>
    kind !== "overdue-repeat" && reminded_on !== undefined && reminded_on >= firstSendDay(kind, due);
  return { today, days, last, isSettled };
}

/** The reminders that are due for charges. The charges of one part hold back no repeat of another. */
export const keysOf = (
  client_id: string,
  parts: readonly (readonly Charge[])[],
  progress: ReminderProgress,
): ReminderKey[] =>
  parts.flatMap((charges) => dueKinds(charges, progress).map((named) => keyOf(client_id, named)));

/** The charges that a reminder can be about. */
export function chargesInWindow(open: readonly Charge[], today: Day, days: ReminderDays): Charge[] {
  const end = reminderWindowEnd(today, days);
  return open.filter((charge) => isAskedFor(charge) && charge.due <= end);
}

type Named = Pick<DueKind, "kind" | "repeat"> & { charge: Pick<Charge, "id" | "period" | "due"> };

export const keyOf = (client_id: string, { charge, kind, repeat }: Named): ReminderKey => ({
  about: aboutCharge(client_id, charge.id),
  period: charge.due,
  kind,
  more: repeat ?? movedTo(charge),
});

/** Keeps the reminders of a due day that somebody moved apart from those of the day before. What does not recur has no other. */
const movedTo = ({ period, due }: Pick<Charge, "period" | "due">): Day | undefined =>
  due === period ? undefined : due;

/** The key of a reminder that a person sends; its kind has no day of the schedule. */
export const manualKeyOf = (
  client_id: string,
  { id, due }: Pick<Charge, "id" | "due">,
  today: Day,
  more: string,
): ReminderKey => ({
  about: aboutCharge(client_id, id),
  period: due,
  kind: reminderStage(due, today),
  more: `resend#${more}`,
});

export const isManual = ({ more }: ReminderKey): boolean => more?.startsWith("resend") ?? false;

/**
 * A reminder that a person sends from its dialog is in addition to the schedule; one that is sent once a day is not. The
 * claim of the first ends with a minute, that of the other with a day.
 */
export const isExtra = (claim: string): boolean => /(^|#)resend#.+T/.test(claim);
