import * as z from "zod/mini";
import { type Charge, compareCharges, isOpen, leftOf, type Owed, stateOf } from "../billing/account.ts";
import { loweringReasons } from "../billing/invoicing.ts";
import { Day, TypedDay } from "../day.ts";
import { Amount, Currency, fromCents } from "../money.ts";
import { MAX_SERVICE_LENGTH, PaymentMethod, Subscription } from "../subscriptions/subscription.ts";
import { ChargeId, Id, Instant, line, OptionalId, OwnId, Text, Unreadable } from "../text.ts";
import { Vat } from "../vat.ts";
import { IgnoreReason, NamedCharges } from "./statement-line.ts";

const missingReason = "Please give the reason.";
const missingService = "Please say what it is for.";
const service = line("service", MAX_SERVICE_LENGTH, missingService);

/** A change of a charge on a day, by a person or the system. */
const PastChange = z.object({
  day: Day,
  kind: z.enum(["waived", "changed", "moved"]),
  /** Added to the debt: negative for a waiver, positive if the waiver is taken back. */
  amount: z.optional(z.number()),
  currency: z.optional(Currency),
  /** The due day before it moved. */
  from: z.optional(Day),
  by: z.optional(Text),
  reason: z.optional(Text),
});
export type PastChange = z.output<typeof PastChange>;

/** The invoices of a charge, oldest first, and what they still say of it after their credit notes. */
const ChargeInvoices = z.array(z.object({ id: Id, day: Day, amount: Amount }));
export type ChargeInvoices = z.output<typeof ChargeInvoices>;

/** A debt for a period of a subscription, or for something else. Of an open one, `amount - paid` is left to pay. */
export const ClientCharge = z.object({
  id: ChargeId,
  subscription_id: z.optional(Id),
  period: z.optional(Day),
  due: Day,
  /** The first due day, if it had passed when somebody moved it: statements have the charge on this day. */
  first_due: z.optional(Day),
  service: z.optional(Text),
  /** Of the subscription, when the charge was written; absent for what does not recur. */
  frequency: z.optional(z.string()),
  currency: Currency,
  /** Of the amount, which includes it; the standard rate if absent. */
  vat: z.optional(Vat),
  amount: Amount,
  paid: Amount,
  waived: z.optional(Amount),
  /** The last day on which the client got an email that names it. */
  told_on: z.optional(Day),
  state: z.enum(["open", "paid", "waived"]),
  /** In no other sum of what is owed: the subscription is paused or inactive, or the client inactive. */
  on_hold: z.optional(z.literal(true)),
  invoices: z.optional(ChargeInvoices),
  /** The part of `waived` that stays on the invoices: it cannot be collected. */
  not_collectible: z.optional(Amount),
  /** Its changes, oldest first. */
  changes: z.optional(z.array(PastChange)),
  /** The client is asked to pay it now: by emails, in chats and on their own page. */
  to_pay: z.optional(z.literal(true)),
});
export type ClientCharge = z.output<typeof ClientCharge>;

/** `ages` divides `overdue` by its age: 1–30, 31–60, 61–90, over 90 days. */
export const OwedAmounts = z.object({
  currency: Currency,
  overdue: z.number(),
  due_soon: z.number(),
  on_hold: z.number(),
  ages: z.array(z.number()),
});
export type OwedAmounts = z.output<typeof OwedAmounts>;

/** A payment of a client: what it pays, and what stays as credit. Or a refund of credit. */
export const ClientPayment = z.object({
  id: Id,
  paid_on: Day,
  /** Negative for a refund. */
  amount: z.number(),
  currency: Currency,
  /** One of `paymentMethods` or an unknown one; absent if nobody chose one. */
  method: z.optional(Text),
  /** An M-Pesa code, a cheque number. */
  reference: Text,
  allocations: z.array(
    z.object({
      charge_id: ChargeId,
      subscription_id: z.optional(Id),
      period: z.optional(Day),
      amount: Amount,
      /** After this payment a rest of the charge was still due. */
      part: z.optional(z.literal(true)),
    }),
  ),
  credit: Amount,
  /** `recorded` counts; the others are of nobody known. */
  state: z.enum(["recorded", "unmatched", "ignored"]),
  /** Credit that was paid back. */
  refund: z.optional(z.literal(true)),
  recorded_at: Instant,
  /** `2026-000123`; absent until its receipt is sent, and if it gets none. */
  receipt_number: z.optional(Text),
});
export type ClientPayment = z.output<typeof ClientPayment>;

/** Debts and payments of a client, by currency, without currencies that have nothing. */
export const ClientAccount = z.object({
  /** All charges, earliest due first. */
  charges: z.array(ClientCharge),
  /** In the order in which they were recorded, without what was undone. */
  payments: z.array(ClientPayment),
  /** The credit that is left. */
  credit: z.array(z.object({ currency: Currency, amount: z.number() })),
  owed: z.array(OwedAmounts),
  /** The day until which the client promised to pay what is due; in the past if the promise was not kept. */
  promised_until: z.optional(Day),
  unreadable: Unreadable,
  today: Day,
});
export type ClientAccount = z.output<typeof ClientAccount>;

