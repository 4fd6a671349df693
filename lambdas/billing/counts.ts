import { type Counts, paymentCounts, sumOf } from "../platform/dynamo/counters.ts";
import { allPayments, paymentsOfClient } from "./store.ts";

/** What the payments of a subscription add to the counters when its client is no longer a sample. */
export const countsOfSubscription = async (client_id: string, subscription_id: string): Promise<Counts> =>
  sumOf(
    (await paymentsOfClient(client_id)).rows
      .filter(({ allocations }) => allocations.some((one) => one.subscription_id === subscription_id))
      .map(paymentCounts),
  );

const SCAN_SEGMENTS = 4;

/** The counters of all payments, from a consistent scan of the table. */
export async function countsOfAll(): Promise<Counts> {
  const countSegment = async (segment: number) => {
    let counts: Counts = {};
    for await (const payment of allPayments(segment, SCAN_SEGMENTS))
      counts = sumOf([counts, paymentCounts(payment)]);
    return counts;
  };
  return sumOf(
    await Promise.all(Array.from({ length: SCAN_SEGMENTS }, (_, segment) => countSegment(segment))),
  );
}
