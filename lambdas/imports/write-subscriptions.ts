import { endedAsAgreed } from "../../shared/billing/agreed.ts";
import type { Day } from "../../shared/day.ts";
import type { SubscriptionPlan, SubscriptionWrite } from "../../shared/imports/plan-subscriptions.ts";
import { fromCents } from "../../shared/money.ts";
import type { SubscriptionChange } from "../../shared/subscriptions/subscription.ts";
import { accountItems } from "../ledger/account-items.ts";
import { Reading, readToChange } from "../ledger/account-reading.ts";
import { subscriptionAfter } from "../ledger/billed-subscription.ts";
import { changeDraft } from "../ledger/change-draft.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { subscriptionCounts, sumOf } from "../platform/dynamo/counters.ts";
import { changedMeanwhile } from "../platform/http/refusals.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import { putRow, type Row, recordIdOf } from "../stores/import-store.ts";
import * as outbox from "../stores/outbox-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import { clientToBill, stillBillable } from "../subscriptions/billable-client.ts";
import { addPlanned, plannedRow } from "../subscriptions/create.ts";
import { withdrawalsOf } from "../subscriptions/price-notices.ts";
import { changeOf, presentRow } from "../subscriptions/update.ts";
import { finished } from "./finished.ts";
import type { Unit } from "./units.ts";

export type PlannedSubscription = { row: Row; plan: SubscriptionPlan };

const writeOf = ({ plan }: PlannedSubscription) => (plan as { write: SubscriptionWrite }).write;

/** Rows that are stored together: the new subscriptions of one client, or one change. */
export function subscriptionGroups(all: readonly PlannedSubscription[]): PlannedSubscription[][] {
  const groups = Map.groupBy(all, (planned) => {
    const write = writeOf(planned);
    return write.kind === "create" ? write.body.client_id : planned.row.row;
  });
  return [...groups.values()];
}

/** The unit that stores the subscriptions of a group. */
export async function subscriptionUnit(
  group: readonly PlannedSubscription[],
  context: ChangeContext,
): Promise<Unit> {
  const [only] = group;
  if (only && writeOf(only).kind === "change") return change(only, context);
  return creation(group, context);
}

async function creation(group: readonly PlannedSubscription[], context: ChangeContext): Promise<Unit> {
  const { client_id } = (writeOf(group[0] as PlannedSubscription) as { body: { client_id: string } }).body;
  const reading = await Reading.of([client_id]);
  const client = clientToBill(reading.client(client_id));
  const before = reading.account(client_id);
  const plannedRows = group.map((planned) => {
    const { body } = writeOf(planned) as Extract<SubscriptionWrite, { kind: "create" }>;
    const { currency = "USD", ...fields } = body;
    const id = recordIdOf(planned.row);
    return { row: planned.row, fields, subscription: plannedRow({ ...fields, currency, id }, context) };
  });
  const [after] = changeDraft(before, (account) => {
    for (const { subscription, fields } of plannedRows)
      addPlanned(account, subscription, fields, context.today);
  });
  const storedRows = plannedRows.map(({ row, subscription }) => ({
    row,
    stored: subscriptionAfter(subscription, after),
  }));
  const writtenByCaller = storedRows.map(({ stored }) => stored);
  return {
    rows: storedRows.map(({ row, stored }) =>
      finished(
        row,
        "new",
        { name: stored.service ?? "", record_id: stored.id, after: fingerprint(stored) },
        context,
      ),
    ),
    items: [...writtenByCaller.map(subscriptions.insert), stillBillable(client)],
    changes: [accountItems(before, after, { today: context.today, writtenByCaller })],
    counts: [{}, sumOf(writtenByCaller.map(subscriptionCounts))],
  };
}

/** The fields that people decide. The daily run changes the rest. */
const decided = (row: subscriptions.Row) => ({
  client_id: row.client_id,
  start_date: row.start_date,
  frequency: row.frequency,
  amount_cents: row.amount_cents,
  currency: row.currency,
  service: row.service ?? "",
  vat: row.vat ?? "standard",
  status: row.status,
  muted: row.muted ?? false,
  billing_anchor: row.billing_anchor,
  next_price: row.next_price && { cents: row.next_price.cents, from: row.next_price.from },
  ends_on: row.ends_on,
  end_reason: row.end_reason,
});
export const fingerprint = (row: subscriptions.Row): string => digestOf(decided(row));

