import { formatDay } from "../dates.ts";
import type { Day } from "../day.ts";
import { formatCents } from "../money.ts";
import type { Vat } from "../vat.ts";
import {
  type Account,
  type BilledSubscription,
  type Charge,
  chargeId,
  isAhead,
  isOpen,
  leftOf,
  type NextPrice,
  scheduledDay,
  statementDay,
  stateOf,
  sumOf,
} from "./account.ts";
import { endedAsAgreed, endsBefore, type Terms, termsOn } from "./agreed.ts";
import {
  AccountError,
  AccountInputError,
  chargesOf,
  isBilling,
  isByHand,
  isStillToCome,
  isTold,
  nextBillingDateOf,
  removeCharges,
  scheduleOf,
  writeMissing,
  writeNext,
} from "./charges.ts";
import { isInvoiced, waive } from "./invoicing.ts";
import { latestDayProblem } from "./latest-day.ts";
import { goesAlong } from "./move-subscription.ts";
import { noNextDateText } from "./next-billing-date.ts";
import { bringUpToDate } from "./payments.ts";
import { releaseFrom } from "./release.ts";
import {
  anchorAt,
  dayOfMonth,
  firstBillingDate,
  firstOccurrenceFrom,
  isOnSchedule,
  nextOccurrence,
} from "./schedule.ts";

/** A first open charge may be this many periods back. */
export const MAX_PERIODS_BACK = 60;

/** The values that somebody typed. A `next_billing_date` moves the date, if it differs from the present one. */
export type BillingChange = Pick<
  BilledSubscription,
  "status" | "currency" | "cents" | "service" | "vat" | "frequency" | "start_date"
> & {
  next_billing_date?: Day | undefined;
  /** Null withdraws it. Absent, it stays. */
  next_price?: Pick<NextPrice, "cents" | "from" | "change"> | null | undefined;
  /** Null withdraws it. Absent, it stays. */
  ends_on?: Day | null | undefined;
};

export type ChangeOptions = {
  /**
   * Decides about charges that are due already. If the subscription ends or becomes free, everything but `keep` also makes
   * credit of what is paid ahead, and `credit` that alone.
   */
  open_charges?: "keep" | "change" | "remove" | "credit" | undefined;
  /** On resuming: whether the time of the pause is charged. */
  charge_gap?: boolean | undefined;
  /** On resuming: the first day that is charged again. */
  charge_from?: Day | undefined;
  /** It goes to another client afterwards: what stays with the former one keeps its VAT. */
  moves?: boolean | undefined;
  /** On undoing a change that brought it back: the last day of the agreed end that had come. */
  ended_on?: Day | undefined;
};

/** Adds a subscription and its charges. @throws AccountError if it would start too far back */
export function addSubscription(account: Account, subscription: BilledSubscription, today: Day): void {
  account.subscriptions.push(subscription);
  bringUpToDate(account, today);
  refuseTooManyCharges(account, subscription);
}

const openOf = (account: Account, subscription: BilledSubscription): number =>
  chargesOf(account, subscription).filter(isOpen).length;

/** Someone who owes for longer can be changed, but no change adds to it. */
function refuseTooManyCharges(account: Account, subscription: BilledSubscription, before = 0): void {
  if (openOf(account, subscription) > Math.max(before, MAX_PERIODS_BACK + 1))
    throw new AccountError(
      `That would write more than ${MAX_PERIODS_BACK} unpaid periods. Choose a later next billing date.`,
    );
}

/**
 * Changes a subscription. A new price, service or currency holds for the charges to come of which nothing is paid and nobody
 * was told; one that is paid in part follows a lower price alone, and the rest becomes credit. What is due stays, unless
 * `open_charges` says otherwise. Another kind of VAT holds for every charge that is no history yet: it changes no amount.
 */