/**
 * A debt that does not recur: an installation, a training, an old invoice. Due today, if nobody says otherwise; a day in the
 * past makes it an old debt. A repeated call is recognised by its `id`.
 */
export const NewCharge = z.strictObject({
  id: z.uuid(
    "Please send an id (a UUID) of your own with it, so that a repeated call is not a second charge.",
  ),
  service: service.check(z.minLength(1, missingService)),
  amount: Amount.check(z.positive("Please give an amount of more than 0.")),
  /** Needed if the client owes in several currencies. */
  currency: z.optional(Currency),
  /** The standard rate if absent. */
  vat: z.optional(Vat),
  due: z.optional(TypedDay),
});
export type NewCharge = z.output<typeof NewCharge>;

const Why = z.enum(loweringReasons, "The reason must be reduced or not_collectible.");

/** An absent field is not changed, but a new amount takes back what was waived. The reason stands in the activity. */
export const ChargeChange = z.strictObject({
  /** Not below what is paid. */
  amount: z.optional(Amount),
  /** The client is asked to pay it on this day. A period stays the period that it is. */
  due: z.optional(TypedDay),
  /** The part that the client need not pay: all of it, however often somebody waived; 0 takes it back. */
  waived: z.optional(Amount),
  reason: line("reason", 200, missingReason).check(z.minLength(1, missingReason)),
  /** Required if it lowers a charge that is on an invoice: `reduced` writes a credit note, `not_collectible` does not. */
  why: z.optional(Why),
});
export type ChargeChange = z.output<typeof ChargeChange>;

export const chargesOnWire = (charges: readonly Charge[], toPay: readonly Charge[] = []): ClientCharge[] =>
  charges.toSorted(compareCharges).map((charge) => ({
    id: charge.id,
    subscription_id: charge.subscription_id,
    period: charge.period,
    due: charge.due,
    ...(charge.first_due && { first_due: charge.first_due }),
    ...(charge.service !== undefined && { service: charge.service }),
    ...(charge.frequency !== undefined && { frequency: charge.frequency }),
    currency: charge.currency,
    ...(charge.vat !== undefined && { vat: charge.vat }),
    amount: fromCents(isOpen(charge) ? charge.paid_cents + leftOf(charge) : charge.cents),
    paid: fromCents(charge.paid_cents),
    ...(charge.waived_cents && { waived: fromCents(charge.waived_cents) }),
    ...(charge.told_on && { told_on: charge.told_on }),
    state: stateOf(charge),
    ...(charge.on_hold && { on_hold: true }),
    ...invoicesOnWire(charge),
    ...(charge.not_collectible_cents && { not_collectible: fromCents(charge.not_collectible_cents) }),
    ...changesOnWire(charge),
    ...(toPay.includes(charge) && { to_pay: true }),
  }));

/** Holds are no changes of a charge: they follow its subscription. */
function changesOnWire({ adjustments = [] }: Charge): Pick<ClientCharge, "changes"> {
  const changes = adjustments.flatMap(({ kind, day, cents, currency, from, by, why }): PastChange[] =>
    kind === "held" || kind === "released"
      ? []
      : [
          {
            day,
            kind,
            ...(cents !== undefined && { amount: fromCents(cents), currency }),
            ...(from && { from }),
            ...(by && { by }),
            ...(why && { reason: why }),
          },
        ],
  );
  return changes.length > 0 ? { changes } : {};
}

export const invoicesOnWire = ({ invoiced }: Charge): { invoices?: ChargeInvoices } =>
  invoiced
    ? { invoices: invoiced.map(({ invoice: id, day, cents }) => ({ id, day, amount: fromCents(cents) })) }
    : {};

export const owedOnWire = (owed: readonly Owed[]): OwedAmounts[] =>
  owed.map(({ currency, overdue, due_soon, on_hold, ages }) => ({
    currency,
    overdue: fromCents(overdue),
    due_soon: fromCents(due_soon),
    on_hold: fromCents(on_hold),
    ages: ages.map(fromCents),
  }));

export const creditOnWire = (owed: readonly Owed[]): ClientAccount["credit"] =>
  owed.flatMap(({ currency, credit }) => (credit > 0 ? [{ currency, amount: fromCents(credit) }] : []));

export const PaymentAnswer = z.object({
  payment: ClientPayment,
  owed: z.array(OwedAmounts),
  /** The subscriptions that changed with it. */
  subscriptions: z.optional(z.array(Subscription)),
});
export type PaymentAnswer = z.output<typeof PaymentAnswer>;

