import { formatCents } from "../../shared/money.ts";
import { methodName } from "../../shared/subscriptions/subscription.ts";
import * as clients from "../clients/store.ts";
import * as lines from "../payments/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import type { PaymentRow } from "./rows.ts";

/** Names a payment for a sentence: `$149.99 for 2 periods, paid on 2026-12-24, M-Pesa, reference A`. */
export function onRecordText({
  cents,
  currency,
  paid_on,
  method,
  reference,
  allocations,
}: PaymentRow): string {
  return [
    `${formatCents(cents, currency)}${allocations.length > 1 ? ` for ${allocations.length} periods` : ""}`,
    `paid on ${paid_on}`,
    methodName(method),
    reference && `reference ${reference}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Why a statement line or code cannot be recorded: a payment of it is on record for any client, or somebody ignored it. */
export async function refusalOf(line: string, again: boolean | undefined): Promise<string | undefined> {
  const known = await lines.get(line);
  if (!known) return undefined;
  const id = known.subscription_id;
  const subscription = id && (await subscriptions.getMany([id])).get(id);
  const client = subscription && (await clients.get(subscription.client_id));
  return lines.refusalText(known, client ? client.name : undefined, again);
}
