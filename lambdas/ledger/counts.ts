import { type Counts, paymentCounts, sumOf } from "../platform/dynamo/counters.ts";
import { allPayments } from "./account-store.ts";

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
