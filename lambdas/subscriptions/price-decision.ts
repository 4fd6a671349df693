import type { Account } from "../../shared/billing/account.ts";
import { type BillingChange, changeSubscription } from "../../shared/billing/change-subscription.ts";
import type { Day } from "../../shared/day.ts";
import { accountItems } from "../ledger/account-items.ts";
import type { ReadAccount } from "../ledger/account-reading.ts";
import { subscriptionAfter } from "../ledger/billed-subscription.ts";
import type { Decision } from "../ledger/change-accounts.ts";
import { changeDraft } from "../ledger/change-draft.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { subscriptionCounts, sumOf } from "../platform/dynamo/counters.ts";
import * as store from "../stores/subscription-store.ts";
import { billingChange } from "./update.ts";

/** A subscription whose agreed price changes. `planned`: with what was agreed for a day that has come. */
export type Repriced = { before: store.Row; planned: store.Row };

/** The account with another agreed price for a subscription; null withdraws it. */
export function withNextPrice(
  stored: ReadAccount,
  planned: store.Row,
  next_price: BillingChange["next_price"],
  today: Day,
): Account {
  const change = { ...billingChange(planned, {}), next_price };
  const [account] = changeDraft(stored, (draft) => changeSubscription(draft, planned.id, change, {}, today));
  return account;
}

/** Stores an account with its repriced subscriptions and their records. */
export function priceDecision(
  stored: ReadAccount,
  account: Account,
  repriced: readonly Repriced[],
  context: ChangeContext,
) {
  const rows = repriced.map(({ before, planned }) => ({
    before,
    after: subscriptionAfter({ ...planned, version: before.version + 1 }, account),
  }));
  const writtenByCaller = rows.map(({ after }) => after);
  const { today, actor } = context;
  return {
    rows,
    changes:
      rows.length === 0 ? [] : [accountItems(stored, account, { today, by: actor.name, writtenByCaller })],
    items: rows.flatMap(({ before, after }) => [
      store.replace(before, after),
      ...store.recordOf(before, after, context),
    ]),
    counts: [
      sumOf(rows.map(({ before }) => subscriptionCounts(before))),
      sumOf(writtenByCaller.map(subscriptionCounts)),
    ],
  } satisfies Omit<Decision<never>, "answer"> & { rows: unknown };
}
