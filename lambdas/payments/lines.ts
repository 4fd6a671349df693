import { fromCents } from "../../shared/money.ts";
import type { KnownLine } from "../../shared/payments/statement-line.ts";
import * as clients from "../clients/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import * as store from "./store.ts";

/** What is known of lines, with whom a payment of them is on record for. */
export async function named(rows: readonly store.Row[]): Promise<KnownLine[]> {
  const recorded = rows.flatMap(({ subscription_id }) => subscription_id ?? []);
  const sold = await subscriptions.getMany(recorded);
  const from = await clients.getMany([...sold.values()].map(({ client_id }) => client_id));
  return rows.map((row): KnownLine => {
    const { recorded = 0, subscription_id, paid_on, amount_cents, currency, undone, aside, line } = row;
    const { client_id } = sold.get(subscription_id ?? "") ?? {};
    const client_name = from.get(client_id ?? "")?.name ?? "Unknown Client";
    return {
      key: store.nameOf(row),
      ...(recorded > 0 &&
        paid_on && {
          recorded: { subscription_id, client_name, paid_on, amount: fromCents(amount_cents ?? 0), currency },
        }),
      undone,
      ...(line && { waiting: true as const }),
      aside,
    };
  });
}
