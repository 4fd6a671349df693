import { clientColumns } from "../clients/fields.ts";
import { omit } from "../omit.ts";
import { parseCurrency } from "../parse-amount.ts";
import { subscriptionFields } from "../subscriptions/fields.ts";
import type { Frequency } from "../subscriptions/subscription.ts";
import { columnNames as clientColumnNames, vatColumns } from "./client-fields.ts";
import { normalisedName } from "./columns.ts";
import { type Cells, fileFieldsOf } from "./plan-rows.ts";

const subscription = omit(subscriptionFields, "paid", "created_at");
/** The fields of the subscription itself. */
export const written = subscription;
const { client_name, client_email, client_reference } = clientColumns;
const imported = { client_name, client_email, client_reference, ...subscription };
export type Name = keyof typeof imported;
export const subscriptionFileFields = fileFieldsOf<Name>(
  imported,
  ["client_name", "amount", "frequency", "start_date"],
  {
    client_name: clientColumnNames.name,
    client_email: clientColumnNames.email,
    service: ["product", "description", "plan", "huduma", "bidhaa", "maelezo"],
    amount: ["price", "fee", "kiasi", "bei", "ada", "gharama"],
    currency: ["sarafu"],
    vat: vatColumns,
    frequency: ["billingfrequency", "billing", "cycle", "billingcycle", "mzunguko", "mzungukowamalipo"],
    next_billing_date: [
      "nextbillingdate",
      "nextdue",
      "duedate",
      "renewaldate",
      "malipoyajayo",
      "tareheyamalipo",
    ],
    status: ["state", "hali"],
    start_date: ["startdate", "start", "from", "tarehe", "tareheyakuanza", "kuanzia"],
    id: ["subscriptionid"],
  },
);

/** Columns of the export that cannot be imported. */
export const ignoredColumns = ["phone", "partpaid", "added", "due", "overdue", "overdueperiods"];

/** Other words for frequencies, in English and Swahili, normalised by `normalisedName`. */
const frequencyWords: Record<Frequency, readonly string[]> = {
  monthly: ["month", "everymonth", "permonth", "mwezi", "kilamwezi", "kwamwezi"],
  quarterly: [
    "quarter",
    "everyquarter",
    "every3months",
    "3months",
    "robomwaka",
    "kilarobomwaka",
    "miezi3",
    "miezimitatu",
    "kilamiezimitatu",
  ],
  "semi-annual": [
    "semiannually",
    "halfyearly",
    "biannual",
    "every6months",
    "6months",
    "nusumwaka",
    "kilanusumwaka",
    "miezi6",
    "miezisita",
    "kilamiezisita",
  ],
  yearly: [
    "annual",
    "annually",
    "year",
    "everyyear",
    "peryear",
    "12months",
    "mwaka",
    "kilamwaka",
    "kwamwaka",
  ],
};

function frequencyOf(cell: string | undefined): string | undefined {
  const word = normalisedName(cell ?? "");
  return Object.entries(frequencyWords).find(([, words]) => words.includes(word))?.[0] ?? cell;
}

/** The cells with the usual words for frequencies, and with the currency beside the amount. */
export const readable =
  (cells: Cells<Name>): Cells<Name> =>
  (name) => {
    const cell = cells(name);
    if (name === "frequency") return frequencyOf(cell);
    return name === "currency"
      ? (parseCurrency(cell || (cells("amount") ?? "")) ?? (cell || undefined))
      : cell;
  };
