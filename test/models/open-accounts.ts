import { expect } from "vitest";
import {
  type Account,
  type AnyAccount,
  type Charge,
  ClosedChargesNeeded,
  creditSums,
  isOpen,
  type OpenAccount,
} from "../../shared/billing/account.ts";
import { withAdjustments } from "../../shared/billing/adjustments.ts";
import { AccountError, isUnfinished, nextTaking } from "../../shared/billing/charges.ts";
import { dueDayChanges, dueDaysOf } from "../../shared/billing/due-days.ts";
import { addDays, type Day } from "../../shared/day.ts";

/** The account as it is read to be changed. */
const openPartOf = (account: Account): OpenAccount => ({
  ...structuredClone(account),
  charges: structuredClone(account.charges.filter(isOpen)),
  only_open: true,
});

/** How many changes were decided from open charges alone. */
export const decidedFrom = { open: 0 };

/**
 * Changes an account, and once more from its open charges alone, as the ledger's door does: that is refused, is decided
 * again with all charges, or comes to the same.
 */
export function changeBoth(account: Account, today: Day, change: (account: AnyAccount) => void): void {
  const before = structuredClone(account);
  const open = openPartOf(account);
  const failure = failureOf(() => change(account));
  const needsAll = failureOf(() => change(open)) ?? writesAgain(before, open);
  if (!needsAll) {
    decidedFrom.open += 1;
    expect(failure, "only all charges refuse the change").toBeUndefined();
    expect(factsOf(openPartOf(before), open, before, today)).toEqual(factsOf(before, account, before, today));
  }
  if (failure) throw failure;
}

function failureOf(change: () => void): Error | undefined {
  try {
    change();
    return undefined;
  } catch (error) {
    if (error instanceof AccountError || error instanceof ClosedChargesNeeded) return error;
    throw error;
  }
}

/** The condition of storing a new charge refuses one that is closed already. */
const writesAgain = (before: Account, open: OpenAccount): boolean =>
  open.charges.some(({ id }) => before.charges.some((charge) => charge.id === id && !isOpen(charge)));

/** All that is stored of a change; of closed charges that were not read, nothing changes. */
function factsOf(before: AnyAccount, changed: AnyAccount, { charges: all }: Account, today: Day) {
  const after = withAdjustments(before, changed, { day: today });
  const { active, promised_until, promised_on, subscriptions, payments } = after;
  const unread = all.filter(
    ({ id }) => !after.charges.some((charge) => charge.id === id) && before.only_open,
  );
  const charges = [...after.charges, ...unread.filter((charge) => !isOpen(charge))];
  const daysOf = (account: AnyAccount) => dueDaysOf(account.charges, creditSums(account.payments));
  return {
    account: { active, promised_until, promised_on, subscriptions, payments },
    charges: charges.sort(byId),
    dueDays: dueDayChanges(daysOf(before), daysOf(after)),
    isUnfinished: isUnfinished(after, addDays(today, 7)),
    nextTaking: nextTaking(after),
  };
}

const byId = (a: Charge, b: Charge): number => (a.id < b.id ? -1 : 1);
