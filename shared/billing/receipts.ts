import { type Day, daysBetween } from "../day.ts";

/** A client expects no receipt for an older payment. */
const MAX_RECEIPT_AGE_DAYS = 30;

/** `2026-000123`: the year in which it was issued, and its place in this year. */
export const formatReceiptNumber = (year: string, place: number): string =>
  `${year}-${String(place).padStart(6, "0")}`;

/** Whether the client gets a receipt, if receipts are switched on: as a person decided, else unless the payment is old. */
export const hasReceipt = (
  paid_on: Day,
  today: Day,
  { decided }: { decided?: boolean | undefined } = {},
): boolean => decided ?? daysBetween(paid_on, today) <= MAX_RECEIPT_AGE_DAYS;
