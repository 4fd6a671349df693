import { bringUpToDate } from "../../shared/billing/payments.ts";
import { promisePayment, removePromise } from "../../shared/billing/promise.ts";
import type { Day } from "../../shared/day.ts";
import { accountItems } from "../ledger/account-items.ts";
import type { Reading } from "../ledger/account-reading.ts";
import { changeAccounts, type Decision } from "../ledger/change-accounts.ts";
import { changeDraft } from "../ledger/change-draft.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { notFound } from "../platform/http/refusals.ts";
import * as activity from "../stores/activity-store.ts";

type Promised = { promised_until?: Day | undefined };
type PromiseChange = { day: Day } | { removed: Day };

/** Records the day until which a client promised to pay what is due, or removes it. */
export const setPromise = (client_id: string, change: PromiseChange, context: ChangeContext) =>
  changeAccounts([client_id], context, (reading) => promised(reading, client_id, change, context), {
    onlyOpen: true,
  });

function promised(
  reading: Reading,
  client_id: string,
  change: PromiseChange,
  context: ChangeContext,
): Decision<Promised> {
  if (!reading.client(client_id)) throw notFound("client");
  const before = reading.openAccount(client_id);
  const { promised_until } = before.account;
  const isDone = "day" in change ? promised_until === change.day : promised_until !== change.removed;
  if (isDone) return { changes: [], answer: { promised_until } };
  const [after] = changeDraft(before, (account) => {
    bringUpToDate(account, context.today);
    if ("day" in change) promisePayment(account, change.day, context.today);
    else removePromise(account);
  });
  const answer = { promised_until: after.promised_until };
  return {
    changes: [accountItems(before, after, { today: context.today })],
    items: activity.changeRecords(
      "promise-changed",
      { subject: client_id },
      { promised_until },
      answer,
      context,
    ),
    answer,
  };
}
