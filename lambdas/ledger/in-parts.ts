import type { Account } from "../../shared/billing/account.ts";
import { partOf } from "../../shared/billing/parts.ts";
import * as outbox from "../outbox/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import type { Moment } from "../platform/moment.ts";
import { accountItems } from "./account-items.ts";
import { changeDraft } from "./change-draft.ts";
import { readAccount } from "./store.ts";

/** Leaves room in a transaction for sums, counters and records. */
const MAX_ROWS = 70;
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

/**
 * Stores a change of an account in parts, until the rest fits into one transaction. Each part is a correct account. If the
 * attempt is interrupted and `continues`, a job brings the account to what its subscriptions and its client say, as if nobody
 * had tried.
 */
export async function storeParts(
  client_id: string,
  context: ChangeContext,
  change: (account: Account) => void,
  { continues = false } = {},
): Promise<void> {
  const { today, actor } = context;
  const options = { today, by: actor.name };
  for (let part = 1; part <= MAX_PARTS; part += 1) {
    const before = await readAccount(client_id);
    const [after] = changeDraft(before, change);
    if (accountItems(before, after, options).items.length <= MAX_ROWS) return;
    const next = partOf(before.account, after, MAX_ROWS);
    if (!next) return;
    // If somebody else changed the account in between, the next round looks again.
    await outbox.tryTransactWith(
      accountItems(before, next, options).items,
      continues && part === 1 ? [continuing(client_id, context, { interrupted: true })] : [],
    );
  }
}
