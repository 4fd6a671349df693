import { amountOf, amountProblem, money } from "../../../shared/amount.ts";
import { isOneOff } from "../../../shared/billing/account.ts";
import type { LoweringReason } from "../../../shared/billing/invoicing.ts";
import { hasReceipt } from "../../../shared/billing/receipts.ts";
import { formatDay } from "../../../shared/dates.ts";
import type { Day } from "../../../shared/day.ts";
import { errorsOf } from "../../../shared/errors.ts";
import {
  type Amounts,
  type Currency,
  formatCents,
  formatSums,
  toCents,
  toSums,
} from "../../../shared/money.ts";
import {
  type ClientCharge,
  NewClientPayment,
  type PaymentAnswer,
  type PaymentPreview,
  type PreviewedCharge,
  type PreviewRequest,
} from "../../../shared/payments/client-account.ts";
import {
  futurePaymentProblem,
  methodNames,
  type PaymentMethod,
  paymentMethods,
  WITHHOLDING_TAX,
} from "../../../shared/subscriptions/subscription.ts";
import { chargeName } from "./charge-form.ts";
import { type WhyAsked, whyRestWaived } from "./lowering.ts";

export type PaymentValues = {
  paid_on: Day;
  amount: string;
  currency: "" | Currency;
  /** The id of the subscription that is paid first; if empty, the oldest charges are. */
  first: string;
  /** The choice for the amount beyond all open charges. */
  rest: "" | keyof typeof restOptions;
  /** The choice for the unpaid rest of the last charge. */
  missing: keyof typeof missingOptions;
  /** Why that rest is waived, if the charge is on an invoice or gets one. */
  why: LoweringReason;
  /** The amounts of single charges that were typed, by the charge's id. */
  to: [key: string, amount: string][];
  method: string;
  reference: string;
  /** Chosen by hand; by default it follows the day. */
  receipt: "" | "yes" | "no";
};

export const restOptions = {
  ahead: "Pay what is due next",
  credit: "Keep it as the client's credit",
} as const;
export const missingOptions = {
  part: "It remains due",
  waive: "Waive it: nothing more is due",
} as const;
const missingOf = ({ left, pays }: PreviewedCharge, { currency }: Paying): string =>
  formatCents(toCents(left) - toCents(pays), currency);

export const missingQuestion = (preview: PaymentPreview, short: PreviewedCharge): string =>
  `What should happen with the missing ${missingOf(short, preview)}?`;

export const restQuestion = ({ rest, currency }: PaymentPreview): string =>
  rest > 0
    ? `${money(rest, currency)} is more than all that is open. What is it for?`
    : "This is more than all that is open. What is the rest for?";

export const optionsIn = <K extends string>(options: Record<K, string>) =>
  Object.entries(options) as [K, string][];

export const firstValues = (
  { amount, charges, today }: PaymentPreview,
  { method = "", first = "" }: Partial<Pick<PaymentValues, "method" | "first">> = {},
): PaymentValues => ({
  paid_on: today,
  amount: amount.toFixed(2),
  currency: "",
  first,
  rest: "",
  missing: "part",
  why: "not_collectible",
  // Named, because a payment pays what is on hold last.
  to: charges.flatMap((charge): [string, string][] =>
    charge.on_hold && charge.pays > 0 ? [[charge.id, charge.pays.toFixed(2)]] : [],
  ),
  method,
  reference: "",
  receipt: "",
});

/** The typed values, as the server previews them. Until an amount can be read, it is 0. */
export const requestOf = ({ amount, currency, first, rest, to, method }: PaymentValues): PreviewRequest => ({
  amount: amountOf(amount, currency || undefined) || 0,
  ...(currency && { currency }),
  ...(first && { first }),
  ...(rest === "ahead" && { ahead: true }),
  ...(method === WITHHOLDING_TAX && { method }),
  ...(to.length > 0 && {
    to: to.map(([charge_id, text]) => ({ charge_id, amount: amountOf(text, currency || undefined) || 0 })),
  }),
});

