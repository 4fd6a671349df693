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
    const [subscriptionBefore, subscriptionAfter] = [before, after].map(({ subscriptions }) =>
      subscriptions.find(({ id }) => id === subscription_id),
    );
    const [chargesBefore, chargesAfter] = [before, after].map((account) =>
      chargesOf(account, { id: subscription_id }),
    ) as Pair;
    const isMove = !subscriptionBefore !== !subscriptionAfter;
    const changing = changedCharges(chargesBefore, chargesAfter).filter(
      (charge) => !isMove || (find(chargesBefore, charge) && find(chargesAfter, charge)),
    );
    if (changing.length === 0 || changing.some((charge) => isPaidOtherwise(charge, chargesBefore))) continue;
    if (rows > 0 && rows + changing.length >= maxRows) break;
    if (!subscriptionBefore || !subscriptionAfter || changing.length >= maxRows) {
      const fitting = changing.slice(0, maxRows);
      const untouched = part.charges.filter((charge) => !find(fitting, charge));
      part.charges = [
        ...untouched,
        ...structuredClone(fitting.filter((charge) => find(chargesAfter, charge))),
      ];
      return part;
    }
    rows += changing.length + 1;
    part.subscriptions = part.subscriptions.map((subscription) =>
      subscription.id === subscriptionAfter.id ? structuredClone(subscriptionAfter) : subscription,
    );
    part.charges = part.charges.filter(({ subscription_id }) => subscription_id !== subscriptionAfter.id);
    part.charges.push(...structuredClone(chargesAfter));
  }
  return rows > 0 ? part : undefined;
}

type Pair = [Charge[], Charge[]];

/** Also those that another client has now, and undefined for charges without one. */
const subscriptionIdsIn = ({ subscriptions, charges }: Account) =>
  new Set([...subscriptions.map(({ id }) => id), ...charges.map(({ subscription_id }) => subscription_id)]);

/** The charges that are new, changed or removed. */
const changedCharges = (before: readonly Charge[], after: readonly Charge[]): Charge[] => [
  ...after.filter((charge) => JSON.stringify(find(before, charge)) !== JSON.stringify(charge)),
  ...before.filter((charge) => !find(after, charge)),
];

const isPaidOtherwise = (charge: Charge, before: readonly Charge[]): boolean =>
  charge.paid_cents !== (find(before, charge)?.paid_cents ?? 0);

const find = (charges: readonly Charge[], key: Charge) => charges.find(({ id }) => id === key.id);
