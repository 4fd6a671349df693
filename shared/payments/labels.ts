import { methodNames, paymentMethods, type Renewal } from "../subscriptions/subscription.ts";

/** The key of a payment. A payment for several periods has several rows with the same key. */
export const nameOfPayment = (row: Partial<Pick<Renewal, "id" | "subscription_id" | "period">>): string =>
  row.id ?? `${row.subscription_id}-${row.period}`;

export const methodOptions = [
  { value: "", label: "Unknown" },
  ...paymentMethods.map((value) => ({ value, label: methodNames[value] })),
];
