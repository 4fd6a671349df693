import { withOpen } from "../../../shared/billing/open-charges.ts";
import { DUE_SOON_DAYS } from "../../../shared/billing/renewal-state.ts";
import type { Client } from "../../../shared/clients/client.ts";
import { chargesIn, type OwedAccount } from "../../../shared/clients/owed.ts";
import { addDays, type Day } from "../../../shared/day.ts";
import type { Amounts } from "../../../shared/money.ts";
import { omit } from "../../../shared/omit.ts";
import type { Subscription } from "../../../shared/subscriptions/subscription.ts";

/** A subscription with what its client owes of it. */
export const owedOfSubscription = (
  subscription: Subscription,
  account: OwedAccount | undefined,
): Subscription =>
  account
    ? { ...withOpen(subscription, chargesIn(account)), account_version: account.version }
    : subscription;

/** The subscriptions that another client has now, as ones that ended for a client who still owes something of them. */
export function formerOf(
  account: OwedAccount,
  subscriptions: ReadonlyMap<string, Subscription>,
): Subscription[] {
  const { client_id } = account;
  const ids = new Set(account.open.flatMap(({ subscription }) => subscription ?? []));
  return [...ids].flatMap((id) => {
    const subscription = subscriptions.get(id);
    if (!subscription || subscription.client_id === client_id) return [];
    const rest = omit(subscription, "muted", "paid", "open", "on_hold");
    const oldest = account.open.find((charge) => charge.subscription === id)?.due ?? rest.next_billing_date;
    const ended = {
      ...rest,
      client_id,
      status: "inactive",
      next_billing_date: oldest,
      former: true,
    } as const;
    return [owedOfSubscription(ended, account)];
  });
}

/**
 * Whether a subscription and its account were read before and after a change, a payment for example. `account` is undefined
 * if it is not in the list of all that is owed.
 */
export function isTorn(
  { id, status, amount, next_billing_date }: Subscription,
  account: OwedAccount | undefined,
  today: Day,
): boolean {
  if (!account)
    return status === "active" && amount > 0 && next_billing_date <= addDays(today, DUE_SOON_DAYS);
  const oldest = account.open.find(({ subscription }) => subscription === id);
  return oldest !== undefined && oldest.due !== next_billing_date;
}

/** The subscriptions with what is owed of them, and what is owed of former ones. */
export function withOwed(subscriptions: readonly Subscription[], accounts: readonly OwedAccount[]) {
  const byClient = new Map(accounts.map((account) => [account.client_id, account]));
  const byId = new Map(subscriptions.map((subscription) => [subscription.id, subscription]));
  return {
    rows: subscriptions.map((subscription) =>
      owedOfSubscription(subscription, byClient.get(subscription.client_id)),
    ),
    former: accounts.flatMap((account) => formerOf(account, byId)),
  };
}

/** A client with what is overdue, by currency; absent if nothing is. */
export type OwingClient = Client & { overdue?: Amounts };

/** The clients with what they owe. Those who owe nothing stay the same objects. */
export function withOverdue(clients: readonly Client[], accounts: readonly OwedAccount[]): OwingClient[] {
  const byClient = new Map(accounts.map((account) => [account.client_id, account.owed]));
  return clients.map((client) => {
    const owed = byClient.get(client.id) ?? [];
    if (owed.length === 0) return client;
    return { ...client, overdue: Object.fromEntries(owed.map(({ currency, amount }) => [currency, amount])) };
  });
}
