import { clientFileFields, ignoredColumns as ignoredOfClients } from "../clients/import-fields.ts";
import { ignoredColumns as ignoredOfPayments, paymentFileFields } from "../payments/import-fields.ts";
import {
  ignoredColumns as ignoredOfSubscriptions,
  subscriptionFileFields,
} from "../subscriptions/import-fields.ts";
import type { Field } from "./columns.ts";
import type { ImportKind } from "./import.ts";

/** The fields that the columns of an import can hold. */
export const fieldsOfKind: Record<ImportKind, readonly Field[]> = {
  clients: clientFileFields,
  subscriptions: subscriptionFileFields,
  payments: paymentFileFields,
};

/** Why an import cannot have these columns. */
export function columnNamesProblem(kind: ImportKind, columns: readonly string[]): string | undefined {
  const fields = fieldsOfKind[kind];
  const unknown = columns.find((column) => !fields.some(({ name }) => name === column));
  if (unknown !== undefined)
    return `There is no field “${unknown.slice(0, 50)}”. The fields are: ${fields.map(({ name }) => name).join(", ")}.`;
  if (new Set(columns).size < columns.length) return "Every column must hold another field.";
  const missing = fields.filter(({ name, required }) => required && !columns.includes(name));
  return missing.length > 0
    ? `Columns are missing: ${missing.map(({ name }) => name).join(", ")}.`
    : undefined;
}

/** How an import names its records, and what its file holds. */
type KindTexts = {
  /** In the singular. */
  noun: string;
  title: string;
  /** The list that shows these records. */
  list: { path: string; name: string };
  hint: string;
  /** The fields that hold dates. */
  days: readonly string[];
  /** Known columns without anything to import; not reported as ignored. */
  ignored: readonly string[];
  /** The columns of the template file. */
  template: readonly string[];
};

const toChange = "To change many, export the list, edit the file and import it. ";

export const kinds: Record<ImportKind, KindTexts> = {
  clients: {
    noun: "client",
    title: "Import clients",
    list: { path: "/admin/clients", name: "Clients" },
    hint: `A row updates a client that it matches by Id, email address or payment reference; other rows add new ones. ${toChange}`,
    days: [],
    ignored: ignoredOfClients,
    template: ["name", "email", "phone", "company", "address", "language", "status", "muted"],
  },
  subscriptions: {
    noun: "subscription",
    title: "Import subscriptions",
    list: { path: "/admin/subscriptions", name: "Subscriptions" },
    hint: `A row updates a subscription that it matches by Id, or by client, service, start date and frequency together; other rows add new ones. ${toChange}`,
    days: ["start_date", "next_billing_date"],
    ignored: ignoredOfSubscriptions,
    template: [
      "client_name",
      "client_email",
      "service",
      "amount",
      "frequency",
      "next_billing_date",
      "status",
      "start_date",
      "muted",
      "currency",
    ],
  },
  payments: {
    noun: "payment",
    title: "Import payments of past years",
    list: { path: "/admin/payments", name: "Payments" },
    hint: "For a company that moves here and brings its history. Each payment is recorded with a paid period of its own: it pays nothing that is open, becomes no credit, and sends no receipt. ",
    days: ["paid_on", "period"],
    ignored: ignoredOfPayments,
    template: [
      "paid_on",
      "client_name",
      "client_email",
      "service",
      "amount",
      "currency",
      "method",
      "reference",
    ],
  },
};
