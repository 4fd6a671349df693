import * as z from "zod/mini";
import { Day, TypedDay } from "./day.ts";
import { ListPage } from "./list.ts";
import { Amount } from "./money.ts";
import type { Routes } from "./route.ts";
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

const fields = {
  client_id: Id,
  start_date: TypedDay,
  frequency: Frequency,
  amount: Amount,
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
  id: Id,
  next_billing_date: Day,
  /** The day every billing date is counted from (see billing.ts). */
  billing_anchor: Day,
  created_at: Instant,
  version: Version,
});
export type Subscription = z.output<typeof Subscription>;

/** That a period was paid. */
export const Renewal = z.object({
  subscription_id: Id,
  /** The billing cycle, named by the day it was due. */
  period: Day,
  paid_on: Day,
  amount: Amount,
  /** An M-Pesa code, a cheque number. */
  reference: Text,
  /** The billing date this renewal moved the subscription to. */
  next_billing_date: Day,
  recorded_at: Instant,
});
export type Renewal = z.output<typeof Renewal>;

/** Absent, `paid_on` is today and `amount` the subscription's. */
export const NewRenewal = z.strictObject({
  period: Day,
  paid_on: z.optional(TypedDay),
  amount: z.optional(Amount),
  reference: z._default(line("reference", 100), ""),
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
    answer: z.object({ renewal: Renewal, subscription: Subscription }),
    status: 201,
  },
  "DELETE /api/v1/subscriptions/{id}/renewals/{period}": {
    access: "staff",
    params: z.strictObject({ id: Id, period: Day }),
    /** `note` says so when the billing date could not go back to the period. */
    answer: z.object({ subscription: Subscription, note: z.optional(z.string()) }),
  },
} as const satisfies Routes;
