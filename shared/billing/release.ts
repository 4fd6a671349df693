import { addDays, type Day } from "../day.ts";
import { type Account, type Allocation, type Charge, compareCharges, type Payment } from "./account.ts";
import { holdCharges, MAX_TAKING, removeBeyondFirstToCome, takeCredit, writeMissing } from "./charges.ts";
import { waive } from "./invoicing.ts";
import { DUE_SOON_DAYS } from "./renewal-state.ts";

/**
 * Opens the oldest charges of undone payments again, as many as one change may: other credit pays the oldest first. A
 * payment that pays none any more goes.
 */
export function releaseUndone(account: Account, today: Day): void {
  writeMissing(account, today);
  const reopened: Charge[] = [];
  for (const payment of account.payments.filter(({ undone }) => undone))
    reopened.push(...release(account, payment, payment.cents, "oldest", MAX_TAKING - reopened.length));
  account.payments = account.payments.filter(({ undone, allocations }) => !undone || allocations.length > 0);
  holdCharges(account);
  takeCredit(account, addDays(today, DUE_SOON_DAYS), reopened);
  removeBeyondFirstToCome(account, today);
}

/** Takes cents back from the charges of a payment. Returns the charges that are open again. */
export function release(
  account: Account,
  payment: Payment,
  cents: number,
  first: "oldest" | "newest",
  maxCharges = Number.POSITIVE_INFINITY,
): Charge[] {
  let remaining = cents;
  const reopened: Charge[] = [];
  if (cents > 0)
    for (const charge of account.charges.filter(({ waived_by }) => waived_by === payment.id)) {
      waive(charge, 0);
      charge.waived_by = undefined;
      reopened.push(charge);
    }
  const oldestFirst = account.charges.toSorted(compareCharges);
  for (const charge of first === "oldest" ? oldestFirst : oldestFirst.reverse()) {
    const allocation = payment.allocations.find(({ charge_id }) => charge_id === charge.id);
    const taken = Math.min(remaining, allocation?.cents ?? 0);
    if (taken <= 0 || !allocation || reopened.length >= maxCharges) continue;
    remaining -= taken;
    takeBack(allocation, charge, taken);
    if (tookWaivedRest(payment, charge)) waive(charge, (charge.waived_cents ?? 0) + taken, "not_collectible");
    reopened.push(charge);
  }
  removeEmptyAllocations(account, payment);
  return reopened;
}

/** The account without what some payments pay and waive. */
export function withoutPayments(account: Account, payments: readonly Payment[]): Account {
  const without = structuredClone(account);
  for (const payment of structuredClone(payments)) release(without, payment, payment.cents, "oldest");
  return without;
}

/** After the payment that closed a charge, only withheld tax pays a part of it: in the place of the waived rest. */
function tookWaivedRest({ id, is_tax }: Payment, { waived_by, paid_by = [] }: Charge): boolean {
  return Boolean(is_tax) && waived_by !== undefined && paid_by.indexOf(id) > paid_by.indexOf(waived_by);
}

/** Makes cents that are paid of a charge credit again, of the newest payments first, and of withheld tax last. */
export function releaseFrom(account: Account, charge: Charge, cents: number): void {
  let remaining = cents;
  const newestFirst = account.payments.toReversed();
  for (const payment of newestFirst.sort((a, b) => Number(a.is_tax ?? 0) - Number(b.is_tax ?? 0))) {
    const allocation = payment.allocations.find(({ charge_id }) => charge_id === charge.id);
    const taken = Math.min(remaining, allocation?.cents ?? 0);
    if (taken <= 0 || !allocation) continue;
    remaining -= taken;
    takeBack(allocation, charge, taken);
    removeEmptyAllocations(account, payment);
  }
  if (remaining > 0) throw new Error("The payments of a charge were not read.");
}

function takeBack(allocation: Allocation, charge: Charge, cents: number): void {
  allocation.cents -= cents;
  charge.paid_cents -= cents;
}

function removeEmptyAllocations(account: Account, payment: Payment): void {
  payment.allocations = payment.allocations.filter((allocation) => allocation.cents > 0);
  for (const charge of account.charges)
    if (!payment.allocations.some(({ charge_id }) => charge_id === charge.id))
      charge.paid_by = charge.paid_by?.filter((id) => id !== payment.id);
}
