import {
  type AnyAccount,
  type BilledSubscription,
  type Charge,
  creditSums,
  isOpen,
  periodOf,
} from "../../shared/billing/account.ts";
import { withAdjustments } from "../../shared/billing/adjustments.ts";
import { isUnfinished } from "../../shared/billing/charges.ts";
import { type DueDays, dueDayChanges, dueDaysOf, sumOfDays } from "../../shared/billing/due-days.ts";
import { DUE_SOON_DAYS } from "../../shared/billing/renewal-state.ts";
import { nextOccurrence } from "../../shared/billing/schedule.ts";
import { addDays, type Day } from "../../shared/day.ts";
import type { ListName } from "../../shared/list-page.ts";
import { systemContext } from "../platform/change-context.ts";
import { stamped } from "../platform/dynamo/changed-since.ts";
import { type Counts, subscriptionCounts } from "../platform/dynamo/counters.ts";
import { isAbsent, isUnchanged, type TransactItem, table } from "../platform/dynamo/database.ts";
import type { Moment } from "../platform/moment.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import type { ReadAccount } from "./account-reading.ts";
import { accountRow } from "./account-row.ts";
import type { StoredAccount } from "./account-store.ts";
import { owing, subscriptionAfter, withAgreed } from "./billed-subscription.ts";
import { dueDayUpdates } from "./due-day-totals.ts";
import { papersAfter, putPaper } from "./paper-items.ts";
import type { PaperRow } from "./paper-row.ts";
import { type ClientPaymentRow, releasedRow, type UnmatchedRow } from "./payment-row.ts";
import { type AccountRow, chargeRow } from "./rows.ts";
import { putPayment } from "./statement-lines.ts";

export type AccountItems = {
  client_id: string;
  /** The account's version after the change. */
  version: number;
  /** The transaction items, the account row first. */
  items: TransactItem[];
  /** Only those of this account; without what `dueDays` adds to the sums of all accounts. */
  ownItems: TransactItem[];
  dueDays: DueDays;
  /** The list of payments, if it loses some. */
  removesFrom: ListName[];
  /** Whether anything changes. */
  isChanged: boolean;
  /** Whether another change of the account has to follow; a job makes it. */
  isUnfinished: boolean;
  /** Whether charges that have to be invoiced wait for that change. */
  moreToInvoice: boolean;
  /** The charges after the change, with what it adds to their history and invoices. */
  charges: Charge[];
  /** The payments after the change. */
  payments: ClientPaymentRow[];
  /** The subscriptions that change, or of which something else is owed: before and after. */
  subscriptions: [before: subscriptions.OwingRow, after: subscriptions.OwingRow][];
  /** The invoices and credit notes that are written. */
  papers: PaperRow[];
  /** The subscriptions whose agreed price or end has come. */
  agreed: [before: subscriptions.Row, after: subscriptions.Row][];
};

type Options = {
  today: Day;
  /** Who makes the change, and their reason: charges keep it. */
  by?: string | undefined;
  why?: string | undefined;
  /** The ids of the charges that go to the client as an invoice. */
  told?: ReadonlySet<string>;
  /** Subscriptions that the caller stores itself, as they will be. */
  writtenByCaller?: readonly subscriptions.Row[];
  /** Completes the payments that are new, corrected or undone. */
  added?: readonly ClientPaymentRow[];
  /** A payment that must still be unmatched. */
  unmatched?: UnmatchedRow;
  /** The client is a sample. By default it is what its account says, or its subscriptions. */
  sample?: boolean | undefined;
  /** The refunds, if they change. */
  refund_ids?: readonly string[];
};

/** Of an account, in one transaction: leaves room for sums, counters and records. */
export const MAX_ROWS = 70;

/** The charges and invoices of one transaction. A client can have hundreds of charges due on one day. */
const MOST_INVOICED_ROWS = 50;

/** The transaction items that store a changed account. What only falls due is left to the next change if it does not fit. */
export function accountItems<A extends AnyAccount>(
  before: ReadAccount<A>,
  changed: NoInfer<A>,
  options: Options,
): AccountItems {
  const whole = itemsInvoicing(MOST_INVOICED_ROWS, before, changed, options);
  return whole.items.length <= MAX_ROWS ? whole : itemsInvoicing(0, before, changed, options);
}