/** The charges that the payment pays, as the server takes them. */
export const paidIn = ({ charges }: Pick<PaymentPreview, "charges">) =>
  charges.filter(({ pays }) => pays > 0).map(({ id: charge_id, pays: amount }) => ({ charge_id, amount }));

/** The charge of which the payment pays only a part. */
export const shortOf = ({ charges }: PaymentPreview): PreviewedCharge | undefined =>
  charges.find(({ left, pays }) => pays > 0 && pays < left);

/** The question why the rest of a charge is waived; undefined if it gets no invoice. */
export const whyAsked = (
  { why }: Pick<PaymentValues, "why">,
  { currency, today }: PaymentPreview,
  charge: PreviewedCharge,
): WhyAsked | undefined => whyRestWaived({ charge, currency, why, today });

/** Records exactly what the preview shows. */
export function bodyOf(values: PaymentValues, preview: PaymentPreview, id: string): NewClientPayment {
  const { paid_on, method, reference, rest, missing, receipt } = values;
  const short = missing === "waive" ? shortOf(preview) : undefined;
  const to = paidIn(preview);
  return {
    id,
    paid_on,
    reference,
    amount: preview.amount,
    currency: preview.currency,
    ...(method && { method: method as PaymentMethod }),
    ...(to.length > 0 && { to }),
    ...(rest !== "" && preview.rest > 0 && { credit: true }),
    ...(short && { in_full: true }),
    ...(short && whyAsked(values, preview, short) && { why: values.why }),
    ...(receipt && { receipt: receipt === "yes" }),
  };
}

/** Why the amount of one of the charges is refused. */
export const chargeProblem = (typed: PaymentValues["to"], currency: Currency): string | undefined =>
  typed.map(([, text]) => amountProblem(text, currency)).find((problem) => problem !== undefined);

export function errorsIn(values: PaymentValues, preview: PaymentPreview): Record<string, string> {
  const problem = amountProblem(values.amount, preview.currency);
  const ofCharge = chargeProblem(values.to, preview.currency);
  const dateProblem = futurePaymentProblem(values.paid_on, preview.today);
  const isNothing = amountOf(values.amount, preview.currency) === 0;
  return {
    ...(dateProblem && { paid_on: dateProblem }),
    ...(isNothing && { amount: "Enter the amount that was paid." }),
    ...(preview.rest > 0 && values.rest === "" && { rest: "Choose what the rest is for." }),
    ...errorsOf(NewClientPayment, bodyOf(values, preview, crypto.randomUUID())),
    ...(values.paid_on === "" && { paid_on: noDay }),
    ...(problem && { amount: problem }),
    ...(ofCharge && { to: ofCharge }),
  };
}

/** An empty field is asked for. */
export const noDay = "Enter the day on which it was paid.";

export const sendsReceipt = ({ receipt, paid_on }: PaymentValues, today: Day): boolean =>
  receipt === "" ? hasReceipt(paid_on, today) : receipt === "yes";

/** The amounts to choose from: `1, due Oct 20, 2026`, `2, to Nov 20, 2026`. The values are amounts. */
export const stepOptions = ({ steps }: PaymentPreview): { value: string; label: string }[] =>
  steps.map(({ due, amount }, index) => ({
    value: amount.toFixed(2),
    label: index === 0 ? `1, due ${formatDay(due)}` : `${index + 1}, to ${formatDay(due)}`,
  }));

/** The values that pay all charges up to a step. */
export const upTo = ({ steps }: PaymentPreview, amount: string): Pick<PaymentValues, "amount" | "to"> => ({
  amount,
  to: steps.flatMap((step) =>
    step.amount <= Number(amount) ? [[step.charge_id, step.left.toFixed(2)]] : [],
  ),
});

