import type { Day } from "../../shared/day.ts";
import { asAgreed } from "../ledger/billed-subscription.ts";
import { noticeDelay } from "../ledger/receipt-entries.ts";
import type { Moment } from "../platform/moment.ts";
import type { Entry } from "../stores/outbox-store.ts";
import type * as store from "../stores/subscription-store.ts";

/** The email about new prices. It goes out later, because the change may be taken back, or other requests add to it. */
export const noticeOf = (change: string, client_id: string, from: Day, { now }: Moment): Entry => ({
  queue: "emails",
  job: { email: "price", client_id, change, from, at: now },
  delaySeconds: noticeDelay(),
});

/** The emails that take back prices that a client knows. */
export function withdrawalsOf(
  pairs: readonly (readonly [before: store.Row, after: store.Row])[],
  { now, today }: Moment,
): Entry[] {
  const withdrawn = pairs.flatMap(([row, after]) => {
    const { next_price } = asAgreed(row, today);
    if (!next_price?.told_on || next_price.change === undefined) return [];
    const { change, from, cents } = next_price;
    if (after.next_price?.change === change) return [];
    return [{ change, from, client_id: row.client_id, price: { subscription_id: row.id, cents } }];
  });
  const groups = Map.groupBy(withdrawn, ({ change, client_id }) => `${change} ${client_id}`);
  return [...groups.values()].flatMap((group): Entry[] => {
    const [first] = group;
    if (!first) return [];
    const { client_id, change, from } = first;
    const prices = group.map(({ price }) => price);
    return [{ queue: "emails", job: { email: "price-withdrawn", client_id, change, from, prices, at: now } }];
  });
}
