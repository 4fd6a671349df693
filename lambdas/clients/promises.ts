import { bringUpToDate } from "../../shared/billing/payments.ts";
import { promisePayment, removePromise } from "../../shared/billing/promise.ts";
import type { Day } from "../../shared/day.ts";
import * as activity from "../activity/store.ts";
import { accountChanges } from "../ledger/account-changes.ts";
import { changed } from "../ledger/change.ts";
import { readAccount } from "../ledger/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { tryTransact } from "../platform/dynamo/database.ts";
import { requireClient } from "./page.ts";

/** Records the day until which a client promised to pay what is due, or removes it. */
export async function setPromise(
  client_id: string,
  change: { day: Day } | { removed: Day },
  context: ChangeContext,
): Promise<{ promised_until?: Day | undefined }> {
  await requireClient(client_id);
  const before = await readAccount(client_id);
  const { promised_until } = before.account;
  const isDone = "day" in change ? promised_until === change.day : promised_until !== change.removed;
  if (isDone) return { promised_until };
  const [after] = changed(before, (account) => {
    bringUpToDate(account, context.today);
    if ("day" in change) promisePayment(account, change.day, context.today);
    else removePromise(account);
  });
  const written = await tryTransact([
    ...accountChanges(before, after, { today: context.today }).items,
    ...activity.changeRecords(
      "promise-changed",
      { subject: client_id },
      { promised_until },
      { promised_until: after.promised_until },
      context,
    ),
  ]);
  if (!written) return setPromise(client_id, change, context);
  return { promised_until: after.promised_until };
}
