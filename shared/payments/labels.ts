import { methodNames, paymentMethods } from "../subscriptions/subscription.ts";
import type { Payment } from "./payment.ts";

/** The key of a payment. A payment for several periods has several rows with the same key. */
export const nameOfPayment = (row: Pick<Payment, "id" | "subscription_id" | "period">): string =>
  row.id ?? `${row.subscription_id}-${row.period}`;

export const methodOptions = [
  { value: "", label: "Unknown" },
  ...paymentMethods.map((value) => ({ value, label: methodNames[value] })),
];
