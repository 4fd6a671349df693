import * as z from "zod/mini";
import { Day, TypedDay } from "./day.ts";
import { ListPage } from "./list.ts";
import { Amount, Currency } from "./money.ts";
import type { Routes } from "./route.ts";
import { OfLine } from "./statement-lines.ts";
import { Cursor, GivenId, Id, Instant, line, Text, Unreadable, Version } from "./text.ts";

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

/** Long enough for a product and its size; a row and a subject have room for no more. */
export const longestService = 120;

const fields = {
  client_id: Id,
  start_date: TypedDay,
  frequency: Frequency,
  amount: Amount,
  /** What the amount is in. Of a new one, absent, what Settings say is usual. */
  currency: z.optional(Currency),
  /** What is sold, in one line; empty for nothing to say. */
  service: z.optional(line("service", longestService)),
  /** For one that is already unpaid, or paid ahead; computed from the schedule when absent. */
  next_billing_date: z.optional(TypedDay),
  /** No reminders for this one; those that a person sends by hand go out all the same. */
  muted: z.optional(z.boolean()),
};

/** A subscription is a sample as long as its client is one. */
export const NewSubscription = z.strictObject({
  ...fields,
  id: GivenId,
  status: z._default(SubscriptionStatus, "active"),
  sample: z.optional(z.literal(true)),
});
export type NewSubscription = z.output<typeof NewSubscription>;

/** What is left out stays as it is. */
export const SubscriptionChange = z.strictObject({
  ...fields,
  status: z.optional(SubscriptionStatus),
  version: z.optional(Version),
});
export type SubscriptionChange = z.output<typeof SubscriptionChange>;

export const Subscription = z.object({
  ...NewSubscription.shape,
  /** As stored: one that another version knows, and this one does not, is shown by its name and has no next date. */
  frequency: Text,
  service: z.optional(Text),
  id: Id,
  next_billing_date: Day,
  /** The day every billing date is counted from (see billing.ts). */
  billing_anchor: Day,
  /** What was paid of the period that is due next, in part; absent where nothing was. */
  paid: z.optional(Amount),
  created_at: Instant,
  version: Version,
});
export type Subscription = z.output<typeof Subscription>;

/** How somebody paid. */
export const paymentMethods = ["mpesa", "bank", "cheque", "cash", "other"] as const;
export const PaymentMethod = z.enum(
  paymentMethods,
  "Please say how it was paid: M-Pesa, bank, cheque, cash or other.",
);
export type PaymentMethod = z.output<typeof PaymentMethod>;

export const methodNames: Record<PaymentMethod, string> = {
  mpesa: "M-Pesa",
  bank: "Bank",
  cheque: "Cheque",
  cash: "Cash",
  other: "Other",
};

/** A method that another version knows is called what it calls it. */
export const methodName = (method: string | undefined): string =>
  method === undefined ? "" : ((methodNames as Record<string, string>)[method] ?? method);

/** That a period was paid, in full or in part. */
export const Renewal = z.object({
  subscription_id: Id,
  /** The payment it belongs to, which may be for several periods; those of the first releases are without. */
  id: z.optional(Id),
  /** The billing cycle, named by the day it was due. */
  period: Day,
  paid_on: Day,
  amount: Amount,
  /** What it was paid in, whatever the subscription is in by now. */
  currency: z.optional(Currency),
  /** An M-Pesa code, a cheque number. */
  reference: Text,
  /** One of `paymentMethods`, or what another version knows; absent where nobody said. */
  method: z.optional(Text),
  /** It was less than was due, and left the period due with the rest. */
  part: z.optional(z.literal(true)),
  /** The billing date this renewal led to: of a part, its own period. */
  next_billing_date: Day,
  recorded_at: Instant,
});
export type Renewal = z.output<typeof Renewal>;

/** As many periods as one payment can be for. */
export const mostPeriods = 12;

/** Absent, `paid_on` is today and `amount` what is due. */
export const NewRenewal = z.strictObject({
  /** Of the payment: the same again changes nothing. Without one, parts of a period are told apart by their reference. */
  id: GivenId,
  period: Day,
  /** Over how many periods it is shared out at most, from that one on; what goes beyond the last stays with it. */
  periods: z.optional(
    z
      .int("Please give the number of periods as a whole number.")
      .check(
        z.minimum(1, "A payment is for one period at least."),
        z.maximum(mostPeriods, `A payment is for ${mostPeriods} periods at most.`),
      ),
  ),
  paid_on: z.optional(TypedDay),
  amount: z.optional(Amount),
  /** What the amount is in: refused where the subscription is in another. */
  currency: z.optional(Currency),
  reference: z._default(line("reference", 100), ""),
  method: z.optional(PaymentMethod),
  /** Nothing more is due for these periods, even if it is less than was. */
  in_full: z.optional(z.boolean()),
  /** What was due when it was typed: refused where that is no longer so. */
  due: z.optional(z.number()),
  /** The line of a statement that it was: recorded once, whoever does it. It says the day, the amount and the method. */
  line: z.optional(OfLine),
});
export type NewRenewal = z.output<typeof NewRenewal>;

/** The complaint about a payment that is yet to come. */
export const paidAhead = (paid_on: Day, today: Day): string | undefined =>
  paid_on > today ? `The payment cannot be dated in the future: today is ${today}.` : undefined;

const ofSubscription = z.strictObject({ id: Id });

export const subscriptionRoutes = {
  "GET /api/v1/subscriptions": {
    access: "staff",
    query: ListPage,
    answer: z.object({
      subscriptions: z.array(Subscription),
      today: Day,
      unreadable: Unreadable,
      cursor: z.optional(Cursor),
    }),
  },
  "POST /api/v1/subscriptions": {
    access: "staff",
    body: NewSubscription,
    answer: z.object({ subscription: Subscription }),
    status: 201,
  },
  "PUT /api/v1/subscriptions/{id}": {
    access: "staff",
    params: ofSubscription,
    body: SubscriptionChange,
    answer: z.object({ subscription: Subscription }),
  },
  "GET /api/v1/subscriptions/{id}/renewals": {
    access: "staff",
    params: ofSubscription,
    answer: z.object({ renewals: z.array(Renewal), unreadable: Unreadable }),
  },
  "POST /api/v1/subscriptions/{id}/renewals": {
    access: "staff",
    params: ofSubscription,
    body: NewRenewal,
    /** `renewals` are all that the payment paid, the first included, where that is more than one. */
    answer: z.object({
      renewal: Renewal,
      renewals: z.optional(z.array(Renewal)),
      subscription: Subscription,
    }),
    status: 201,
  },
  /** Takes back the newest payment, with all the periods it is for. */
  "DELETE /api/v1/subscriptions/{id}/renewals/{period}": {
    access: "staff",
    params: z.strictObject({ id: Id, period: Day }),
    /** Which payment of the period, where there are several. */
    query: z.strictObject({ id: GivenId }),
    /** `note` says so when the billing date could not go back to the period. */
    answer: z.object({ subscription: Subscription, note: z.optional(z.string()) }),
  },
} as const satisfies Routes;
