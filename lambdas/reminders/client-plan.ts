import { type Charge, periodOf } from "../../shared/billing/account.ts";
import type { Day } from "../../shared/day.ts";
import type { DueKind } from "../../shared/reminders/due-kinds.ts";
import { firstSendDay, wasSent } from "../../shared/reminders/reminder.ts";
import { rowsOwedBy } from "../ledger/billed-subscription.ts";
import { accountRowsOf, openOf } from "../ledger/read-accounts.ts";
import type { AccountRow } from "../ledger/rows.ts";
import { settleWith } from "../outbox/email-claims.ts";
import { aboutCharge, claimOf, type EmailKey } from "../stores/email-key.ts";
import * as reminders from "../stores/reminder-store.ts";
import * as settings from "../stores/settings-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import { type ClientDue, chargesInWindow, isExtra, keyOf, keysOf, type ReminderKey } from "./due.ts";
import { type Facts, reasonToLeaveOut } from "./reasons.ts";

/** The debts of a client, read consistently. The account is read first: a change of it from then on makes a new version. */
export type Owed = {
  account: AccountRow | undefined;
  /** The open charges, also those on hold. */
  open: Charge[];
  /** The subscriptions of these charges, by id. */
  subscriptions: ReadonlyMap<string, subscriptions.Row>;
};

/** `keys`: what else may be said of their subscriptions. */
export async function readOwed(client_id: string, keys: readonly EmailKey[]): Promise<Owed> {
  const account = (await accountRowsOf([client_id])).get(client_id);
  const open = account ? await openOf(account) : [];
  const ids = [...open.map(({ id }) => id), ...keys.map(({ about }) => about)].flatMap(
    (id) => periodOf(id)?.subscription_id ?? [],
  );
  const rows = await subscriptions.getMany(new Set(ids));
  return { account, open, subscriptions: rowsOwedBy(client_id, rows.values()) };
}

/** The charges that an email to a client would name and settle. */
export type Plan = {
  owed: Owed;
  /** The reminders that the email settles, or for which the send log gets a reason. */
  keys: ReminderKey[];
  /** The open charges for which an email can go out. */
  charges: Charge[];
  /** The day of the client's last reminder. */
  last: Day | undefined;
};

/** Plans the email to a client from what is stored now. `due` is what the daily run found. */
export async function planOf({ client_id, due }: ClientDue, today: Day): Promise<Plan> {
  const [company, owed, sentToday] = await Promise.all([
    settings.get(),
    readOwed(client_id, due),
    reminders.remindersOfDay(client_id, today),
  ]);
  const facts = { company, promised_until: owed.account?.promised_until, today };
  const open = chargesInWindow(owed.open, today, company);
  const aboutOpen = open.map(({ id }) => aboutCharge(client_id, id));
  const history = await historyOf(client_id, [...aboutOpen, ...due.map(({ about }) => about)]);
  const isSettled = isSettledBy(client_id, history);
  const last = [
    ...[...history, ...sentToday].filter(isReminder).map(({ day }) => day),
    // An email that named a charge without settling a kind of it. That of today may not have gone out.
    ...open.flatMap(({ told_on }) => (told_on && told_on < today ? told_on : [])),
  ]
    .sort()
    .at(-1);
  const [charges, leftOut] = partsToPlan(open, owed, facts);
  return {
    owed,
    charges,
    last,
    keys: [
      ...keysOf(client_id, [charges, leftOut], { today, days: company, last, isSettled }),
      // Paid, paused or moved since the daily run: the send log gets the reason.
      ...due.filter((key) => !aboutOpen.includes(key.about) && !isSent(history, key)),
    ],
  };
}

/** The charges for which an email can go out, and those that are left out, which hold back nothing of the others. */
export function partsToPlan(open: readonly Charge[], owed: Owed, facts: Facts): [Charge[], Charge[]] {
  const isLeftOut = (charge: Charge) =>
    reasonToLeaveOut(charge.due, ofCharge(owed, charge), facts) !== undefined;
  return [open.filter((charge) => !isLeftOut(charge)), open.filter(isLeftOut)];
}

/** Whether it is a sample's, and whether staff muted the subscription that it is for. */
export const ofCharge = (
  { account, subscriptions }: Owed,
  { subscription_id = "" }: Pick<Charge, "subscription_id">,
) => ({ sample: account?.sample, muted: subscriptions.get(subscription_id)?.muted });

/** The rows about these charges in the send log, without those of another client. */
async function historyOf(client_id: string, about: readonly string[]): Promise<reminders.Row[]> {
  const rows = (await Promise.all([...new Set(about)].map(reminders.rowsAbout))).flat();
  await settleRest(rows);
  return rows.filter((row) => row.client_id === undefined || row.client_id === client_id);
}

/** After a crash between two records of one email, some of its rows are still claimed: the email went out. */
async function settleRest(rows: reminders.Row[]): Promise<void> {
  const sentBy = new Map(rows.filter(({ state }) => wasSent(state)).map((row) => [row.claimed_by, row]));
  for (const row of rows) {
    const sent = row.state === "claimed" && row.claimed_by ? sentBy.get(row.claimed_by) : undefined;
    if (!sent) continue;
    const isFirst = rows.every(
      (otherRow) => otherRow.claimed_by !== row.claimed_by || otherRow === row || otherRow.same_email,
    );
    const same_email = isFirst ? undefined : true;
    if (await settleWith(row, sent, same_email))
      Object.assign(row, { state: sent.state, day: sent.day, same_email });
  }
}

const isReminder = ({ state }: reminders.Row): boolean => wasSent(state);

const isSent = (history: readonly reminders.Row[], key: ReminderKey): boolean =>
  history.some((row) => row.about === key.about && row.claim === claimOf(key) && wasSent(row.state));

/**
 * A kind is settled if it was sent, or if a reminder of another kind went out on its first day or later. So after a change
 * of the schedule only future kinds go out, and none repeats a reminder that went out late. Once somebody moved the due day,
 * the kinds are those of the new day.
 */
const isSettledBy = (client_id: string, history: readonly reminders.Row[]) => (due: DueKind) => {
  const key = keyOf(client_id, due);
  if (isSent(history, key)) return true;
  const { charge, kind } = due;
  if (kind === "overdue-repeat") return false;
  const first = firstSendDay(kind, charge.due);
  return history.some(
    (row) =>
      row.about === key.about &&
      row.period === charge.due &&
      isReminder(row) &&
      !isExtra(row.claim) &&
      row.day >= first,
  );
};
