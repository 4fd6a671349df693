import { formatDay } from "../../dates.ts";
import { addDays, type Day } from "../../day.ts";
import { type Currency, currencyNames, formatCents } from "../../money.ts";
import {
  type Account,
  type Allocation,
  type Charge,
  isAskedFor,
  isOpen,
  leftOf,
  type Payment,
  sumOf,
} from "../account.ts";
import { payableCharges } from "../payable.ts";
import { bringUpToDate, MAX_ALLOCATIONS, recordPayment } from "../payments.ts";

/** Paying a period this long before it is due is usual. */
const EARLY_PAYMENT_DAYS = 31;

type Money = { id: string; cents: number; currency: Currency; paid_on: Day };

/** The effect that a payment would have on an account. The part that `to` leaves is credit. */
export type Proposal = { to: Allocation[]; after: Account; says: string; doubt?: string | undefined };

/** Records a payment on a copy of the account. `doubt`: why its amount does not show by itself what it is for. */
export function propose(account: Account, money: Money, today: Day): Proposal {
  const after = structuredClone(account);
  bringUpToDate(after, today);
  const open = payableCharges(after.charges, { currency: money.currency }).map(({ charge }) => charge);
  const held = structuredClone(open.filter(({ on_hold }) => on_hold));
  const fit = fitOf(open, money, after);
  const payment: Payment = { id: money.id, cents: money.cents, currency: money.currency, allocations: [] };
  recordPayment(after, payment, { to: fit.to, credit: true }, today);
  const paidHeld = held.find((charge) =>
    payment.allocations.some(({ charge_id }) => charge_id === charge.id),
  );
  const last = payment.allocations
    .flatMap(({ charge_id }) => after.charges.find(({ id }) => id === charge_id)?.due ?? [])
    .sort()
    .at(-1);
  const early =
    last !== undefined && last > addDays(money.paid_on, EARLY_PAYMENT_DAYS)
      ? `it pays the period due ${formatDay(last)}, more than a month ahead`
      : undefined;
  return {
    to: structuredClone(payment.allocations),
    after,
    says: fit.says,
    doubt: fit.doubt ?? (paidHeld ? `it pays ${nameOfCharge(paidHeld)}` : early),
  };
}

type Fit = { to: Allocation[]; says: string; doubt?: string };

/** An amount fits if it pays the oldest open charges in whole, or exactly one charge. What is on hold is paid last. */
function fitOf(open: readonly Charge[], { cents, currency }: Money, account: Account): Fit {
  const oldest = open.findIndex((_, at) => sumOf(open.slice(0, at + 1)) === cents) + 1;
  if (oldest > 0 && oldest <= MAX_ALLOCATIONS)
    return {
      to: [],
      says:
        oldest === 1
          ? `It pays ${nameOfCharge(open[0])}.`
          : `It pays the ${oldest} oldest open charges in whole.`,
    };
  const ofThisAmount = open.filter((charge) => leftOf(charge) === cents);
  const [exact, ...others] = ofThisAmount.some(isAskedFor) ? ofThisAmount.filter(isAskedFor) : ofThisAmount;
  if (exact && others.every(({ subscription_id }) => subscription_id === exact.subscription_id)) {
    return { to: [{ charge_id: exact.id, cents }], says: `It pays ${nameOfCharge(exact)}.` };
  }
  return { to: [], says: "", doubt: doubtOf(open, others.length + 1, cents, currency, account) };
}

function doubtOf(
  open: readonly Charge[],
  sameAmount: number,
  cents: number,
  currency: Currency,
  account: Account,
): string {
  const money = (amount: number) => formatCents(amount, currency);
  const [first] = open;
  if (!first) {
    const isElsewhere = account.charges.some(isOpen);
    const elsewhere = isElsewhere ? "; what is open is in another currency" : "";
    return `nothing is open in ${currencyNames[currency]}, so it becomes credit${elsewhere}`;
  }
  if (open.some((_, at) => sumOf(open.slice(0, at + 1)) === cents))
    return `one payment pays at most ${MAX_ALLOCATIONS} charges`;
  if (sameAmount > 1) return `${sameAmount} open charges have this amount`;
  const rest = cents - sumOf(open);
  if (rest > 0) return `it is ${money(rest)} more than all that is open, which becomes credit`;
  if (cents < leftOf(first))
    return `it is only a part of ${nameOfCharge(first)}, of which ${money(leftOf(first))} is open`;
  return "no open charges add up to it, so one would be paid in part";
}

const nameOfCharge = (charge: Charge | undefined): string =>
  charge
    ? `the charge due ${formatDay(charge.due)}${charge.service ? ` (${charge.service})` : ""}${charge.on_hold ? ", which is on hold" : ""}`
    : "";
