import type { Account } from "../../shared/billing/account.ts";
import { partOf } from "../../shared/billing/parts.ts";
import type { Day } from "../../shared/day.ts";
import { tryTransact } from "../platform/dynamo/database.ts";
import { accountChanges } from "./account-changes.ts";
import { changed } from "./change.ts";
import { readAccount } from "./store.ts";

/** Leaves room in a transaction for sums, counters and records. */
const MAX_ROWS = 70;
/** Far more than any client needs. */
const MAX_PARTS = 100;

/**
 * Stores a change of an account in parts, until the rest fits into one transaction. Each part is a correct account, so an
 * interrupted attempt is continued by the next one, or by the daily run.
 */
export async function storeParts(
  client_id: string,
  { today, by }: { today: Day; by: string },
  change: (account: Account) => void,
): Promise<void> {
  for (let part = 1; part <= MAX_PARTS; part += 1) {
    const before = await readAccount(client_id);
    const [after] = changed(before, change);
    if (accountChanges(before, after, { today, by }).items.length <= MAX_ROWS) return;
    const next = partOf(before.account, after, MAX_ROWS);
    if (!next) return;
    // If somebody else changed the account in between, the next round looks again.
    await tryTransact(accountChanges(before, next, { today, by }).items);
  }
}
