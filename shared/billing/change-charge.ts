import { formatDay } from "../dates.ts";
import type { Day } from "../day.ts";
import { formatCents } from "../money.ts";
import {
  type Account,
  type AnyAccount,
  type Charge,
  chargeName,
  compareCharges,
  isOpen,
  statementDay,
} from "./account.ts";
import { AccountError, AccountInputError, isTold, notOnRecord } from "./charges.ts";
import { invoicedOf, isInvoiced, type LoweringReason, toInvoice, waive } from "./invoicing.ts";
import { latestDayProblem } from "./latest-day.ts";
import { bringUpToDate } from "./payments.ts";

// Charges that people add, change and remove by hand. These functions change the account they are given.

/** Adds a charge that does not recur. @throws AccountInputError if it is due too far ahead */
export function addCharge(
  account: AnyAccount,
  charge: Omit<Charge, "paid_cents" | "subscription_id" | "period">,
  today: Day,
): void {
  const problem = latestDayProblem(charge.due, today);
  if (problem) throw new AccountInputError(problem);
  account.charges.push({ ...charge, paid_cents: 0 });
  bringUpToDate(account, today);
  account.charges.sort(compareCharges);
}

/** The typed values: `waived_cents` is the sum that is waived in all. */
export type ChargeValues = {
  cents?: number | undefined;
  due?: Day | undefined;
  waived_cents?: number | undefined;
  /** Needed if it lowers a charge that is on an invoice. */
  why?: LoweringReason | undefined;
};

/**
 * Changes a charge by hand. A new amount takes back what was waived, unless the change says what is. A waiver that somebody
 * changes is no longer that of the payment which closed the charge.
 * @throws AccountError below what is paid, of a due day that is not possible, or if the charge is not on record
 */
export function changeCharge(
  account: Account,
  id: string,
  { due, ...amounts }: ChargeValues,
  today: Day,
): void {
  bringUpToDate(account, today);
  const charge = account.charges.find((charge) => charge.id === id);
  if (!charge) throw notOnRecord(id);
  changeAmounts(charge, amounts);
  if (due !== undefined && due !== charge.due) moveDueDay(charge, due, today);
  bringUpToDate(account, today);
  account.charges.sort(compareCharges);
}

/** @throws AccountError, also if nobody says why a charge is lowered that is on an invoice */
function changeAmounts(
  charge: Charge,
  { cents, waived_cents = cents === undefined ? undefined : 0, why }: Omit<ChargeValues, "due">,
): void {
  const before = { ...charge };
  if (cents !== undefined) {
    refuseFor(amountProblem(cents, charge));
    Object.assign(charge, { cents, changed: true });
  }
  if (waived_cents !== undefined && waived_cents !== (charge.waived_cents ?? 0)) {
    refuseFor(waiverProblem(waived_cents, charge));
    waive(charge, waived_cents, isInvoiced(charge) ? why : undefined);
    charge.waived_by = undefined;
  }
  const problem = whyProblem(before, charge, why);
  if (problem) throw new AccountInputError(problem);
}

/** Whether a change lowers a charge that is on an invoice: less of it is to be paid, or a credit note is needed. */
export const isLowered = (before: Charge, after: Charge): boolean =>
  isInvoiced(before) &&
  (after.cents - (after.waived_cents ?? 0) < before.cents - (before.waived_cents ?? 0) ||
    toInvoice(after) < invoicedOf(before));

/** What is wrong with the answer to why an invoiced charge is lowered. */
export function whyProblem(
  before: Charge,
  after: Charge,
  why: LoweringReason | undefined,
): string | undefined {
  if (!isInvoiced(before)) return undefined;
  if (after.cents < before.cents && why === "not_collectible") return amountStays;
  return why === undefined && isLowered(before, after) ? missingWhy : undefined;
}

export const amountStays =
  "What cannot be collected is still on the invoice: waive it, and leave the amount as it is.";

export const missingWhy =
  "This charge is on an invoice. Please say why it is lowered: its price was reduced or something was not delivered, or it cannot be collected.";

function refuseFor(problem: string | undefined): void {
  if (problem) throw new AccountError(problem);
}

type Paid = Pick<Charge, "cents" | "paid_cents" | "currency">;
const paidText = ({ paid_cents, currency }: Paid): string => formatCents(paid_cents, currency);

/** Why a charge cannot have an amount. */
export const amountProblem = (cents: number, charge: Paid): string | undefined =>
  cents < charge.paid_cents
    ? `${paidText(charge)} of it is paid already, so the amount cannot be lower.`
    : undefined;

/** Why so much of a charge cannot be waived. */
export function waiverProblem(waived_cents: number, charge: Paid): string | undefined {
  const most = charge.cents - charge.paid_cents;
  if (waived_cents <= most) return undefined;
  const why = charge.paid_cents > 0 ? `: ${paidText(charge)} is paid` : "";
  return `At most ${formatCents(most, charge.currency)} of it can be waived${why}.`;
}

export const dueDayStays = "Nothing is left to pay of it, so its due day stays.";

/** Why a due day cannot move to a day. */
export const movedDayProblem = (due: Day, today: Day): string | undefined =>
  due < today ? `Please choose a due day from today on, ${formatDay(today)}.` : latestDayProblem(due, today);

/** The period stays: only the day moves on which it is due. */
function moveDueDay(charge: Charge, due: Day, today: Day): void {
  if (!isOpen(charge)) throw new AccountError(dueDayStays);
  const problem = movedDayProblem(due, today);
  if (problem) throw new AccountInputError(problem);
  if (charge.due <= today) charge.first_due = statementDay(charge);
  // The client is asked again, for the new day.
  Object.assign(charge, { due, changed: true, reminded_on: undefined, asked: undefined });
}

/**
 * Removes a charge that does not recur, as if nobody had added it.
 * @throws AccountError if a person or a statement may have relied on it
 */
export function removeCharge(account: Account, id: string, today: Day): void {
  const charge = account.charges.find((charge) => charge.id === id);
  if (!charge) throw notOnRecord(id);
  const problem = removalProblem(charge, today);
  if (problem) throw new AccountError(problem);
  account.charges = account.charges.filter((staying) => staying !== charge);
  bringUpToDate(account, today);
}

/** Why a charge cannot be removed, and what to do instead; undefined if it can be. */
export function removalProblem(charge: Charge, today: Day): string | undefined {
  if (charge.subscription_id !== undefined)
    return "This is a period of a subscription. Waive it, or change the subscription.";
  const name = `The ${chargeName(charge)}`;
  const instead = "It stays on the statement: waive it instead.";
  if (charge.paid_cents > 0 || charge.paid_by?.length)
    return `Something is paid of it, so it stays. ${name} can be waived, as far as it is not paid.`;
  if (isInvoiced(charge)) return `It is on an invoice. ${instead}`;
  if (isTold(charge)) return `The client was told about it. ${instead}`;
  if (statementDay(charge) < today) return `${name} has passed. ${instead}`;
  return undefined;
}
