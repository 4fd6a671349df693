import type { Fields } from "../field.ts";
import { methodNames } from "../subscriptions/subscription.ts";
import type { NamedPayment } from "./payment.ts";

/** In the order of the exported file. */
export const paymentFields = {
  paid_on: { label: "Paid on", kind: "day", description: "The day on which the client paid." },
  client_name: {
    label: "Client",
    kind: "text",
    description: "The client's name; “Unknown Client” if it no longer exists.",
    searched: true,
  },
  company: {
    label: "Company",
    kind: "text",
    description: "The client's company; can be empty.",
    searched: true,
  },
  service: { label: "Service", kind: "text", description: "What was paid for.", searched: true },
  period: {
    label: "Due",
    kind: "day",
    description: "The due day of what was paid.",
  },
  method: {
    label: "Method",
    kind: "text",
    description:
      "How it was paid: mpesa, bank, cheque, cash, withholding_tax (not received) or other; absent if nobody chose one.",
    names: methodNames,
    searched: true,
  },
  reference: {
    label: "Reference",
    kind: "text",
    description: "An M-Pesa code or a cheque number; can be empty.",
    searched: true,
  },
  receipt_number: {
    label: "Receipt number",
    kind: "text",
    description:
      "The number of its receipt, without gaps in a year; absent until the receipt is sent, and without one.",
    searched: true,
  },
  amount: {
    label: "Amount",
    kind: "amount",
    description: "What it pays of this. A payment of several due days has a row for each.",
  },
  credit: {
    label: "Credit",
    kind: "yes-no",
    description: "The part of a payment that pays nothing yet; it has no subscription and no due day.",
  },
  refund: {
    label: "Refund",
    kind: "yes-no",
    description: "Credit that was paid back; the amount is negative.",
  },
  part: {
    label: "Part payment",
    kind: "yes-no",
    description: "The rest is still due.",
  },
  next_billing_date: {
    label: "Next billing",
    kind: "day",
    description: "The billing date after this payment; for a part payment, the same day.",
  },
  recorded_at: { label: "Recorded", kind: "moment", description: "When the payment was recorded." },
  sample: { label: "Sample", kind: "yes-no", description: "A record for trying the product." },
  client_id: {
    label: "Client id",
    kind: "id",
    description: "Identifies the client; absent if the subscription no longer exists.",
  },
  charge_id: { label: "Charge id", kind: "id", description: "Identifies what it pays; absent of credit." },
  subscription_id: {
    label: "Subscription id",
    kind: "id",
    description: "Identifies the subscription; absent if it pays what does not recur.",
  },
  id: {
    label: "Payment id",
    kind: "id",
    description: "Identifies the payment: the same in the rows of all that it pays.",
  },
  currency: {
    label: "Currency",
    kind: "text",
    description: "The currency of the payment, even if the subscription's has changed since; USD if absent.",
    absent: "USD",
  },
  state: {
    label: "State",
    kind: "text",
    description:
      "“unmatched” or “ignored”: nobody has it; “reversed”: M-Pesa or the bank took it back; “announced”: M-Pesa has not confirmed it yet.",
  },
  source: {
    label: "Source",
    kind: "text",
    description: "“hand”: somebody typed it; “statement”: from a file; “mpesa”: from M-Pesa itself.",
  },
  payer: { label: "Payer", kind: "text", description: "The name on the statement.", searched: true },
  phone: { label: "Phone", kind: "text", description: "The phone number on the statement.", searched: true },
  account: {
    label: "Account",
    kind: "text",
    description: "The account that the payer typed.",
    searched: true,
  },
  details: { label: "Details", kind: "text", description: "What else the statement says.", searched: true },
} as const satisfies Fields<Exclude<keyof NamedPayment, "ignored" | "doubts">>;
