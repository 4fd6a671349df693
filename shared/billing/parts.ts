import type { Account, Charge } from "./account.ts";
import { chargesOf } from "./charges.ts";

/**
 * A part of a change: whole subscriptions in which no payment changes, as many as have at most `maxRows` new rows. Of a
 * subscription that has more by itself, that number of charges: it changes itself with the last part. Undefined if there is
 * none.
 */
export function partOf(before: Account, after: Account, maxRows: number): Account | undefined {
  const part = structuredClone(before);
  let rows = 0;
  for (const subscription of before.subscriptions) {
    const now = after.subscriptions.find(({ id }) => id === subscription.id);
    const [was, is] = [chargesOf(before, subscription), chargesOf(after, subscription)];
    const changing = changedCharges(was, is);
    if (!now || changing.length === 0 || changing.some((charge) => isPaidOtherwise(charge, was))) continue;
    if (rows > 0 && rows + changing.length >= maxRows) break;
    if (changing.length >= maxRows) {
      const some = changing.slice(0, maxRows);
      const others = part.charges.filter((charge) => !find(some, charge));
      part.charges = [...others, ...structuredClone(some.filter((charge) => find(is, charge)))];
      return part;
    }
    rows += changing.length + 1;
    part.subscriptions = part.subscriptions.map((one) => (one.id === now.id ? structuredClone(now) : one));
    part.charges = part.charges.filter(({ subscription_id }) => subscription_id !== now.id);
    part.charges.push(...structuredClone(is));
  }
  return rows > 0 ? part : undefined;
}

/** The charges that are new, changed or removed. */
const changedCharges = (was: readonly Charge[], is: readonly Charge[]): Charge[] => [
  ...is.filter((charge) => JSON.stringify(find(was, charge)) !== JSON.stringify(charge)),
  ...was.filter((charge) => !find(is, charge)),
];

const isPaidOtherwise = (charge: Charge, was: readonly Charge[]): boolean =>
  charge.paid_cents !== (find(was, charge)?.paid_cents ?? 0);

const find = (charges: readonly Charge[], key: Charge) => charges.find(({ id }) => id === key.id);
