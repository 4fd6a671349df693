import { amountOf, amountProblem, money } from "../../../shared/amount.ts";
import type { Charge } from "../../../shared/billing/account.ts";
import {
  amountProblem as changedAmountProblem,
  dueDayStays,
  isLowered,
  movedDayProblem,
  removalProblem,
  waiverProblem,
} from "../../../shared/billing/change-charge.ts";
import { invoicedOf, type LoweringReason, toInvoice, waive } from "../../../shared/billing/invoicing.ts";
import { latestDayProblem } from "../../../shared/billing/latest-day.ts";
import { formatDay } from "../../../shared/dates.ts";
import type { Day } from "../../../shared/day.ts";
import { errorsOf } from "../../../shared/errors.ts";
import { type Currency, formatCents, fromCents, toCents } from "../../../shared/money.ts";
import { omit } from "../../../shared/omit.ts";
import {
  ChargeChange,
  type ClientCharge,
  NewCharge,
  type PastChange,
} from "../../../shared/payments/client-account.ts";
import type { Vat } from "../../../shared/vat.ts";
import { invoicedParts, type WhyAsked, whyLowered } from "./lowering.ts";
import { frequencyName } from "./subscription-labels.ts";

/** `Installation`; a period without a service is a `Monthly subscription`. */
export const chargeName = ({ service, frequency }: Pick<ClientCharge, "service" | "frequency">): string =>
  service ?? (frequency ? `${frequencyName(frequency)} subscription` : "Charge");

export type ChargeValues = { service: string; amount: string; currency: Currency; vat: Vat; due: Day };

export const chargeBody = ({ service, amount, currency, vat, due }: ChargeValues, id: string): NewCharge => ({
  id,
  service,
  amount: amountOf(amount, currency),
  currency,
  ...(vat !== "standard" && { vat }),
  due,
});

const NO_DAY = "Enter the day on which it is due.";

export function chargeErrors(values: ChargeValues, today: Day): Record<string, string> {
  const problem = amountProblem(values.amount, values.currency);
  const dateProblem = values.due === "" ? NO_DAY : latestDayProblem(values.due, today);
  return {
    ...errorsOf(NewCharge, chargeBody(values, crypto.randomUUID())),
    ...(dateProblem && { due: dateProblem }),
    ...(problem && { amount: problem }),
  };
}

export type ChangeValues = {
  amount: string;
  due: Day;
  waived: string;
  reason: string;
  /** Why a charge is lowered that is on an invoice. */
  why: "" | LoweringReason;
};

/** The amount of a charge before anything is waived. */
export const wholeCents = ({ state, amount, waived = 0 }: ClientCharge): number =>
  toCents(amount) + (state === "open" ? toCents(waived) : 0);

export const changeOfNothing = (charge: ClientCharge): ChangeValues => ({
  amount: fromCents(wholeCents(charge)).toFixed(2),
  due: charge.due,
  waived: (charge.waived ?? 0).toFixed(2),
  reason: "",
  why: "",
});

/** The charge as far as its own facts say; the server knows all of them. */
const chargeOf = (charge: ClientCharge): Charge => ({
  ...omit(charge, "amount", "paid", "waived", "state", "to_pay", "invoices", "not_collectible"),
  cents: wholeCents(charge),
  paid_cents: toCents(charge.paid),
  waived_cents: toCents(charge.waived ?? 0),
  not_collectible_cents: toCents(charge.not_collectible ?? 0),
  invoiced: charge.invoices && invoicedParts(charge.invoices),
});

/** The charge with the typed amounts, as if it is lowered because its price is. */
function chargeAfter(values: ChangeValues, charge: ClientCharge): Charge {
  const { cents, waived_cents } = typedCents(values, charge.currency);
  const after = { ...chargeOf(charge), cents };
  if (waived_cents !== after.waived_cents) waive(after, waived_cents);
  return after;
}

/** What the typed amounts do to the invoices of a charge: a question, or what is written. */
export function invoiceEffect(
  values: ChangeValues,
  charge: ClientCharge,
  today: Day,
): { asked?: WhyAsked; text?: string } {
  const { invoices, currency } = charge;
  if (!invoices) return {};
  const [before, after] = [chargeOf(charge), chargeAfter(values, charge)];
  const missing = toInvoice(after) - invoicedOf(before);
  if (isLowered(before, after)) {
    const cents = Math.max(0, -missing);
    const isAmount = after.cents < before.cents;
    return { asked: whyLowered({ invoices, cents, currency, isAmount, why: values.why, today }) };
  }
  return missing > 0 && toInvoice(after) > toInvoice(before)
    ? { text: `A second invoice for ${formatCents(missing, currency)} is written.` }
    : {};
}

/** The chosen answer, if it is one of those to choose from. */
const answerTo = ({ options }: WhyAsked, { why }: ChangeValues): LoweringReason | undefined =>
  options.map(([value]) => value).find((value) => value === why);

