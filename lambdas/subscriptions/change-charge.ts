import { changeCharge } from "../../shared/billing/change-subscription.ts";
import type { Day } from "../../shared/day.ts";
import { toCents } from "../../shared/money.ts";
import type { ChargeChange, Subscription } from "../../shared/subscriptions/subscription.ts";
import * as activity from "../activity/store.ts";
import * as clients from "../clients/store.ts";
import { accountChanges } from "../ledger/account-changes.ts";
import { changed } from "../ledger/change.ts";
import { readAccount } from "../ledger/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { tryTransact } from "../platform/dynamo/database.ts";
import { Invalid } from "../platform/http/errors.ts";
import { subscriptionOf } from "./renewals.ts";
import * as subscriptions from "./store.ts";

/** Changes what is owed for a period, or waives the rest of it. */
export async function changeChargeOf(
  id: string,
  period: Day,
  change: ChargeChange,
  context: ChangeContext,
): Promise<Subscription> {
  const { amount, waived, reason } = change;
  if (amount === undefined && waived === undefined)
    throw new Invalid("Please give an amount, or say whether the rest is waived.");
  const row = await subscriptionOf(id);
  const { client_id = row.client_id } = change;
  const client = await clients.get(client_id);
  if (client) clients.refuseErased(client);
  const before = await readAccount(client_id);
  const cents = amount === undefined ? undefined : toCents(amount);
  const [after] = changed(before, (account) =>
    changeCharge(account, { subscription_id: id, period }, { cents, waived }, context.today),
  );
  const charge = after.charges.find((one) => one.subscription_id === id && one.period === period);
  const written = await tryTransact([
    ...accountChanges(before, after, { today: context.today }).items,
    activity.eventRecord("charge-changed", subscriptions.aboutOf({ id, client_id }), context, {
      after: { period, amount, waived, reason, currency: charge?.currency },
    }),
  ]);
  if (!written) return changeChargeOf(id, period, change, context);
  return subscriptions.fromRow(await subscriptionOf(id));
}
