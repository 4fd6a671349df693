import * as z from "zod/mini";
import { formatDay } from "../dates.ts";
import { Day, TypedDay } from "../day.ts";
import { Amount, Amounts, Currency } from "../money.ts";
import { Id, Instant, line, OptionalId, Text, Version } from "../text.ts";
import { Vat } from "../vat.ts";

export const Frequency = z.enum(
  ["monthly", "quarterly", "semi-annual", "yearly"],
  "The billing frequency must be monthly, quarterly, semi-annual or yearly.",
);
export type Frequency = z.output<typeof Frequency>;
export const isFrequency = (text: string): text is Frequency => Frequency.safeParse(text).success;

export const SubscriptionStatus = z.enum(
  ["active", "paused", "inactive"],
  "The status must be active, paused or inactive.",
);
export type SubscriptionStatus = z.output<typeof SubscriptionStatus>;

/** Fits a table row and an email subject. */
export const MAX_SERVICE_LENGTH = 120;

export const EndReason = z.enum(
  ["price", "competitor", "closed", "missing_feature", "non_payment", "other"],
  "The reason must be price, competitor, closed, missing_feature, non_payment or other.",
);
export type EndReason = z.output<typeof EndReason>;

/** The agreed price and end. Null withdraws it. */
const agreed = {
  /** The price of the periods due from a day on. */
  next_price: z.optional(z.nullable(z.strictObject({ amount: Amount, from: TypedDay }))),
  /** The last day: no period that begins later is charged, and on the day after the subscription is inactive. */
  ends_on: z.optional(z.nullable(TypedDay)),
  end_reason: z.optional(EndReason),
};

const fields = {
  client_id: Id,
  start_date: TypedDay,
  frequency: Frequency,
  amount: Amount,
  /** A new subscription without one gets the default currency of Settings. */
  currency: z.optional(Currency),
  /** One line that describes the subscription; can be empty. */
  service: z.optional(line("service", MAX_SERVICE_LENGTH)),
  /** The VAT of its charges that are not on an invoice yet; the standard rate if absent. */
  vat: z.optional(Vat),
  /** For a subscription that is already unpaid or paid in advance; computed from the schedule if absent. */
  next_billing_date: z.optional(TypedDay),
  /** No automatic reminders for this one; staff can still send one. */
  muted: z.optional(z.boolean()),
};

/** A subscription is a sample while its client is one. */
export const NewSubscription = z.strictObject({
  ...fields,
  ...agreed,
  id: OptionalId,
  status: z._default(SubscriptionStatus, "active"),
  sample: z.optional(z.literal(true)),
});
export type NewSubscription = z.output<typeof NewSubscription>;

/** An absent field is not changed. */
export const SubscriptionChange = z.strictObject({
  ...fields,
  ...agreed,
  /**
   * Decides about unpaid periods that are due already; a period paid in part stays. If the subscription ends or becomes
   * free, everything but `keep` also makes credit of periods paid ahead, and `credit` does that alone.
   */
  open_charges: z.optional(z.enum(["keep", "change", "remove", "credit"])),
  /** On resuming: charge the periods of the pause too. */
  charge_gap: z.optional(z.boolean()),
  /** On resuming: the first day that is charged again; today if absent. */
  charge_from: z.optional(TypedDay),
  status: z.optional(SubscriptionStatus),
  version: z.optional(Version),
});
export type SubscriptionChange = z.output<typeof SubscriptionChange>;

/** The debt for one period. */
const OpenCharge = z.object({
  period: Day,
  /** Somebody moved its due day; otherwise it is due on the first day of its period. */
  due: z.optional(Day),
  amount: Amount,
  /** The part that is paid. */
  paid: z.optional(Amount),
  /** The charge keeps its currency; that of the subscription if absent. */
  currency: z.optional(Currency),
});

export const NextPrice = z.object({
  amount: Amount,
  from: Day,
  /** The change of many prices that it is a part of. */
  change: z.optional(Id),
  /** The day on which an email told the client. */
  told_on: z.optional(Day),
});
export type NextPrice = z.output<typeof NextPrice>;

