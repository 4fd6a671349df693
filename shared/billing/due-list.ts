import type { Client } from "../clients/client.ts";
import type { UpcomingRenewal } from "../dashboard.ts";
import type { Day } from "../day.ts";
import type { ListRules } from "../lists/rules.ts";
import { currencyOf, isFree, leftCents, moneyRank } from "../money.ts";
import type { Subscription } from "../subscriptions/subscription.ts";

/** An overdue or due-soon renewal. */
export type Due = UpcomingRenewal & { company: string };

type Lists = { subscriptions: readonly Subscription[]; clients: readonly Client[] };

/**
 * Adds overdue subscriptions from the lists to the server's upcoming renewals. The two may be of different moments, so
 * a subscription in both is listed once.
 */
export function dueOf(
  upcoming: readonly UpcomingRenewal[],
  { subscriptions, clients }: Lists,
  { today, samples }: { today: Day; samples: boolean },
): Due[] {
  const byId = new Map(clients.map((client) => [client.id, client]));
  const listed = new Set(upcoming.map(({ id }) => id));
  const due = upcoming.map((renewal) => ({
    ...renewal,
    company: byId.get(renewal.client_id)?.company ?? "",
  }));
  for (const subscription of subscriptions) {
    const { id, status, amount, next_billing_date, sample } = subscription;
    if (status !== "active" || isFree(amount) || next_billing_date >= today) continue;
    if (listed.has(id) || (sample && !samples)) continue;
    due.push(withClient(subscription, byId.get(subscription.client_id)));
  }
  return due;
}

function withClient(subscription: Subscription, client: Client | undefined): Due {
  const { id, client_id, service, frequency, amount, currency, paid, next_billing_date, sample } =
    subscription;
  return {
    id,
    client_id,
    frequency,
    amount,
    currency,
    next_billing_date,
    ...(paid && { paid }),
    ...(service && { service }),
    ...(sample && { sample }),
    client_name: client?.name ?? "Unknown Client",
    client_email: client?.email ?? "",
    client_phone: client?.phone ?? "",
    client_reference: client?.payment_reference,
    client_language: client?.language,
    company: client?.company ?? "",
  };
}

/** Ordered by day, or by what is left to pay. */
export const dueList: ListRules<Due> = {
  textOf: ({ client_name }) => client_name,
  filters: {},
  sortKeys: {
    day: ({ next_billing_date }) => Number(next_billing_date.replaceAll("-", "")),
    amount: (renewal) => moneyRank(leftCents(renewal), currencyOf(renewal)),
  },
  defaultOrder: { id: "day", desc: false },
};
