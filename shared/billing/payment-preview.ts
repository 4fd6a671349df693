import type { Day } from "../day.ts";
import { type Currency, MAX_CENTS } from "../money.ts";
import { type Account, type Allocation, type Charge, isAskedFor, type Payment } from "./account.ts";
import { hasNextCharge } from "./agreed.ts";
import { AccountError, isBilling, writeNext } from "./charges.ts";
import { type Payable, payableCharges } from "./payable.ts";
import { bringUpToDate, MAX_ALLOCATIONS, recordPayment } from "./payments.ts";

/** The periods that a person can pay ahead, besides those that are open. */
const MAX_AHEAD = 12;

export type PreviewRequest = {
  /** In cents. By default what is due: what is asked for, else what is on hold. If nothing is due, the next charge. */
  cents?: number | undefined;
  currency?: Currency | undefined;
  /** The subscription that is paid first. */
  first?: string | undefined;
  /** Allocations that the person chose. */
  to?: readonly Allocation[] | undefined;
  /** The next periods get the amount beyond all open charges. */
  ahead?: boolean | undefined;
  /** A certificate of withheld tax. */
  is_tax?: true | undefined;
};

/** A charge, what is left of it, and the cents that it gets of the payment. */
export type PreviewedCharge = Charge & { left: number; pays: number; ahead?: true };

/** The effect of a payment before it is recorded. Amounts are in cents. */
export type PaymentPreview = {
  cents: number;
  currency: Currency;
  /** The currencies of the open charges. */
  currencies: Currency[];
  charges: PreviewedCharge[];
  /** The charges that can be paid together, also ahead: what each has left, and the sum up to it. */
  steps: { charge: Charge; left: number; cents: number }[];
  /** Cents that pay no charge: they become credit, or pay the next periods. */
  rest: number;
  /** The account after the payment. */
  after: Account;
};

/**
 * Tries a payment: it pays the charges that a person chose, then those of the first subscription, then the others, each
 * oldest due first, and those on hold last. Changes the account as `recordPayment` does before it records.
 * @throws AccountError as `recordPayment`
 */
export function previewPayment(
  account: Account,
  request: PreviewRequest,
  usual: Currency,
  today: Day,
): PaymentPreview {
  const { first, is_tax, to = [] } = request;
  bringUpToDate(account, today);
  const subscription = account.subscriptions.find(({ id }) => id === first);
  if (first !== undefined && !subscription)
    throw new AccountError("That subscription is not one of this client.");
  const payable = payableCharges(account.charges, { first });
  const currency = request.currency ?? currencyToPay(payable, subscription, usual, today);
  const open = payableCharges(account.charges, { currency, first, is_tax });
  const offered = open.filter(({ charge }) => first === undefined || charge.subscription_id === first);
  const ahead = payableCharges(chargesAhead(account, currency, first));
  const due = offered.filter(({ charge }) => charge.due <= today);
  const asked = due.filter(({ charge, waived }) => waived || isAskedFor(charge));
  const onHold = stepsOf(asked.length > 0 ? [] : due);
  const steps = stepsOf([...offered, ...ahead]);
  const suggested = [stepsOf(asked), onHold, steps.slice(0, 1)].find(({ length }) => length > 0);
  const cents = request.cents ?? suggested?.at(-1)?.cents ?? 0;
  // Named, because a payment pays what is on hold after what is to come.
  const named = request.cents === undefined && to.length === 0 ? onHold.map(allocationOf) : to;
  const { allocations, rest } = propose(request.ahead ? [...open, ...ahead] : open, cents, named);

  const payment: Payment = { id: "preview", currency, cents, allocations: [], is_tax };
  const after = structuredClone(account);
  recordPayment(after, payment, { to: allocations, credit: true }, today);
  const charges = [...open, ...ahead].flatMap((payableCharge): PreviewedCharge[] => {
    const { charge, left } = payableCharge;
    const pays = allocations.find(({ charge_id }) => charge_id === charge.id)?.cents ?? 0;
    const isAhead = ahead.includes(payableCharge);
    return pays > 0 || !isAhead ? [{ ...charge, left, pays, ...(isAhead && { ahead: true }) }] : [];
  });
  const currencies = [...new Set(payable.map(({ charge }) => charge.currency))];
  return { cents, currency, currencies, charges, steps, rest, after };
}

/** That of the first subscription; else the usual one, if something is due in it; else that of the oldest charge. */
function currencyToPay(
  payable: readonly Payable[],
  subscription: Account["subscriptions"][number] | undefined,
  usual: Currency,
  today: Day,
): Currency {
  if (subscription) {
    const own = payable.find(({ charge }) => charge.subscription_id === subscription.id);
    return own?.charge.currency ?? subscription.currency;
  }
  const isDueInUsual = payable.some(
    ({ charge }) => charge.currency === usual && charge.due <= today && isAskedFor(charge),
  );
  return isDueInUsual ? usual : (payable[0]?.charge.currency ?? usual);
}

/** The charges that follow the open ones, as they would be written: of one subscription, or of all. */
function chargesAhead(account: Account, currency: Currency, first: string | undefined): Charge[] {
  const draft = structuredClone(account);
  const before = draft.charges.length;
  const billing = draft.subscriptions.filter(
    (subscription) =>
      isBilling(draft, subscription) &&
      subscription.currency === currency &&
      (first === undefined || subscription.id === first),
  );
  while (draft.charges.length < before + MAX_AHEAD) {
    const [next] = billing
      .filter(hasNextCharge)
      .sort((a, b) => ((a.next_charge ?? "") < (b.next_charge ?? "") ? -1 : 1));
    if (!next) break;
    writeNext(draft, next);
  }
  return draft.charges.slice(before);
}

const allocationOf = ({ charge, left: cents }: PaymentPreview["steps"][number]) => ({
  charge_id: charge.id,
  cents,
});

function propose(payable: readonly Payable[], cents: number, to: readonly Allocation[]) {
  const allocations: Allocation[] = to.filter((allocation) => allocation.cents > 0);
  let rest = cents - allocations.reduce((sum, allocation) => sum + allocation.cents, 0);
  for (const { charge, left } of payable) {
    if (rest <= 0 || allocations.length === MAX_ALLOCATIONS) break;
    if (to.some(({ charge_id }) => charge_id === charge.id)) continue;
    const share = Math.min(rest, left);
    allocations.push({ charge_id: charge.id, cents: share });
    rest -= share;
  }
  return { allocations, rest: Math.max(0, rest) };
}

/** As many charges as one payment can pay. */
function stepsOf(payable: readonly Payable[]): PaymentPreview["steps"] {
  let cents = 0;
  return payable.slice(0, MAX_ALLOCATIONS).flatMap(({ charge, left }) => {
    cents += left;
    return cents <= MAX_CENTS ? [{ charge, left, cents }] : [];
  });
}
