import { clientColumns } from "../clients/fields.ts";
import type { Fields } from "../field.ts";
import { vatNames } from "../vat.ts";
import { columnNames as clientColumnNames, vatColumns } from "./client-fields.ts";
import { fileFieldsOf } from "./plan-rows.ts";

const { client_name, client_email, client_phone, client_reference } = clientColumns;

/** The fields of a row about its charge. */
export const chargeFields = {
  service: { label: "Service", kind: "text", description: "What the client owes it for." },
  amount: { label: "Amount", kind: "amount", description: "What is left to pay of it." },
  currency: {
    label: "Currency",
    kind: "text",
    description: "USD or KES; the company's usual one if absent.",
  },
  vat: {
    label: "VAT",
    kind: "text",
    description: "Of the amount, which includes it; the standard rate if absent.",
    names: vatNames,
    absent: "standard",
  },
  due: {
    label: "Due",
    kind: "day",
    description: "The day on which it is due, or was: from then on it is overdue.",
  },
} as const satisfies Fields;

/** An import of charges that do not recur reads these fields. */
export const importedFields = {
  client_name,
  client_email,
  client_phone,
  client_reference,
  ...chargeFields,
} as const;
export type Name = keyof typeof importedFields;

export const chargeFileFields = fileFieldsOf<Name>(importedFields, ["service", "amount", "due"], {
  client_name: clientColumnNames.name,
  client_email: clientColumnNames.email,
  client_phone: clientColumnNames.phone,
  client_reference: ["accountnumber", "account"],
  service: ["product", "description", "item", "details", "huduma", "bidhaa", "maelezo"],
  amount: ["balance", "outstanding", "amountdue", "owed", "deni", "kiasi"],
  currency: ["sarafu"],
  vat: vatColumns,
  due: ["duedate", "date", "invoicedate", "duedon", "tarehe"],
});
