import type { Account } from "../../shared/billing/account.ts";
import { partOf } from "../../shared/billing/parts.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { counterUpdates, sumOf } from "../platform/dynamo/counters.ts";
import type { Moment } from "../platform/moment.ts";
import { wakeNumberer } from "../platform/queues.ts";
import * as outbox from "../stores/outbox-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import { type AccountItems, accountItems, agreedChanges, hasCome, MAX_ROWS } from "./account-items.ts";
import { readToChange } from "./account-reading.ts";
import type { StoredAccount } from "./account-store.ts";
import { asAgreed, subscriptionAfter } from "./billed-subscription.ts";
import { changeDraft } from "./change-draft.ts";

/** Far more than any client needs. */
const MAX_PARTS = 100;

/** Longer than a request runs: until then, the request itself continues. */
const CONTINUED_AFTER_SECONDS = 60;

/** The job that brings an account up to date, at once, or only if the request that continues it was interrupted. */
export const continuing = (
  client_id: string,
  { now: at }: Moment,
  { interrupted = false } = {},
): outbox.Entry => ({
  queue: "billing",
  job: { work: "account", client_id, at },
  delaySeconds: interrupted ? CONTINUED_AFTER_SECONDS : 0,
});

type Change = (account: Account, before: StoredAccount) => void;

export type PartOptions = {
  continues?: boolean;
  /** The subscription that changes: each part makes a new version of it, so that nobody else changes what they saw before. */
  of?: string;
  /** Called after each part with a new version of it. */
  onPart?: () => void;
};

/**
 * Stores a change of an account in parts, until the rest fits into one transaction. Each part is a correct account. If the
 * attempt is interrupted and `continues`, a job brings the account to what its subscriptions and its client say, as if nobody
 * had tried.
 */
export async function storeParts(
  client_id: string,
  context: ChangeContext,
  changeAccount: Change,
  { continues = false, of, onPart }: PartOptions = {},
): Promise<void> {
  const { today, actor } = context;
  const options = { today, by: actor.name };
  for (let part = 1; part <= MAX_PARTS; part += 1) {
    const before = await readToChange(client_id);
    const [after] = changeDraft(before, (account) => changeAccount(account, before));
    if (accountItems(before, after, options).items.length <= MAX_ROWS) return;
    const row = before.subscriptions.find(({ id }) => id === of);
    const fitting = largestPart(before, after, (next) => {
      const changed = row && {
        ...subscriptionAfter(asAgreed(row, today), next),
        version: row.version + 1,
      };
      return {
        changed,
        change: accountItems(before, next, { ...options, writtenByCaller: changed ? [changed] : [] }),
      };
    });
    if (!fitting) return;
    const { changed, change } = fitting;
    const own: AccountItems["agreed"] = row && changed && hasCome(row, changed) ? [[row, changed]] : [];
    const agreed = agreedChanges([...change.agreed, ...own], context);
    // If somebody else changed the account in between, the next round looks again.
    const isStored = await outbox.tryTransactWith(
      [
        ...change.items,
        ...(row && changed ? [subscriptions.replace(row, changed)] : []),
        ...agreed.records,
        ...counterUpdates(sumOf(agreed.counts[0]), sumOf(agreed.counts[1])),
      ],
      continues && part === 1 ? [continuing(client_id, context, { interrupted: true })] : [],
    );
    if (isStored && change.papers.length > 0) await wakeNumberer();
    if (isStored && changed) onPart?.();
  }
}

/** The largest part of a change that fits: it can write a credit note for each charge. Undefined if there is none. */
function largestPart<T extends { change: AccountItems }>(
  before: StoredAccount,
  after: Account,
  itemsOf: (part: Account) => T,
): T | undefined {
  for (let rows = MAX_ROWS; ; rows = Math.floor(rows / 2)) {
    const part = partOf(before.account, after, rows);
    if (!part) return undefined;
    const items = itemsOf(part);
    if (items.change.items.length <= MAX_ROWS || rows === 1) return items;
  }
}
