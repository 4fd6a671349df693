import { type Charge, periodOf } from "../../shared/billing/account.ts";
import { openCharges } from "../../shared/billing/open-charges.ts";
import type { Day } from "../../shared/day.ts";
import { type DueKind, dueKinds, reminderWindowEnd } from "../../shared/reminders/due-kinds.ts";
import { firstSendDay, scheduledKind, wasSent } from "../../shared/reminders/reminder.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { formerRowsOf } from "../ledger/former.ts";
import { accountRowsOf, withOpenCharges } from "../ledger/read-accounts.ts";
import { logFailure } from "../platform/log.ts";
import * as settings from "../settings/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { type ClientDue, keyOf, markOf, type ReminderKey } from "./due.ts";
import { claimOf } from "./email-key.ts";
import * as ledger from "./ledger.ts";
import { reasonToLeaveOut } from "./reasons.ts";

/** What an email to a client would name and settle. */
export type Plan = {
  client_id: string;
  company: Settings;
  /** The client's subscriptions, by id. */
  rows: Map<string, subscriptions.OwingRow>;
  /** What the email settles, or the ledger gets a reason for. */
  keys: ReminderKey[];
  /** The open charges for which an email can go out. */
  charges: Charge[];
  /** The day of the client's last reminder. */
  last: Day | undefined;
};

/** Plans the email to a client from what is stored now. `due` is what the daily run found. */
export async function planOf({ client_id, due }: ClientDue, today: Day): Promise<Plan> {
  const [company, ids, accounts] = await Promise.all([
    settings.get(),
    idsOf(client_id, due),
    accountRowsOf([client_id]),
  ]);
  const facts = { company, promised_until: accounts.get(client_id)?.promised_until, today };
  const rows = await rowsOf(client_id, ids);
  const open = openCharges([...rows.values()], reminderWindowEnd(today, company));
  const history = await historyOf(client_id, [...open.map(({ id }) => id), ...due.map(({ about }) => about)]);
  const isSettled = isSettledBy(history);
  const last = [
    ...history.filter(isReminder).map(({ day }) => day),
    // An email that named a charge without settling a kind of it.
    ...[...rows.values()].map(({ reminded }) => reminded?.on ?? ""),
  ]
    .filter(Boolean)
    .sort()
    .at(-1);
  const isLeftOut = ({ subscription_id = "", due }: Charge) => {
    const row = rows.get(subscription_id);
    return !row || reasonToLeaveOut(row, due, facts) !== undefined;
  };
  const charges = open.filter((charge) => !isLeftOut(charge));
  const keysOf = (some: Charge[]) => dueKinds(some, { today, days: company, last, isSettled }).map(keyOf);
  return {
    client_id,
    company,
    rows,
    charges,
    last,
    keys: [
      ...keysOf(charges),
      ...keysOf(open.filter(isLeftOut)),
      // Paid, paused or moved since the daily run: the ledger gets the reason.
      ...due.filter((key) => !open.some(({ id }) => id === key.about) && !isSent(history, key)),
    ],
  };
}

/** The client's subscriptions. The index may lag behind, so those of the daily run are added. */
export async function idsOf(client_id: string, due: readonly ReminderKey[]): Promise<string[]> {
  const [{ rows }, former] = await Promise.all([subscriptions.ofClient(client_id), formerRowsOf(client_id)]);
  return [
    ...new Set([
      ...[...rows, ...former].map(({ id }) => id),
      ...due.flatMap(({ about }) => periodOf(about)?.subscription_id ?? []),
    ]),
  ];
}

/** The subscriptions with these ids that are the client's, read consistently, and what the client owes of former ones. */
export async function rowsOf(client_id: string, ids: readonly string[]) {
  const rows = [...(await subscriptions.getMany(ids)).values()];
  const own = await withOpenCharges(rows.filter((row) => row.client_id === client_id));
  const former = own.length < rows.length ? await formerRowsOf(client_id) : [];
  return new Map([...own, ...former].map((row) => [row.id, row]));
}

/** The ledger rows of these charges, without those of another client. */
async function historyOf(client_id: string, charge_ids: readonly string[]): Promise<ledger.Row[]> {
  const rows = (await Promise.all([...new Set(charge_ids)].map(ledger.rowsAbout))).flat();
  await settleRest(rows);
  return rows.filter((row) => row.client_id === undefined || row.client_id === client_id);
}

/** After a crash between two records of one email, some of its rows are still claimed: the email went out. */
async function settleRest(rows: ledger.Row[]): Promise<void> {
  const sentBy = new Map(rows.filter(({ state }) => wasSent(state)).map((row) => [row.claimed_by, row]));
  for (const row of rows) {
    const sent = row.state === "claimed" && row.claimed_by ? sentBy.get(row.claimed_by) : undefined;
    if (!sent) continue;
    const isFirst = rows.every((one) => one.claimed_by !== row.claimed_by || one === row || one.same_email);
    const same_email = isFirst ? undefined : true;
    if (await ledger.settleWith(row, sent, same_email))
      Object.assign(row, { state: sent.state, day: sent.day, same_email });
  }
}

const isReminder = ({ state }: ledger.Row): boolean => wasSent(state);

const isSent = (history: readonly ledger.Row[], key: ReminderKey): boolean =>
  history.some((row) => row.about === key.about && row.claim === claimOf(key) && wasSent(row.state));

/**
 * A reminder that a person sends from its dialog is in addition to the schedule; one that is sent once a day is not. Their
 * keys end with a minute or with a day.
 */
const isExtra = ({ claim }: ledger.Row): boolean => /#resend#.+T/.test(claim);

/**
 * A kind is settled if it was sent, or if a reminder of another kind went out on its first day or later. So after a change
 * of the schedule only future kinds go out, and none repeats a reminder that went out late.
 */
const isSettledBy = (history: readonly ledger.Row[]) => (due: DueKind) => {
  if (isSent(history, keyOf(due))) return true;
  const { charge, kind } = due;
  if (kind === "overdue-repeat") return false;
  const first = firstSendDay(kind, charge.due);
  return history.some(
    (row) => row.about === charge.id && isReminder(row) && !isExtra(row) && row.day >= first,
  );
};

/**
 * Marks the subscriptions that the plan's email named, so that the daily run skips them until something else is due.
 * `on` is the day of the client's last reminder, `unsent` what the email did not settle.
 */
export async function markReminded(
  { company, rows, charges }: Plan,
  { on, unsent, today }: { on: Day; unsent: readonly ReminderKey[]; today: Day },
): Promise<void> {
  const settled = charges.flatMap((charge): ReminderKey[] => {
    const kind = scheduledKind(charge.due, today, company);
    return kind && !unsent.some((key) => key.about === charge.id) ? [keyOf({ charge, kind })] : [];
  });
  for (const id of new Set(charges.flatMap(({ subscription_id }) => subscription_id ?? []))) {
    const keys = settled.filter(({ about }) => periodOf(about)?.subscription_id === id).map(markOf);
    const { reminded: before, former } = rows.get(id) ?? {};
    // The mark is for the reminders of its present client.
    if (former || (before?.on === on && before.keys.join() === keys.join())) continue;
    await subscriptions
      .markReminded(id, { on, keys })
      .catch((error) => logFailure("reminder not marked", error, { subscription: id }));
  }
}