export function changeSubscription(
  account: Account,
  id: string,
  change: BillingChange,
  { open_charges = "keep", charge_gap = false, charge_from, ended_on, moves = false }: ChangeOptions,
  today: Day,
): void {
  const subscription = account.subscriptions.find((subscription) => subscription.id === id);
  if (!subscription) throw new AccountError("This subscription is not on record.");
  writeMissing(account, today);
  const { next_billing_date, next_price, ends_on, ...values } = change;
  const before = { ...subscription, date: nextBillingDateOf(subscription, account.charges) };
  const wasBilling = isBilling(account, before);
  const openBefore = openOf(account, subscription);
  const isUntouched = (charge: Charge) => isOpen(charge) && charge.paid_cents === 0 && !isByHand(charge);
  const due = chargesOf(account, subscription).filter((charge) => isUntouched(charge) && charge.due <= today);
  // Removed for good: the subscription does not write them again.
  if (open_charges === "remove") account.charges = account.charges.filter((charge) => !due.includes(charge));
  const isEnding = change.status === "inactive" || change.cents === 0;
  if (open_charges === "credit" && !isEnding)
    throw new AccountInputError(
      "Periods paid ahead become credit only if the subscription becomes inactive or free.",
    );
  if (isEnding && open_charges !== "keep") creditWhatIsPaidAhead(account, subscription, today);

  const toCome = chargesOf(account, subscription).filter((charge) => isStillToCome(charge, today));
  const movesDate = next_billing_date !== undefined && next_billing_date !== before.date;
  // The date that moves is that of the oldest open charge, which takes along what the client was told.
  const moved = toCome.find((charge) => movesDate && isTold(charge) && charge.due === before.date);
  const isRescheduled =
    change.start_date !== before.start_date || change.frequency !== before.frequency || movesDate;
  const isRemoved = isRescheduled || isEnding;
  const removed = toCome.filter(
    (charge) => isRemoved && (!isTold(charge) || charge === moved || change.status === "inactive"),
  );
  removeCharges(account, subscription, removed);
  Object.assign(subscription, values);
  changeAgreed(account, subscription, before, { next_price, ends_on }, today);
  if (ended_on !== undefined && change.status === "inactive")
    endAgain(account, subscription, ended_on, today);
  if (movesDate && endsBefore(subscription, next_billing_date))
    throw new AccountInputError(
      `The subscription ends on ${formatDay(subscription.ends_on ?? "")}, so no later date can be its next billing date.`,
    );
  moveSchedule(account, subscription, before, next_billing_date, today);
  if (subscription.next_charge === undefined && !chargesOf(account, subscription).some(isOpen))
    throw new AccountInputError(noNextDateText(subscription.frequency));
  if (open_charges === "change")
    for (const charge of due) applyPrice(account, charge, termsOn(subscription, scheduledDay(charge)));
  for (const charge of chargesOf(account, subscription))
    if (charge.due > today && !isTold(charge)) followPrice(account, charge, subscription);
  if (moved && change.status !== "inactive") writeMoved(account, subscription, moved);
  if (vatOf(subscription) !== vatOf(before)) followVat(account, subscription, today, { moves });

  const nowBilling = isBilling(account, subscription);
  if (wasBilling && !nowBilling && !endedAsAgreed(subscription)) subscription.paused_on = today;
  // While it is on hold the charge to come stays payable; an inactive subscription has none.
  if (
    !nowBilling &&
    subscription.status !== "inactive" &&
    subscription.cents > 0 &&
    removed.length > 0 &&
    !chargesOf(account, subscription).some((charge) => isOpen(charge) && scheduledDay(charge) > today)
  )
    writeNext(account, subscription);
  if (!wasBilling && nowBilling)
    resume(account, subscription, today, { chargeGap: charge_gap, from: charge_from });
  bringUpToDate(account, today);
  if (nowBilling) refuseTooManyCharges(account, subscription, openBefore);
}

/** Removes the periods to come of which something is paid: it becomes credit. */
function creditWhatIsPaidAhead(account: Account, subscription: BilledSubscription, today: Day): void {
  const ahead = paidAhead(chargesOf(account, subscription), today);
  for (const charge of ahead) releaseFrom(account, charge, charge.paid_cents);
  removeCharges(account, subscription, ahead);
}

/** The charges of which something is paid before any day of them has come. */
export const paidAhead = (charges: readonly Charge[], today: Day): Charge[] =>
  charges.filter((charge) => isAhead(charge, today) && charge.paid_cents > 0);