/** The typed amounts in cents; NaN for what cannot be read. */
const typedCents = ({ amount, waived }: ChangeValues, currency: Currency) => ({
  cents: toCents(amountOf(amount, currency)),
  waived_cents: toCents(amountOf(waived, currency)),
});

/** The values that differ from the charge. With a new amount goes what is waived: without it, the server would take that back. */
export function changeBody(values: ChangeValues, charge: ClientCharge, today: Day): ChargeChange {
  const { cents, waived_cents } = typedCents(values, charge.currency);
  const isOtherAmount = cents !== wholeCents(charge);
  const { asked } = invoiceEffect(values, charge, today);
  const why = asked && answerTo(asked, values);
  const isOtherWaiver = waived_cents !== toCents(charge.waived ?? 0);
  return {
    ...(isOtherAmount && { amount: fromCents(cents) }),
    ...((isOtherWaiver || (isOtherAmount && waived_cents > 0)) && { waived: fromCents(waived_cents) }),
    ...(values.due !== charge.due && { due: values.due }),
    reason: values.reason,
    ...(why && { why }),
  };
}

export function changeErrors(values: ChangeValues, charge: ClientCharge, today: Day): Record<string, string> {
  const { currency } = charge;
  const { cents, waived_cents } = typedCents(values, currency);
  const after = { cents, paid_cents: toCents(charge.paid), currency };
  const body = changeBody(values, charge, today);
  const { asked } = invoiceEffect(values, charge, today);
  const amount = amountProblem(values.amount, currency) ?? changedAmountProblem(cents, after);
  const waived = amountProblem(values.waived, currency) ?? waiverProblem(waived_cents, after);
  const isClosed = cents - waived_cents === after.paid_cents;
  const moved = body.due && (isClosed ? dueDayStays : movedDayProblem(body.due, today));
  const due = values.due === "" ? NO_DAY : moved;
  return {
    ...errorsOf(ChargeChange, body),
    ...(Object.keys(body).length === 1 && { amount: "Change the amount, the due day, or what is waived." }),
    ...(asked && !body.why && { why: "Choose why it is lowered." }),
    ...(due && { due }),
    ...(waived && { waived }),
    ...(amount && { amount }),
  };
}

/** The most that can be waived: all that is not paid. Empty while the amount cannot be read. */
export function mostWaived(values: ChangeValues, { currency, paid }: ClientCharge): string {
  const most = typedCents(values, currency).cents - toCents(paid);
  return most >= 0 ? fromCents(most).toFixed(2) : "";
}

/** Says in one sentence what is left to pay after the change. Empty while something cannot be read. */
export function leftAfter(values: ChangeValues, { currency, paid }: ClientCharge): string {
  const { cents, waived_cents } = typedCents(values, currency);
  const left = cents - waived_cents - toCents(paid);
  if (!(left >= 0)) return "";
  if (left === 0) return "Nothing is left to pay of it.";
  return `${formatCents(left, currency)} is left to pay${values.due ? `, due ${formatDay(values.due)}` : ""}.`;
}

/** Why a charge cannot be removed, as far as its own facts say; the server knows all of them. */
export const removalProblemOf = (charge: ClientCharge, today: Day): string | undefined =>
  removalProblem(chargeOf(charge), today);

/** `Dec 21, 2026: $10.00 waived by Naomi (Agreed on the phone)` */
export function pastChangeText({ day, by, reason, ...change }: PastChange): string {
  return `${formatDay(day)}: ${changedText(change)}${by ? ` by ${by}` : ""}${reason ? ` (${reason})` : ""}`;
}

function changedText({ kind, amount = 0, currency = "USD", from }: Omit<PastChange, "day">): string {
  if (kind === "moved") return `due day moved from ${from ? formatDay(from) : "another day"}`;
  const sum = money(Math.abs(amount), currency);
  if (kind === "waived") return amount < 0 ? `${sum} waived` : `waiver of ${sum} taken back`;
  return `amount ${amount < 0 ? "lowered" : "raised"} by ${sum}`;
}

/** `$40.00 of $100.00 left`, `waived`: what became of a charge. */
export function chargeStateText({ state, amount, paid, waived, currency, on_hold }: ClientCharge): string {
  if (state !== "open") return state === "waived" && paid > 0 ? "paid in part, rest waived" : state;
  return [
    paid > 0 && `${money(paid, currency)} of ${money(amount, currency)} paid`,
    waived && `${money(waived, currency)} waived`,
    on_hold && "on hold",
  ]
    .filter(Boolean)
    .join(", ");
}

export const leftOfCharge = ({ amount, paid, currency }: ClientCharge): string =>
  formatCents(toCents(amount) - toCents(paid), currency);

export const wholeText = (charge: ClientCharge): string => formatCents(wholeCents(charge), charge.currency);
