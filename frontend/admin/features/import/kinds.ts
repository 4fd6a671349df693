import { ignoredColumns as ignoredOfClients } from "../../../../shared/imports/client-fields.ts";
import { ignoredColumns as ignoredOfControlUnits } from "../../../../shared/imports/control-unit-fields.ts";
import type { ImportKind } from "../../../../shared/imports/import.ts";
import { ignoredColumns as ignoredOfPayments } from "../../../../shared/imports/payment-fields.ts";
import { ignoredColumns as ignoredOfSubscriptions } from "../../../../shared/imports/subscription-fields.ts";

/** How an import names its records, and what its file holds. */
type KindTexts = {
  /** In the singular. */
  noun: string;
  title: string;
  /** The path of the list that shows these records. */
  list: string;
  hint: string;
  /** The fields that hold dates. */
  days: readonly string[];
  /** Known columns without anything to import; not reported as ignored. */
  ignored: readonly string[];
  /** The columns of the template file. */
  template: readonly string[];
};

/** Whether a row can be only possibly the same as another. Two payments or charges alike are one. */
export const hasChoices = (kind: ImportKind): boolean => kind === "clients" || kind === "subscriptions";

const toChange = "To change many, export the list, edit the file and import it. ";

export const kinds: Record<ImportKind, KindTexts> = {
  clients: {
    noun: "client",
    title: "Import clients",
    list: "/admin/clients",
    hint: `A row updates a client that it matches by Id, email address or payment reference; other rows add new ones. ${toChange}`,
    days: [],
    ignored: ignoredOfClients,
    template: ["name", "email", "phone", "company", "address", "language", "status", "muted"],
  },
  subscriptions: {
    noun: "subscription",
    title: "Import subscriptions",
    list: "/admin/subscriptions",
    hint: `A row updates a subscription that it matches by Id, or by client, service, start date and frequency together; other rows add new ones. ${toChange}`,
    days: ["start_date", "next_billing_date", "ends_on"],
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
    list: "/admin/money/received",
    hint: "For a company that moves here and brings its history. Each payment pays a charge of its own: it pays nothing that is open, becomes no credit, and sends no receipt. ",
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
  charges: {
    noun: "charge",
    title: "Import charges",
    list: "/admin/money",
    hint: "For what does not recur, and for what clients still owed when the company moved here. Each row is a charge with its day, which can be past. What is on record already is not added again. ",
    days: ["due"],
    ignored: [],
    template: ["client_name", "client_email", "service", "amount", "currency", "due"],
  },
  control_units: {
    noun: "control unit number",
    title: "Import control unit numbers",
    list: "/admin/money/invoices",
    hint: "The numbers that eTIMS gave to invoices and credit notes, matched by invoice number. An invoice that has one already is left as it is. ",
    days: [],
    ignored: ignoredOfControlUnits,
    template: ["number", "control_unit", "link"],
  },
};