function itemsInvoicing<A extends AnyAccount>(
  mostRows: number,
  before: ReadAccount<A>,
  changed: NoInfer<A>,
  {
    today,
    by,
    why,
    told,
    writtenByCaller = [],
    added = [],
    unmatched,
    sample,
    refund_ids = before.row?.refund_ids ?? [],
  }: Options,
): AccountItems {
  const { client_id, row, invoicing } = before;
  // Charges that are not in it any more are deleted.
  if (before.account.only_open !== changed.only_open)
    throw new Error("The account has other charges than before.");
  const isWrittenByCaller = ({ id }: { id: string }) => writtenByCaller.some((written) => written.id === id);
  const chargesBefore = new Map(before.charges.map((charge) => [charge.id, charge]));
  const isSample = sample ?? (row?.sample === true || writtenByCaller.some((written) => written.sample));
  const adjusted = withAdjustments(before.account, changed, { day: today, by, why });
  const {
    papers,
    charges: invoiced,
    more: moreToInvoice,
  } = isSample
    ? { papers: [], charges: adjusted.charges, more: false }
    : papersAfter(before.account, adjusted, {
        client_id,
        invoicing,
        today,
        told,
        why,
        mostRows,
      });
  const after = { ...adjusted, charges: invoiced };
  const charges = after.charges.map((charge) =>
    chargeRow(client_id, charge, { sample: isSample || undefined }),
  );
  const stored = new Map(before.payments.map((payment) => [payment.id, payment]));
  // A receipt can have got its number after the caller read the payment.
  const complete = added.map((payment) => ({
    ...payment,
    receipts: stored.get(payment.id)?.receipts ?? payment.receipts,
  }));
  const rowOf = new Map([...stored, ...complete.map((payment) => [payment.id, payment] as const)]);
  const payments = after.payments.flatMap((payment): ClientPaymentRow[] => {
    const written = rowOf.get(payment.id);
    if (!written) return [];
    const { cents, currency, refunded_cents } = payment;
    const allocations = payment.allocations.map((allocation) => allocationRow(written, allocation, after));
    return [{ ...written, cents, currency, refunded_cents, allocations }];
  });
  const remainingIds = new Set(after.payments.map(({ id }) => id));
  const subscriptionRows = before.subscriptions
    .filter(({ id }) => after.subscriptions.some((subscription) => subscription.id === id))
    .map((subscription) => withAgreed(subscriptionAfter(subscription, after), after));
  const facts = { before: row, chargesBefore: before.charges, charges, sample: isSample, refund_ids, today };
  const account = accountRow(client_id, after, facts);
  const keys = new Set(charges.map(({ id }) => id));
  const changedRows = before.subscriptions.flatMap((rowBefore): [subscriptions.Row, subscriptions.Row][] => {
    const rowAfter = subscriptionRows.find(({ id }) => id === rowBefore.id);
    if (!rowAfter || isWrittenByCaller(rowBefore) || isEqual(rowAfter, rowBefore)) return [];
    return [[rowBefore, { ...rowAfter, version: rowBefore.version + 1 }]];
  });
  const changedSubscriptions = subscriptionRows.flatMap((subscription): AccountItems["subscriptions"] => {
    if (isWrittenByCaller(subscription)) return [];
    const changedRow = changedRows.find(([{ id }]) => id === subscription.id);
    const [rowBefore, rowAfter] = changedRow ?? [subscription, subscription];
    const pair: AccountItems["subscriptions"][number] = [
      owing(rowBefore, before.account.charges, row?.version),
      owing(rowAfter, after.charges, account.version),
    ];
    return !changedRow && isEqual(pair[0].open, pair[1].open) ? [] : [pair];
  });
  const removals = before.payments
    .filter(({ id }) => !remainingIds.has(id))
    .map((read) => removal(read, rowOf.get(read.id)));
  const ownItems = [
    putAccount(account, row),
    ...charges
      .filter((charge) => isNew(charge, chargesBefore.get(charge.id)))
      .map(
        (Item): TransactItem => ({
          Put: {
            TableName: table("charges"),
            Item,
            // A closed charge that was not read keeps its place.
            ...(chargesBefore.has(Item.id) ? {} : isAbsent()),
          },
        }),
      ),
    ...before.charges
      .filter(({ id }) => !keys.has(id))
      .map(({ id }): TransactItem => ({ Delete: { TableName: table("charges"), Key: { client_id, id } } })),
    ...payments.flatMap((payment) => {
      const written = stored.get(payment.id);
      return isNew(payment, written) ? [putPayment(payment, written ?? unmatched)] : [];
    }),
    ...removals,
    ...changedRows.map(([rowBefore, rowAfter]) => subscriptions.replace(rowBefore, rowAfter)),
    ...papers.map(putPaper),
  ];
  // The sums by due day leave samples out.
  const dueDays = isSample
    ? new Map()
    : dueDayChanges(
        dueDaysOf(before.account.charges, creditSums(before.account.payments)),
        dueDaysOf(after.charges, creditSums(after.payments)),
      );
  return {
    client_id,
    version: account.version,
    charges: after.charges,
    payments,
    papers,
    subscriptions: changedSubscriptions,
    agreed: changedRows.filter((pair) => hasCome(...pair)),
    ownItems,
    dueDays,
    removesFrom: removals.some(({ Delete }) => Delete) ? ["payments"] : [],
    isUnfinished: moreToInvoice || isUnfinished(after, addDays(today, DUE_SOON_DAYS)),
    moreToInvoice,
    isChanged: ownItems.length > 1 || !isEqual({ ...account, version: row?.version }, row),
    items: [...ownItems, ...dueDayUpdates(dueDays, today)],
  };
}