/** A charge to come follows a new price; paid in part, only a lower one in its currency. */
function followPrice(account: Account, charge: Charge, subscription: BilledSubscription): void {
  if (!isOpen(charge) || isByHand(charge)) return;
  const terms = termsOn(subscription, scheduledDay(charge));
  const isPartPaid = charge.paid_cents > 0;
  if (isPartPaid && (charge.currency !== terms.currency || charge.cents <= terms.cents)) return;
  applyPrice(account, charge, terms);
  if (charge.cents === 0) removeCharges(account, subscription, [charge]);
}

const vatOf = ({ vat = "standard" }: BilledSubscription): Vat => vat;

/** A charge that is not on an invoice yet gets the VAT of its subscription, while it is open or to come. */
function followVat(
  account: Account,
  subscription: BilledSubscription,
  today: Day,
  { moves }: { moves: boolean },
): void {
  for (const charge of chargesOf(account, subscription)) {
    const follows = moves ? goesAlong(charge, today) : isOpen(charge) || charge.due > today;
    if (follows && !isInvoiced(charge)) charge.vat = subscription.vat;
  }
}

/** If more is paid than the new price, the difference becomes credit. */
function applyPrice(account: Account, charge: Charge, { cents, currency, service }: Terms): void {
  if (cents < charge.paid_cents) releaseFrom(account, charge, charge.paid_cents - cents);
  Object.assign(charge, { cents, currency, service });
}

/** Writes a charge on the new date with the terms that the client knows. */
function writeMoved(
  account: Account,
  subscription: BilledSubscription,
  { cents, currency, service }: Charge,
): void {
  const { id, next_charge: period } = subscription;
  if (period === undefined) return;
  writeNext(account, subscription);
  const charge = account.charges.find((charge) => charge.id === chargeId({ subscription_id: id, period }));
  if (charge) Object.assign(charge, { cents, currency, service });
}

/** Decides the next charge to write after a change of the start, the frequency or the date. */
function moveSchedule(
  account: Account,
  subscription: BilledSubscription,
  before: BilledSubscription & { date: Day | undefined },
  date: Day | undefined,
  today: Day,
): void {
  const staying = chargesOf(account, subscription);
  const startChanged = subscription.start_date !== before.start_date;
  const frequencyChanged = subscription.frequency !== before.frequency;
  const { next_charge } = subscription;
  const typed = typedDate(subscription, before, staying.at(-1), today);
  if (date !== undefined && date !== before.date) moveDate(subscription, staying, date, before, today);
  else if (startChanged || (frequencyChanged && staying.length === 0 && typed === undefined))
    restartSchedule(subscription, staying.at(-1), typed, today);
  // Charges are written up to the next charge, and a date that somebody typed stays the earliest.
  else if (frequencyChanged && next_charge !== undefined)
    moveAnchor(subscription, next_charge, originalDay(before));
}

const originalDay = ({ billing_day, billing_anchor }: BilledSubscription): number =>
  billing_day ?? dayOfMonth(billing_anchor);

const moveAnchor = (subscription: BilledSubscription, date: Day, day: number) =>
  Object.assign(subscription, anchorAt(date, subscription.frequency, day));

/** The date of the next charge, if it does not follow from the start and the last charge: somebody typed it. */
function typedDate(
  { next_charge }: BilledSubscription,
  before: BilledSubscription,
  last: Charge | undefined,
  today: Day,
): Day | undefined {
  const { start_date, frequency, billing_anchor } = before;
  if (next_charge === undefined || next_charge < today) return undefined;
  const computed = last
    ? nextOccurrence(scheduleOf(before), scheduledDay(last))
    : firstBillingDate({ anchor: start_date, frequency }, today);
  const isAnchor = last !== undefined && next_charge === billing_anchor;
  return next_charge !== computed || isAnchor ? next_charge : undefined;
}

/** The schedule begins with the start: after the last charge, or from the typed date on. */
function restartSchedule(
  subscription: BilledSubscription,
  last: Charge | undefined,
  typed: Day | undefined,
  today: Day,
): void {
  const { start_date, frequency } = subscription;
  const schedule = { anchor: start_date, frequency };
  Object.assign(subscription, { billing_anchor: start_date, billing_day: undefined });
  subscription.next_charge =
    last && typed === undefined
      ? firstOccurrenceFrom(schedule, scheduledDay(last), { minIndex: 1, isAfter: true })
      : firstOccurrenceFrom(schedule, typed ?? today, { minIndex: 1 });
}