/** The subscriptions to pay first, if there is something else to pay too. Equal names get the open amount. */
export function firstOptions({ charges, currency }: PaymentPreview): { value: string; label: string }[] {
  const open = charges.filter(({ ahead }) => !ahead).sort((a, b) => (a.due < b.due ? -1 : 1));
  const recurring = open.filter((charge) => !isOneOff(charge));
  const options = [...Map.groupBy(recurring, ({ subscription_id = "" }) => subscription_id)].map(
    ([value, charges]) => ({
      value,
      label: charges.slice(0, 1).map(chargeName).join(),
      more: formatCents(
        charges.reduce((sum, { left }) => sum + toCents(left), 0),
        currency,
      ),
    }),
  );
  const isOnlyOne = options.length === 1 && recurring.length === open.length;
  if (options.length === 0 || isOnlyOne) return [];
  const named = options.map(({ value, label, more }) => {
    const isUnique = options.filter((option) => option.label === label).length === 1;
    return { value, label: isUnique ? label : `${label}, ${more} open` };
  });
  return [{ value: "", label: "The oldest charges" }, ...named];
}

/**
 * `September`, `Hosting for September`, `Installation (one-off)`: a monthly period has the name of its month, every other
 * its due day.
 */
function periodNames(charges: readonly PreviewedCharge[], { today, ...preview }: Paying) {
  const recurring = preview.charges.flatMap(({ subscription_id }) => subscription_id ?? []);
  const ofSeveral = new Set(recurring).size > 1;
  const year = today.slice(0, 4);
  const monthOf = ({ due }: PreviewedCharge) => {
    const month = monthFormat.format(new Date(`${due}T00:00Z`));
    return due.startsWith(year) ? month : `${month} ${due.slice(0, 4)}`;
  };
  const nameOf = (charge: PreviewedCharge): string => {
    const { due, frequency } = charge;
    if (isOneOff(charge)) return `${chargeName(charge)} (one-off)`;
    const name = ofSeveral ? chargeName(charge) : "";
    if (frequency === "monthly") return [name, monthOf(charge)].filter(Boolean).join(" for ");
    return name ? `${name} due ${formatDay(due)}` : `the period due ${formatDay(due)}`;
  };
  const names = charges.map(nameOf);
  // After a change of the schedule a month can have two periods; two one-offs can have one name.
  return new Set(names).size === names.length
    ? names
    : charges.map(
        (charge) =>
          `${ofSeveral || isOneOff(charge) ? chargeName(charge) : "the period"} due ${formatDay(charge.due)}`,
      );
}

const monthFormat = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });
const MAX_NAMED = 3;

const listOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** `September and October`, `5 charges due from Aug 4, 2026 to Dec 4, 2026`. */
function namesOf(charges: readonly PreviewedCharge[], preview: Paying): string {
  if (charges.length <= MAX_NAMED) return listOf(periodNames(charges, preview));
  const days = charges.map(({ due }) => due).sort();
  return `${charges.length} charges due from ${formatDay(days[0] ?? "")} to ${formatDay(days.at(-1) ?? "")}`;
}

type Paying = Pick<PaymentPreview, "charges" | "currency" | "rest" | "today">;

/** Tells what the payment pays, in one sentence, and then what is still due. */
export const previewTexts = (
  preview: PaymentPreview,
  values: Pick<PaymentValues, "rest" | "missing">,
): string[] => {
  const waives = values.missing === "waive" && shortOf(preview) !== undefined;
  return [paysText(preview, values), waives ? "" : stillDueText(preview.owed)].filter(Boolean);
};

