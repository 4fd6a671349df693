import type { Fields } from "../field.ts";

/** An invoice or a credit note in lists. Amounts of credit notes are negative there, so that they add up. */
export const invoiceFields = {
  day: { label: "Day", kind: "day", description: "The day on which it was written." },
  number: {
    label: "Number",
    kind: "text",
    description: "Counted by year; absent until it has one.",
    searched: true,
  },
  client_name: {
    label: "Client",
    kind: "text",
    description: "The name that stands on it.",
    searched: true,
  },
  company: {
    label: "Company",
    kind: "text",
    description: "The company that stands on it; can be empty.",
    searched: true,
  },
  kra_pin: { label: "KRA PIN", kind: "text", description: "The client’s.", searched: true },
  service: { label: "Service", kind: "text", description: "What it is for.", searched: true },
  due: { label: "Due", kind: "day", description: "Of an invoice." },
  state: {
    label: "State",
    kind: "text",
    description: "What has become of it.",
  },
  left: { label: "Left to pay", kind: "amount", description: "Of an invoice." },
  credited: { label: "Credited", kind: "amount", description: "What credit notes took back of an invoice." },
  of_number: {
    label: "Invoice credited",
    kind: "text",
    description: "The invoice that a credit note is about.",
    searched: true,
  },
  net: { label: "Net", kind: "amount", description: "Without VAT." },
  vat: { label: "VAT", kind: "amount", description: "Value added tax." },
  gross: { label: "Amount", kind: "amount", description: "With VAT." },
  control_unit_number: {
    label: "Control unit number",
    kind: "text",
    description: "The number that the tax authority’s control unit gave to it.",
    searched: true,
  },
  serial: { label: "Serial number", kind: "number", description: "Counts all invoices and credit notes." },
} as const satisfies Fields;