/** Whether an agreed price or end has come. */
export const hasCome = (before: subscriptions.Row, after: subscriptions.Row): boolean =>
  before.amount_cents !== after.amount_cents || before.status !== after.status;

/** The counts before and after, and the records, of agreed prices and ends whose day has come. */
export function agreedChanges(pairs: AccountItems["agreed"], moment: Moment) {
  return {
    counts: [0, 1].map((at) => pairs.map((pair) => subscriptionCounts(pair[at] as subscriptions.Row))) as [
      Counts[],
      Counts[],
    ],
    records: pairs.flatMap((pair) => subscriptions.recordOf(...pair, systemContext(moment))),
  };
}

/** The transaction items that store several changed accounts together. */
export const itemsOf = (changes: readonly AccountItems[], today: Day): TransactItem[] => [
  ...changes.flatMap(({ ownItems }) => ownItems),
  ...dueDayUpdates(sumOfDays(changes.map(({ dueDays }) => dueDays)), today),
];

/** The transaction items that delete the account of a removed client with the payments that are left. */
export const accountDeletion = ({ client_id, row, payments }: StoredAccount): TransactItem[] => [
  {
    Delete: {
      TableName: table("accounts"),
      Key: { client_id },
      ...(row ? isUnchanged(row) : isAbsent("client_id")),
    },
  },
  ...payments.map(({ id }) => ({ Delete: { TableName: table("payments"), Key: { id } } })),
];

/**
 * A payment of a sample or an import is deleted; the transaction needs a `removalMark`. An undone one stays; money of a
 * statement has to be assigned again.
 */
const removal = (read: ClientPaymentRow, row = read): TransactItem =>
  row.state === "undone"
    ? putPayment(releasedRow(row), read)
    : { Delete: { TableName: table("payments"), Key: { id: row.id } } };

const isNew = <T>(current: T, previous: T | undefined) =>
  previous === undefined || !isEqual(current, previous);

const putAccount = (Item: AccountRow, before: AccountRow | undefined): TransactItem => ({
  Put: {
    TableName: table("accounts"),
    Item: stamped(Item),
    ...(before ? isUnchanged(before) : isAbsent("client_id")),
  },
});

/** Some facts of an allocation are final when it is first stored: whether a rest was left, and the date that followed. */
function allocationRow(
  { allocations }: ClientPaymentRow,
  allocation: AnyAccount["payments"][number]["allocations"][number],
  { charges, subscriptions }: AnyAccount,
): ClientPaymentRow["allocations"][number] {
  const { charge_id, cents } = allocation;
  const written = allocations.find((existing) => existing.charge_id === charge_id);
  if (written && written.cents === cents) return written;
  const charge = charges.find(({ id }) => id === charge_id);
  const { subscription_id, period } = periodOf(charge_id) ?? {};
  const subscription = subscriptions.find(({ id }) => id === subscription_id);
  const part = charge !== undefined && isOpen(charge);
  return {
    charge_id,
    cents,
    ...(part && { part }),
    next_billing_date: part
      ? period && charge.due
      : period && subscription && dateAfter(subscription, period),
  };
}

const dateAfter = ({ billing_anchor, frequency }: BilledSubscription, period: Day): Day | undefined =>
  nextOccurrence({ anchor: billing_anchor, frequency }, period);

const isEqual = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

/** Text that is the same for the same content, whatever the order of the fields; absent is like undefined. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