/** `Pays September and October; $50.00 of November remains due; KES 300.00 stays as credit.` */
export function paysText(
  preview: Paying,
  { rest, missing }: Pick<PaymentValues, "rest" | "missing">,
): string {
  const { currency, charges } = preview;
  const byDueDay = charges.toSorted((a, b) => (a.due < b.due ? -1 : 1));
  const paid = byDueDay.filter(({ left, pays }) => pays > 0 && pays === left);
  const short = byDueDay.filter(({ left, pays }) => pays > 0 && pays < left);
  // The rest of a single charge says how much is paid of it.
  const parted = paid.length > 0 && short.length === 1 ? [] : short;
  const pays = [
    ...(paid.length > 0 ? [namesOf(paid, preview)] : []),
    ...parted.map((charge) => `${money(charge.pays, currency)} of ${namesOf([charge], preview)}`),
  ];
  const parts = [
    ...(pays.length > 0 ? [`Pays ${listOf(pays)}`] : []),
    ...short.map((charge) => {
      const isNamed = paid.length === 0 && short.length === 1;
      const becomes = missing === "waive" ? "is waived" : charge.on_hold ? "remains on hold" : "remains due";
      return `${missingOf(charge, preview)} ${isNamed ? "" : `of ${namesOf([charge], preview)} `}${becomes}`;
    }),
    ...(preview.rest > 0 && rest === "credit" ? [`${money(preview.rest, currency)} stays as credit`] : []),
  ];
  return parts.length > 0 ? `${parts.join("; ")}.` : "";
}

/** Sums that are overdue or due within a week, and sums on hold. */
export function stillDueText(owed: PaymentPreview["owed"]): string {
  const text = (name: string, centsOf: (debt: PaymentPreview["owed"][number]) => number) => {
    const sums = owed.flatMap((debt) =>
      centsOf(debt) > 0 ? [formatCents(centsOf(debt), debt.currency)] : [],
    );
    return sums.length > 0 ? [`${name}: ${sums.join(" + ")}.`] : [];
  };
  const texts = [
    ...text("Still due in all", ({ overdue, due_soon }) => toCents(overdue) + toCents(due_soon)),
    ...text("On hold", ({ on_hold }) => toCents(on_hold)),
  ];
  return texts.join(" ") || "Nothing else is due.";
}

/** The message after recording a payment. */
export function paidText({ payment, owed }: PaymentAnswer, client: string): string {
  const { amount, currency, credit } = payment;
  const creditText = credit > 0 ? ` ${money(credit, currency)} stays as credit.` : "";
  return `${client} has paid ${money(amount, currency)}.${creditText} ${stillDueText(owed)}`;
}

/** The message after undoing a payment. */
export const undoneText = ({ owed, note, invoice_stays }: Undone): string =>
  [
    note ?? "The payment was undone.",
    invoice_stays && "Its charge is open again, and the invoice stays.",
    !note && stillDueText(owed),
  ]
    .filter(Boolean)
    .join(" ");

type Undone = Pick<PaymentAnswer, "owed"> & {
  note?: string | undefined;
  invoice_stays?: true | undefined;
};

/** Asks before an older payment is removed. The invoices of what it paid stay. */
export function removeQuestion(
  paid: readonly { charge_id: string }[],
  charges: readonly Pick<ClientCharge, "id" | "invoices">[],
): string {
  const ids = new Set(paid.map(({ charge_id }) => charge_id));
  const invoices = charges
    .filter(({ id }) => ids.has(id))
    .flatMap(({ invoices = [] }) => invoices.flatMap(({ id, amount }) => (amount > 0 ? id : [])));
  const count = new Set(invoices).size;
  const stays = count > 1 ? ", and its invoices stay" : count === 1 ? ", and its invoice stays" : "";
  return `What it paid is open again${stays}. Remove it?`;
}

/** `Credit notes for $50.00 are written: the periods that go are on invoices.`; empty if there are none. */
export function creditNotesText(amounts: Amounts, usual: Currency): string {
  const sums = toSums(amounts);
  return Object.keys(sums).length > 0
    ? `Credit notes for ${formatSums(sums, usual)} are written: the periods that go are on invoices.`
    : "";
}

export const methodOptions: { value: string; label: string }[] = paymentMethods.map((value) => ({
  value,
  label: methodNames[value],
}));

/** The same, and the method of a recorded payment: nobody may have chosen one, or this version does not know it. */
export const methodOptionsWith = (method = "") =>
  methodOptions.some(({ value }) => value === method)
    ? methodOptions
    : [{ value: method, label: method || "Not known" }, ...methodOptions];
