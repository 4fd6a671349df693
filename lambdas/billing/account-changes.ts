import {
  type Account,
  type BilledSubscription,
  creditOf,
  isOpen,
  isSameCharge,
  stateOf,
} from "../../shared/billing/account.ts";
import { nextOccurrence } from "../../shared/billing/schedule.ts";
import type { Day } from "../../shared/day.ts";
import { type TransactItem, table } from "../platform/dynamo/database.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { type AccountRow, type ChargeRow, chargeKey, type PaymentRow } from "./rows.ts";
import type { StoredAccount } from "./store.ts";
import { subscriptionAfter } from "./subscription-fields.ts";

type Changed = {
  /** The transaction items, the account row first. */
  items: TransactItem[];
  /** The payments after the change. */
  payments: PaymentRow[];
  /** The subscriptions that change, before and after. */
  subscriptions: [before: subscriptions.Row, after: subscriptions.Row][];
};

/**
 * The transaction items that store a changed account. `rows` are subscriptions that the caller stores itself; `payment`
 * completes the payments that are new.
 */
export function accountChanges(
  before: StoredAccount,
  after: Account,
  { own = [], added = [] }: { own?: readonly string[]; added?: readonly PaymentRow[] } = {},
): Changed {
  const { client_id, row } = before;
  const charges = after.charges.map(
    (charge): ChargeRow => ({
      ...charge,
      client_id,
      key: chargeKey(charge),
      paid_by: charge.paid_by?.length ? charge.paid_by : undefined,
      state: stateOf(charge),
    }),
  );
  const rowOf = new Map([...before.payments, ...added].map((payment) => [payment.id, payment]));
  const payments = after.payments.flatMap((payment): PaymentRow[] => {
    const known = rowOf.get(payment.id);
    if (!known) return [];
    const { cents, currency, refunded_cents } = payment;
    const allocations = payment.allocations.map((allocation) => allocationRow(known, allocation, after));
    return [{ ...known, cents, currency, refunded_cents, allocations }];
  });
  const kept = new Set(after.payments.map(({ id }) => id));
  const subscriptionRows = before.subscriptions
    .filter(({ id }) => after.subscriptions.some((one) => one.id === id))
    .map((one) => subscriptionAfter(one, after));
  const account: AccountRow = {
    client_id,
    version: (row?.version ?? 0) + 1,
    ...(!after.active && { inactive: true }),
    subscription_ids: after.subscriptions.map(({ id }) => id),
    credit_ids: after.payments.filter((payment) => creditOf(payment) > 0).map(({ id }) => id),
  };
  const isNew = <T>(now: T, previous: T | undefined) => previous === undefined || !isEqual(now, previous);
  const keys = new Set(charges.map(({ key }) => key));
  const changedRows = before.subscriptions.flatMap((one): Changed["subscriptions"] => {
    const now = subscriptionRows.find(({ id }) => id === one.id);
    if (!now || own.includes(one.id) || isEqual(now, one)) return [];
    return [[one, { ...now, version: one.version + 1 }]];
  });
  return {
    payments,
    subscriptions: changedRows,
    items: [
      putAccount(account, row),
      ...charges
        .filter((charge) =>
          isNew(
            charge,
            before.charges.find(({ key }) => key === charge.key),
          ),
        )
        .map((Item): TransactItem => ({ Put: { TableName: table("charges"), Item } })),
      ...before.charges
        .filter(({ key }) => !keys.has(key))
        .map(
          ({ key }): TransactItem => ({ Delete: { TableName: table("charges"), Key: { client_id, key } } }),
        ),
      ...payments
        .filter((payment) =>
          isNew(
            payment,
            before.payments.find(({ id }) => id === payment.id),
          ),
        )
        .map((Item): TransactItem => ({ Put: { TableName: table("payments"), Item } })),
      ...before.payments
        .filter(({ id }) => !kept.has(id))
        .map(({ id }): TransactItem => ({ Delete: { TableName: table("payments"), Key: { id } } })),
      ...changedRows.map(([one, now]) => subscriptions.replace(one, now)),
    ],
  };
}

function putAccount(Item: AccountRow, before: AccountRow | undefined): TransactItem {
  const TableName = table("accounts");
  if (!before) return { Put: { TableName, Item, ConditionExpression: "attribute_not_exists(client_id)" } };
  return {
    Put: {
      TableName,
      Item,
      ConditionExpression: "version = :seen",
      ExpressionAttributeValues: { ":seen": before.version },
    },
  };
}

/** What an allocation says for good is written once: whether a rest was left then, and the date that followed. */
function allocationRow(
  { allocations }: PaymentRow,
  allocation: Account["payments"][number]["allocations"][number],
  { charges, subscriptions }: Account,
): PaymentRow["allocations"][number] {
  const known = allocations.find((other) => isSameCharge(other, allocation));
  if (known && known.cents === allocation.cents) return known;
  const charge = charges.find((other) => isSameCharge(other, allocation));
  const subscription = subscriptions.find(({ id }) => id === allocation.subscription_id);
  const part = charge !== undefined && isOpen(charge);
  return {
    ...allocation,
    ...(part && { part }),
    next_billing_date: part ? allocation.period : subscription && dateAfter(subscription, allocation.period),
  };
}

const dateAfter = ({ billing_anchor, frequency }: BilledSubscription, period: Day): Day | undefined =>
  nextOccurrence({ anchor: billing_anchor, frequency }, period);

const isEqual = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** Text that is the same for the same content, whatever the order of the fields; absent is like undefined. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