const paymentFields = {
  paid_on: z.optional(TypedDay),
  method: z.optional(PaymentMethod),
  /** Paid first; the rest pays the oldest open charges. */
  to: z.optional(NamedCharges),
  /** Keep what is more than all open charges as credit. */
  credit: z.optional(z.boolean()),
  /** Close the charges of `to`, which must be named, even if they get less than what is due: the rest is waived. */
  in_full: z.optional(z.boolean()),
  /** Why that rest is waived; `not_collectible` unless said. `reduced` writes a credit note. */
  why: z.optional(Why),
};

/** A repeated call is recognised by its `id`. */
export const NewClientPayment = z.strictObject({
  ...paymentFields,
  id: OwnId,
  amount: Amount,
  /** Needed if the client owes in several currencies. */
  currency: z.optional(Currency),
  reference: z._default(line("reference", 100), ""),
  /** Whether the client gets a receipt. By default, unless the payment is dated more than 30 days back. */
  receipt: z.optional(z.boolean()),
});
export type NewClientPayment = z.output<typeof NewClientPayment>;

/** An absent field is not changed. */
export const PaymentChange = z.strictObject({
  ...paymentFields,
  amount: z.optional(Amount),
  currency: z.optional(Currency),
  reference: z.optional(line("reference", 100)),
  /** The client whose payment it is. */
  client_id: OptionalId,
  state: z.optional(z.enum(["unmatched", "ignored"])),
  /** Why it is ignored. */
  reason: z.optional(IgnoreReason),
});
export type PaymentChange = z.output<typeof PaymentChange>;

/** Credit that is paid back. A repeated call is recognised by its `id`. */
export const NewRefund = z.strictObject({
  id: OwnId,
  paid_on: z.optional(TypedDay),
  amount: Amount,
  currency: Currency,
  method: z.optional(PaymentMethod),
  reference: z._default(line("reference", 100), ""),
});
export type NewRefund = z.output<typeof NewRefund>;

export const RefundAnswer = z.object({
  refund: ClientPayment,
  /** The credit that is left. */
  credit: ClientAccount.shape.credit,
  owed: z.array(OwedAmounts),
});
export type RefundAnswer = z.output<typeof RefundAnswer>;

/** A payment as somebody types it. */
export const PreviewRequest = z.strictObject({
  /** By default what is due, if nothing that is asked for is due what is on hold, else the next charge. */
  amount: z.optional(Amount),
  currency: z.optional(Currency),
  /** The subscription that is paid first. */
  first: z.optional(Id),
  /** Chosen by hand; the rest pays the oldest. */
  to: z.optional(NamedCharges),
  /** The next periods get the amount beyond all open charges. */
  ahead: z.optional(z.boolean()),
  /** Withheld tax takes the place of a rest that was waived with a payment. */
  method: z.optional(PaymentMethod),
});
export type PreviewRequest = z.output<typeof PreviewRequest>;

export const PreviewedCharge = z.object({
  id: ChargeId,
  subscription_id: z.optional(Id),
  period: z.optional(Day),
  due: Day,
  service: z.optional(Text),
  frequency: z.string(),
  /** The unpaid amount, and the amount that the payment pays. */
  left: Amount,
  pays: Amount,
  on_hold: z.optional(z.literal(true)),
  /** The charge is written only when it is paid. */
  ahead: z.optional(z.literal(true)),
  invoices: z.optional(ChargeInvoices),
  /** It has no invoice yet, and a payment of any part of it writes one. */
  to_invoice: z.optional(z.literal(true)),
});
export type PreviewedCharge = z.output<typeof PreviewedCharge>;

/** The effect of a payment before it is recorded. */
export const PaymentPreview = z.object({
  client_name: z.string(),
  sample: z.optional(z.literal(true)),
  amount: Amount,
  currency: Currency,
  /** The currencies of the open charges. */
  currencies: z.array(Currency),
  charges: z.array(PreviewedCharge),
  /** The charges that can be paid together, also ahead: what each has left, and the amount that pays all up to it. */
  steps: z.array(
    z.object({
      charge_id: ChargeId,
      subscription_id: z.optional(Id),
      period: z.optional(Day),
      due: Day,
      left: Amount,
      amount: Amount,
    }),
  ),
  /** Pays no charge: it becomes credit, or pays the next periods. */
  rest: Amount,
  /** The client's debts after the payment. */
  owed: z.array(OwedAmounts),
  /** Receipts are switched on. */
  receipts: z.boolean(),
  /** The stage takes payments from M-Pesa by itself. */
  mpesa: z.optional(z.literal(true)),
  today: Day,
});
export type PaymentPreview = z.output<typeof PaymentPreview>;

export const NewPromise = z.strictObject({ day: TypedDay });
export type NewPromise = z.output<typeof NewPromise>;

export const PromiseAnswer = z.object({ promised_until: z.optional(Day) });
