import { chargeId } from "../../shared/billing/account.ts";
import { changeCharge } from "../../shared/billing/change-subscription.ts";
import type { Day } from "../../shared/day.ts";
import { fromCents, toCents } from "../../shared/money.ts";
import type { ChargeChange, Subscription } from "../../shared/subscriptions/subscription.ts";
import { accountItems } from "../ledger/account-items.ts";
import type { Reading } from "../ledger/account-reading.ts";
import { changeAccounts, type Decision } from "../ledger/change-accounts.ts";
import { changeDraft } from "../ledger/change-draft.ts";
import { withOpenCharges } from "../ledger/read-accounts.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { Invalid, notFound } from "../platform/http/refusals.ts";
import * as activity from "../stores/activity-store.ts";
import * as clients from "../stores/client-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";

/** Changes what is owed for a period, or waives the rest of it. */
export async function changeChargeOf(
  id: string,
  period: Day,
  change: ChargeChange,
  context: ChangeContext,
): Promise<Subscription> {
  const { amount, waived } = change;
  if (amount === undefined && waived === undefined)
    throw new Invalid("Please give an amount, or say whether the rest is waived.");
  const { client_id = (await requireSubscription(id)).client_id } = change;
  await changeAccounts([client_id], context, (reading) =>
    changedCharge(reading, { id, client_id, period }, change, context),
  );
  const [row] = await withOpenCharges([await requireSubscription(id)]);
  return subscriptions.fromOwing(row as subscriptions.OwingRow);
}

async function requireSubscription(id: string): Promise<subscriptions.Row> {
  const row = await subscriptions.get(id);
  if (!row) throw notFound("subscription");
  return row;
}

function changedCharge(
  reading: Reading,
  { id, client_id, period }: { id: string; client_id: string; period: Day },
  { amount, waived, reason }: ChargeChange,
  context: ChangeContext,
): Decision<void> {
  const client = reading.client(client_id);
  if (client) clients.refuseErased(client);
  const before = reading.account(client_id);
  const charge_id = chargeId({ subscription_id: id, period });
  const cents = amount === undefined ? undefined : toCents(amount);
  const [after] = changeDraft(before, (account) =>
    changeCharge(account, charge_id, { cents, waived }, context.today),
  );
  const [earlier, charge] = [before.account, after].map(({ charges }) =>
    charges.find((candidate) => candidate.id === charge_id),
  );
  const waivedCents = Math.abs((charge?.waived_cents ?? 0) - (earlier?.waived_cents ?? 0));
  const about = subscriptions.aboutOf({ id, client_id });
  return {
    changes: [accountItems(before, after, { today: context.today, by: context.actor.name, why: reason })],
    items: [
      activity.eventRecord("charge-changed", about, context, {
        after: {
          period,
          amount: waived === undefined ? amount : fromCents(waivedCents),
          waived,
          reason,
          currency: charge?.currency,
        },
      }),
    ],
    answer: undefined,
  };
}
