import type { Fields } from "../field.ts";
import { vatNames } from "../vat.ts";
import type { EndReason, Frequency, Subscription, SubscriptionStatus } from "./subscription.ts";

export const frequencyNames: Record<Frequency, string> = {
  monthly: "Monthly",
  quarterly: "Quarterly",
  "semi-annual": "Semi-Annual",
  yearly: "Yearly",
};

export const subscriptionStatusNames: Record<SubscriptionStatus, string> = {
  active: "Active",
  paused: "Paused",
  inactive: "Inactive",
};

export const endReasonNames: Record<EndReason, string> = {
  price: "Price",
  competitor: "Went to a competitor",
  closed: "Closed the business",
  missing_feature: "Misses something in the product",
  non_payment: "Does not pay",
  other: "Another reason",
};

/** In the order of the exported file. */
export const subscriptionFields = {
  service: {
    label: "Service",
    kind: "text",
    description: "What the client pays for, in one line.",
    searched: true,
  },
  amount: {
    label: "Amount",
    kind: "amount",
    description: "What is due each time; 0 is free.",
  },
  paid: {
    label: "Part paid",
    kind: "amount",
    description: "The part of what is due next that is already paid; absent if none.",
    readOnly: true,
  },
  currency: {
    label: "Currency",
    kind: "text",
    description: "US dollars if absent.",
    absent: "USD",
  },
  vat: {
    label: "VAT",
    kind: "text",
    description: "The VAT of its charges that are not on an invoice yet; the standard rate if absent.",
    names: vatNames,
    absent: "standard",
  },
  frequency: {
    label: "Frequency",
    kind: "text",
    description: "How often it is due.",
    names: frequencyNames,
    searched: true,
  },
  next_billing_date: {
    label: "Next billing",
    kind: "day",
    description: "The oldest due day that is not paid.",
  },
  status: {
    label: "Status",
    kind: "text",
    description: "Only active subscriptions fall due.",
    names: subscriptionStatusNames,
    searched: true,
  },
  start_date: {
    label: "Started",
    kind: "day",
    description: "The first day; billing dates are counted from it.",
  },
  next_price: {
    label: "Next price",
    kind: "amount-from",
    description: "The price of one period from a day on: `120 from 2027-02-01`.",
    withdrawable: true,
  },
  ends_on: {
    label: "Ends on",
    kind: "day",
    description: "The last day: no period that begins later is charged.",
    withdrawable: true,
  },
  end_reason: {
    label: "Reason for the end",
    kind: "text",
    description: "Why the client leaves.",
    names: endReasonNames,
  },
  muted: {
    label: "Reminders muted",
    heading: "Muted",
    kind: "yes-no",
    description: "No automatic reminders for this subscription; staff can still send one.",
  },
  created_at: {
    label: "Added",
    kind: "instant",
    description: "When the subscription was added.",
    readOnly: true,
  },
  sample: {
    label: "Sample",
    kind: "yes-no",
    description: "A record for trying the product.",
    readOnly: true,
  },
  former: {
    label: "Former client's",
    kind: "yes-no",
    description: "Another client has the subscription now: this is what its former client still owes of it.",
    readOnly: true,
  },
  id: {
    label: "Id",
    kind: "id",
    description: "Identifies the subscription.",
    readOnly: true,
  },
} as const satisfies Fields<
  Exclude<
    keyof Subscription,
    "client_id" | "billing_anchor" | "open" | "on_hold" | "account_version" | "version"
  >
>;
