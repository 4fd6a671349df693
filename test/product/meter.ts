import { type AwsCall, intercept } from "./interception.ts";
import type { Product } from "./product.ts";

/** Measures DynamoDB's units, those of reads, and how many calls follow one after the other; `without` calls of some functions. */
export function meterOf(product: Product, without?: RegExp) {
  let units = 0;
  let reads = 0;
  let rounds = 0;
  intercept(product, async ({ operation, body, from }: AwsCall, pass) => {
    if (from && without?.test(from)) return pass();
    // Not counted: the access check reads two units once in five seconds, not for each call.
    const isAccessCheck = operation === "BatchGetItem" && /"RequestItems":\{"DataStaff/.test(body);
    if (!/Item|Query|Scan/.test(operation) || isAccessCheck) return pass();
    const round = rounds + 1;
    const answer = await pass(JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: "TOTAL" }));
    const text = await answer.text();
    for (const { CapacityUnits = 0 } of [JSON.parse(text).ConsumedCapacity ?? []].flat()) {
      units += CapacityUnits;
      if (/Get|Query|Scan/.test(operation)) reads += CapacityUnits;
    }
    rounds = Math.max(rounds, round);
    return new Response(text, { status: answer.status, headers: answer.headers });
  });
  return async (work: () => Promise<void>) => {
    units = 0;
    reads = 0;
    rounds = 0;
    await work();
    return { units, reads, rounds };
  };
}