async function change({ row, plan }: PlannedSubscription, context: ChangeContext): Promise<Unit> {
  const { subscription, body } = writeOf({ row, plan }) as Extract<SubscriptionWrite, { kind: "change" }>;
  const before = await subscriptions.get(subscription.id);
  if (before?.version !== body.version) throw changedMeanwhile("this subscription");
  const { after, items, changes } = await changeAsRead(before, body, context);
  const finishedRow = finished(
    row,
    "update",
    {
      name: after.service ?? "",
      record_id: after.id,
      after: fingerprint(after),
      before: bodyOf(before),
      ...("changes" in plan && { changes: [...plan.changes] }),
    },
    context,
  );
  return {
    rows: [finishedRow],
    items: [...items, ...withdrawals(before, after, context), putRow(finishedRow)],
    changes,
    counts: countsOf(before, after),
  };
}

/** A change of the subscription as it was read. @throws Conflict if somebody has changed it since */
async function changeAsRead(
  before: subscriptions.Row,
  { ended_on, ...body }: Before,
  context: ChangeContext,
) {
  const reading = await Reading.of([before.client_id, body.client_id]);
  return reading.decide(() => {
    if (presentRow(reading, before).version !== before.version) throw changedMeanwhile("this subscription");
    return changeOf(reading, before, body, context, { keepsDate: true, ended_on });
  });
}

/** The sweep of the outbox sends them. */
const withdrawals = (before: subscriptions.Row, after: subscriptions.Row, context: ChangeContext) =>
  withdrawalsOf([[before, after]], context)
    .map(outbox.rowOf)
    .map(outbox.insert);

const countsOf = (before: subscriptions.Row, after: subscriptions.Row): Unit["counts"] => [
  subscriptionCounts(before),
  subscriptionCounts(after),
];

type Before = SubscriptionChange & { ended_on?: Day | undefined };

/** The change that makes a subscription as it is now. One that has ended has no next billing date. */
const bodyOf = (row: subscriptions.Row): Before => ({
  client_id: row.client_id,
  start_date: row.start_date,
  ...(!endedAsAgreed(row) && { next_billing_date: row.next_billing_date }),
  frequency: row.frequency as SubscriptionChange["frequency"],
  amount: fromCents(row.amount_cents),
  currency: row.currency,
  service: row.service ?? "",
  vat: row.vat ?? "standard",
  status: row.status,
  muted: row.muted ?? false,
  ...(row.status !== "inactive" && agreedOf(row)),
  ...(endedAsAgreed(row) && { ended_on: row.ends_on, end_reason: row.end_reason }),
});

/** The agreed price and end. Null withdraws what was agreed since. */
const agreedOf = ({ next_price, ends_on, end_reason }: subscriptions.Row) => ({
  next_price: next_price ? { amount: fromCents(next_price.cents), from: next_price.from } : null,
  ends_on: ends_on ?? null,
  ...(ends_on && end_reason && { end_reason }),
});

/** The unit that undoes a row, or the reason why the subscription stays as it is. */
export async function subscriptionUndo(row: Row, context: ChangeContext): Promise<Unit | string> {
  const before = await subscriptions.get(row.record_id ?? "");
  if (!before) return { rows: [{ ...row, undone: true }], items: [] };
  if (fingerprint(before) !== row.after) return "Somebody changed it since.";
  if (row.result?.action === "new") return removal(row, before, context);
  const body = row.before as Before;
  const { after, items, changes } = await changeAsRead(before, body, context);
  const undone: Row = { ...row, undone: true };
  return {
    rows: [undone],
    items: [...items, ...withdrawals(before, after, context), putRow(undone)],
    changes,
    counts: countsOf(before, after),
  };
}

async function removal(
  row: Row,
  before: subscriptions.Row,
  { today }: ChangeContext,
): Promise<Unit | string> {
  const stored = await readToChange(before.client_id);
  const charges = stored.account.charges.filter(({ subscription_id }) => subscription_id === before.id);
  const isTouched = charges.some(
    ({ paid_cents, waived_cents, changed: isChanged }) => paid_cents > 0 || waived_cents || isChanged,
  );
  if (isTouched) return "It has payments, or charges that somebody changed or waived.";
  const after = {
    ...stored.account,
    subscriptions: stored.account.subscriptions.filter(({ id }) => id !== before.id),
    charges: stored.account.charges.filter((charge) => !charges.includes(charge)),
  };
  return {
    rows: [{ ...row, undone: true }],
    removesFrom: "subscriptions",
    items: [subscriptions.deletion(before)],
    changes: [accountItems(stored, after, { today, writtenByCaller: [before] })],
    counts: [subscriptionCounts(before), {}],
  };
}