/** Moves the date: only the charge to come moves, or the charges from an earlier day are written. */
function moveDate(
  subscription: BilledSubscription,
  staying: readonly Charge[],
  date: Day,
  before: BilledSubscription,
  today: Day,
): void {
  const closed = staying.filter((charge) => !isOpen(charge) || charge.paid_cents > 0).at(-1);
  if (closed && date <= scheduledDay(closed))
    throw Object.assign(
      new AccountInputError(
        `The period due ${formatDay(scheduledDay(closed))} is ${isOpen(closed) ? "paid in part" : stateOf(closed)}, so the next billing date must be later.`,
      ),
      { charge: closed },
    );
  if (subscription.charged_before?.includes(date))
    throw new AccountInputError(
      `The period due ${formatDay(date)} is charged to a former client of this subscription. Choose another next billing date.`,
    );
  const open = staying.filter(isOpen);
  const startChanged = subscription.start_date !== before.start_date;
  const anchor = startChanged ? subscription.start_date : before.billing_anchor;
  const schedule = { anchor, frequency: subscription.frequency };
  const onSchedule = isOnSchedule(schedule, date);
  const [first] = open;
  if (first && (date > scheduledDay(first) || !onSchedule)) {
    const sum = formatCents(sumOf(open), first.currency);
    throw new AccountError(
      first.due > today
        ? `The client already got a reminder about ${sum}, due from ${formatDay(first.due)} on. Record what was paid, or waive it, and choose the date then.`
        : `${sum} is due already, from ${formatDay(first.due)} on. Record what was paid, waive it, or remove these charges if their dates were wrong.`,
    );
  }
  const day = startChanged ? dayOfMonth(anchor) : originalDay(before);
  const keepsAnchor = onSchedule && (startChanged || subscription.frequency === before.frequency);
  if (!keepsAnchor) moveAnchor(subscription, date, day);
  else if (startChanged) Object.assign(subscription, { billing_anchor: anchor, billing_day: undefined });
  subscription.next_charge = date;
}

/**
 * After a pause or an end: if the gap is not charged, charges due within it of which nothing is paid are waived, and new ones
 * are written from a day on.
 */
function resume(
  account: Account,
  subscription: BilledSubscription,
  today: Day,
  { chargeGap, from = today }: { chargeGap: boolean; from?: Day | undefined },
): void {
  const { paused_on = today } = subscription;
  subscription.paused_on = undefined;
  if (chargeGap) return;
  const within = (charge: Charge) =>
    scheduledDay(charge) > paused_on &&
    scheduledDay(charge) < today &&
    isOpen(charge) &&
    charge.paid_cents === 0;
  for (const charge of chargesOf(account, subscription).filter(within))
    waive(charge, (charge.waived_cents ?? 0) + leftOf(charge));
  const { next_charge } = subscription;
  const first = from > today ? from : today;
  if (next_charge !== undefined && next_charge < first)
    subscription.next_charge = firstOccurrenceFrom(scheduleOf(subscription), first);
}

type Agreed = Pick<BillingChange, "next_price" | "ends_on">;

/** Changes what is agreed for a day to come. Who makes a subscription inactive, or active again, ends that. */
function changeAgreed(
  account: Account,
  subscription: BilledSubscription,
  before: BilledSubscription,
  { next_price, ends_on }: Agreed,
  today: Day,
): void {
  if (subscription.status !== before.status && [subscription.status, before.status].includes("inactive"))
    Object.assign(subscription, { next_price: undefined, ends_on: undefined });
  const isNewEnd = ends_on !== undefined && ends_on !== (subscription.ends_on ?? null);
  if (isNewEnd) changeEnd(account, subscription, ends_on, today);
  if (next_price !== undefined) changeNextPrice(account, subscription, next_price, today);
  const { next_price: waiting } = subscription;
  if (!waiting) return;
  if (subscription.currency !== before.currency)
    throw new AccountInputError(
      `${formatCents(waiting.cents, before.currency)} is agreed from ${formatDay(waiting.from)} on. Withdraw that price before you change the currency.`,
    );
  if (endsBefore(subscription, waiting.from))
    throw new AccountInputError(
      `The subscription ends on ${formatDay(subscription.ends_on ?? "")}, before the price from ${formatDay(waiting.from)} on. Withdraw one of them.`,
    );
}

