import { type Cells, fileFieldsOf } from "../imports/plan-rows.ts";
import { parseCurrency } from "../imports/values.ts";
import { entryFields } from "./portfolio.ts";
import type { Frequency } from "./subscription.ts";

const { client_phone: _, paid: __, created_at: ___, due: ____, ...imported } = entryFields;
const { client_name, client_email, client_reference, ...own } = imported;
/** The fields of the subscription itself. */
export const written = own;
export type Name = keyof typeof imported;
export const subscriptionFileFields = fileFieldsOf<Name>(imported, [
  "client_name",
  "amount",
  "frequency",
  "start_date",
]);

/** Columns of the export that cannot be imported. */
export const ignoredColumns = ["phone", "partpaid", "added", "due"];

const otherFrequencies: Record<string, Frequency> = {
  annual: "yearly",
  annually: "yearly",
  "half-yearly": "semi-annual",
  biannual: "semi-annual",
  "every month": "monthly",
};

/** The cells with the usual words for frequencies, and with the currency beside the amount. */
export const readable =
  (cells: Cells<Name>): Cells<Name> =>
  (name) => {
    const cell = cells(name);
    if (name === "frequency") return otherFrequencies[cell?.toLowerCase() ?? ""] ?? cell;
    return name === "currency"
      ? (parseCurrency(cell || (cells("amount") ?? "")) ?? (cell || undefined))
      : cell;
  };
