import type { Fields } from "../field.ts";
import { fileFieldsOf } from "./plan-rows.ts";

/** What a row says of an invoice or a credit note. */
export const controlUnitFields = {
  number: {
    label: "Invoice number",
    kind: "text",
    description: "Such as INV-2026-000123 or CRN-2026-000007.",
  },
  control_unit: {
    label: "Control unit number",
    kind: "text",
    description: "The number that the tax authority’s control unit gave to it.",
  },
  link: { label: "Link", kind: "text", description: "The address that the QR code leads to." },
} as const satisfies Fields;
export type Name = keyof typeof controlUnitFields;

export const controlUnitFileFields = fileFieldsOf<Name>(controlUnitFields, ["number", "control_unit"], {
  number: ["invoice", "invoiceno", "documentnumber", "traderinvoiceno", "traderinvoicenumber"],
  control_unit: ["cuin", "cunumber", "cuinvoiceno", "cuinvoicenumber", "controlunitinvoicenumber"],
  link: ["url", "qrcode", "qrcodelink", "verificationurl"],
});

/** Columns of the files of invoices that cannot be imported. */
export const ignoredColumns = [
  "krapin",
  "client",
  "company",
  "serialnumber",
  "kind",
  "day",
  "due",
  "service",
  "from",
  "to",
  "vatkind",
  "vatrate",
  "net",
  "vat",
  "gross",
  "currency",
  "netkes",
  "vatkes",
  "grosskes",
  "invoicecredited",
  "state",
];
