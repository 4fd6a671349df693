import { methodNames, paymentMethods, type Renewal } from "../../../shared/subscriptions.ts";

export { methodName, methodNames } from "../../../shared/subscriptions.ts";

/** What tells a payment from others: one for several periods has a row for each. */
export const nameOfPayment = (row: Pick<Renewal, "id" | "subscription_id" | "period">): string =>
  row.id ?? `${row.subscription_id}-${row.period}`;

/** What is chosen among, where a payment is recorded. */
export const methodOptions = [
  { value: "", label: "Not said" },
  ...paymentMethods.map((value) => ({ value, label: methodNames[value] })),
];
