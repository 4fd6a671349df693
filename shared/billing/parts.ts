import type { Account, Charge } from "./account.ts";
import { chargesOf } from "./charges.ts";

/**
 * A part of a change: whole subscriptions in which no payment changes, as many as have at most `maxRows` new rows. Of a
 * subscription that has more by itself, or goes to another client, some of the charges that stay: it changes itself with the
 * last part. Undefined if there is none.
 */
export function partOf(before: Account, after: Account, maxRows: number): Account | undefined {
  const part = structuredClone(before);
  let rows = 0;
  for (const subscription_id of subscriptionIdsIn(before)) {
    const [earlier, now] = [before, after].map(({ subscriptions }) =>
      subscriptions.find(({ id }) => id === subscription_id),
    );
    const [was, is] = [before, after].map((account) => chargesOf(account, { id: subscription_id })) as Pair;
    const isMove = !earlier !== !now;
    const changing = changedCharges(was, is).filter(
      (charge) => !isMove || (find(was, charge) && find(is, charge)),
    );
    if (changing.length === 0 || changing.some((charge) => isPaidOtherwise(charge, was))) continue;
    if (rows > 0 && rows + changing.length >= maxRows) break;
    if (!earlier || !now || changing.length >= maxRows) {
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

type Pair = [Charge[], Charge[]];

/** Also those that another client has now, and undefined for charges without one. */
const subscriptionIdsIn = ({ subscriptions, charges }: Account) =>
  new Set([...subscriptions.map(({ id }) => id), ...charges.map(({ subscription_id }) => subscription_id)]);

/** The charges that are new, changed or removed. */
const changedCharges = (was: readonly Charge[], is: readonly Charge[]): Charge[] => [
  ...is.filter((charge) => JSON.stringify(find(was, charge)) !== JSON.stringify(charge)),
  ...was.filter((charge) => !find(is, charge)),
];

const isPaidOtherwise = (charge: Charge, was: readonly Charge[]): boolean =>
  charge.paid_cents !== (find(was, charge)?.paid_cents ?? 0);

const find = (charges: readonly Charge[], key: Charge) => charges.find(({ id }) => id === key.id);