export const Subscription = z.object({
  ...NewSubscription.shape,
  /** Any stored text. An unknown frequency is shown by its name and has no next date. */
  frequency: Text,
  service: z.optional(Text),
  next_price: z.optional(NextPrice),
  ends_on: z.optional(Day),
  id: Id,
  next_billing_date: Day,
  /** The day from which every billing date is counted (see billing/schedule.ts). */
  billing_anchor: Day,
  /** The part of the next period that is already paid; absent if none. */
  paid: z.optional(Amount),
  /**
   * The open charges, oldest first, as far as they are asked for: not while the subscription is paused or the client
   * inactive. Absent if an active subscription has only the one of `next_billing_date` and `amount`.
   */
  open: z.optional(z.array(OpenCharge)),
  /** The open charges on hold, oldest first: owed and payable, while the subscription or the client is not active. */
  on_hold: z.optional(z.array(OpenCharge)),
  /** The version of the client's account that this, `paid` and `open` are from. */
  account_version: z.optional(Version),
  /** Another client has the subscription now: this is what its former client still owes of it. */
  former: z.optional(z.literal(true)),
  created_at: Instant,
  version: Version,
});
export type Subscription = z.output<typeof Subscription>;

const ChargeTerms = z.object({
  period: Day,
  amount: Amount,
  currency: Currency,
  service: z.optional(Text),
});

/** Why a charge does not follow a change: the client got a reminder of it, it is due, paid in part, paid, or changed by hand. */
const StayReason = z.enum(["told", "due", "part", "paid", "changed"]);
export type StayReason = z.output<typeof StayReason>;

/** Shows the effects of a change before it is made. */
export const SubscriptionPreview = z.object({
  next_billing_date: Day,
  /** The charges that change. Without `before` a charge is new; without `after` it goes. */
  changes: z.array(z.object({ before: z.optional(ChargeTerms), after: z.optional(ChargeTerms) })),
  /** The charges that keep other terms or days than the subscription gets. */
  stays: z.array(
    z.extend(ChargeTerms, {
      reason: StayReason,
      /** The last day on which the client was told. */
      told_on: z.optional(Day),
    }),
  ),
  /** Payments for periods that are not due yet. They can become credit if the subscription ends or becomes free. */
  paid_ahead: Amounts,
  /** The sums that are paid of the charges that go: they become credit. */
  credited: Amounts,
  /** The credit notes that are written, because charges go that are on invoices. */
  credit_notes: Amounts,
});
export type SubscriptionPreview = z.output<typeof SubscriptionPreview>;

/** Tax that a client withholds and pays to the state for us: it pays a charge, and is not received. */
export const WITHHOLDING_TAX = "withholding_tax";
export const paymentMethods = ["mpesa", "bank", "cheque", "cash", WITHHOLDING_TAX, "other"] as const;
export const PaymentMethod = z.enum(
  paymentMethods,
  "Please say how it was paid: M-Pesa, bank, cheque, cash, withholding tax or other.",
);
export type PaymentMethod = z.output<typeof PaymentMethod>;

export const methodNames: Record<PaymentMethod, string> = {
  mpesa: "M-Pesa",
  bank: "Bank",
  cheque: "Cheque",
  cash: "Cash",
  withholding_tax: "Withholding tax",
  other: "Other",
};

/** The certificate proves the tax. */
export const certificateProblem = (method: string | undefined, reference: string): string | undefined =>
  method === WITHHOLDING_TAX && reference === ""
    ? "Please give the number of the withholding certificate as the reference."
    : undefined;

/** Whether money came in: not for tax that was withheld, nor for a refund. */
export const isReceived = ({
  method,
  refund,
}: {
  method?: string | undefined;
  refund?: boolean | undefined;
}) => method !== WITHHOLDING_TAX && !refund;

/** An unknown method is shown as it is stored. */
export const methodName = (method: string | undefined): string =>
  method === undefined ? "" : ((methodNames as Record<string, string>)[method] ?? method);

/** The error for a payment dated in the future. */
export const futurePaymentProblem = (paid_on: Day, today: Day): string | undefined =>
  paid_on > today ? `The payment cannot be dated in the future: today is ${formatDay(today)}.` : undefined;