function refuseFarDay(day: Day, today: Day): void {
  const problem = latestDayProblem(day, today);
  if (problem) throw new AccountInputError(problem);
}

/** The charges to come follow it where nobody was told another price. */
function changeNextPrice(
  account: Account,
  subscription: BilledSubscription,
  next_price: Agreed["next_price"],
  today: Day,
): void {
  const { next_price: waiting } = subscription;
  subscription.next_price = undefined;
  if (!next_price) return;
  const { from, cents } = next_price;
  if (waiting && waiting.from === from && waiting.cents === cents) {
    subscription.next_price = waiting;
    return;
  }
  if (waiting?.told_on)
    throw new AccountInputError(
      `The client was told about ${formatCents(waiting.cents, subscription.currency)} from ${formatDay(waiting.from)} on. Withdraw that price first.`,
    );
  if (from <= today)
    throw new AccountInputError(
      "The day of a new price must be after today. Without a day, the price holds from the next charge that nobody was told about.",
    );
  refuseFarDay(from, today);
  if (subscription.status === "inactive")
    throw new AccountInputError("An inactive subscription gets no new price.");
  const told = chargesOf(account, subscription).findLast(
    (charge) =>
      isOpen(charge) &&
      isTold(charge) &&
      !isByHand(charge) &&
      charge.due > today &&
      scheduledDay(charge) >= from &&
      charge.cents !== cents,
  );
  if (told)
    throw new AccountInputError(
      `The client was told about ${formatCents(told.cents, told.currency)} due ${formatDay(told.due)}. Choose a later day.`,
    );
  subscription.next_price = { ...next_price };
}

/** Agrees a last day: nothing is charged for later, and what is paid of it becomes credit. */
function changeEnd(
  account: Account,
  subscription: BilledSubscription,
  ends_on: Day | null,
  today: Day,
): void {
  if (subscription.status === "inactive")
    throw new AccountInputError(
      ends_on === null
        ? "The subscription has ended. Make it active to bring it back."
        : "The subscription is inactive already.",
    );
  subscription.ends_on = ends_on ?? undefined;
  if (ends_on === null) return;
  if (ends_on < subscription.start_date)
    throw new AccountInputError(
      `The subscription starts on ${formatDay(subscription.start_date)} and cannot end before.`,
    );
  if (ends_on < today)
    throw new AccountInputError(
      "The last day must be today or later. What fell due since can be waived on the client's page.",
    );
  refuseFarDay(ends_on, today);
  // Also those that are waived: who takes the waiver back would owe something for the time after the end.
  const later = chargesOf(account, subscription).filter(
    (charge) => isAhead(charge, today) && scheduledDay(charge) > ends_on,
  );
  for (const charge of later) {
    releaseFrom(account, charge, charge.paid_cents);
    // A payment that closed a charge without paying anything of it says so with an allocation of nothing.
    for (const payment of account.payments)
      payment.allocations = payment.allocations.filter(({ charge_id }) => charge_id !== charge.id);
  }
  removeCharges(account, subscription, later);
}

/** As if it had not come back: what fell due before today stays, because statements have it. */
function endAgain(account: Account, subscription: BilledSubscription, ended_on: Day, today: Day): void {
  subscription.ends_on = ended_on;
  const later = chargesOf(account, subscription).filter(
    (charge) =>
      isOpen(charge) &&
      charge.paid_cents === 0 &&
      !isByHand(charge) &&
      !isTold(charge) &&
      statementDay(charge) >= today &&
      scheduledDay(charge) > ended_on,
  );
  removeCharges(account, subscription, later);
}

type ClientStatusOptions = { active: boolean; chargeGap?: boolean };

/** Makes a client active or inactive, with the rules of a pause. */
export function changeClientStatus(
  account: Account,
  { active, chargeGap = false }: ClientStatusOptions,
  today: Day,
): void {
  writeMissing(account, today);
  const before = account.active;
  for (const subscription of account.subscriptions) {
    if (subscription.status !== "active" || before === active) continue;
    if (!active) subscription.paused_on = today;
  }
  account.active = active;
  if (active && !before)
    for (const subscription of account.subscriptions)
      if (subscription.status === "active") resume(account, subscription, today, { chargeGap });
  bringUpToDate(account, today);
}
