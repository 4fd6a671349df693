import * as z from "zod/mini";
import { Day } from "../day.ts";
import { Currency } from "../money.ts";
import { ChargeId, Id, Instant, Text } from "../text.ts";
import { Vat } from "../vat.ts";

/** An invoice asks for money; a credit note takes back a part of an invoice, or all of it. */
export const PaperKind = z.enum(["invoice", "credit_note"]);
export type PaperKind = z.output<typeof PaperKind>;

/** The number of the tax authority's control unit, and the address that its QR code leads to. */
export const ControlUnit = z.object({ number: Text, link: z.optional(Text) });
export type ControlUnit = z.output<typeof ControlUnit>;

/** Amounts of an invoice or credit note: `gross` = `net` + `vat`. Without VAT, `net` is `gross`. */
const amounts = { net: z.number(), vat: z.number(), gross: z.number() };

/** The same in Kenya shillings, if it is in dollars and a rate was known: `kes` = `net_kes` + `vat_kes`. */
const shillings = {
  net_kes: z.optional(z.number()),
  vat_kes: z.optional(z.number()),
  kes: z.optional(z.number()),
};

/**
 * An invoice or a credit note in lists. It never changes once it has its number; until then nobody is shown it.
 * `serial` counts all invoices and credit notes, as eTIMS wants; `number` counts those of a year.
 */
export const Invoice = z.object({
  id: Id,
  /** `INV-2026-000123` or `CRN-2026-000007`. */
  number: z.optional(z.string()),
  serial: z.optional(z.int()),
  kind: PaperKind,
  client_id: Id,
  /** The day on which it was written. */
  day: Day,
  /** Of the charges of an invoice. */
  due: z.optional(Day),
  currency: Currency,
  ...amounts,
  ...shillings,
  /** The invoice that a credit note is about. */
  of: z.optional(Id),
  charges: z.array(ChargeId),
  control_unit: z.optional(ControlUnit),
});
export type Invoice = z.output<typeof Invoice>;

/** A line of an invoice or a credit note. */
export const InvoiceLine = z.object({
  charge: ChargeId,
  service: z.optional(Text),
  /** The first and last day of the period that it is for. */
  covered: z.optional(z.object({ from: Day, to: Day })),
  /** Absent if the company was not registered for VAT. `rate` is in percent. */
  taxed: z.optional(Vat),
  rate: z.optional(z.number()),
  ...amounts,
  ...shillings,
});
export type InvoiceLine = z.output<typeof InvoiceLine>;

/** Who an invoice is from or for, as they were when it was written. */
export const Party = z.object({
  name: Text,
  company: z.optional(Text),
  address: z.optional(Text),
  phone: z.optional(Text),
  email: z.optional(Text),
  kra_pin: z.optional(Text),
});
export type Party = z.output<typeof Party>;

/** Shillings for one dollar, and the day of that rate. */
export const DollarRate = z.object({ kes: z.number(), day: Day });
export type DollarRate = z.output<typeof DollarRate>;

/** An invoice or a credit note with all that stands on it. */
export const WholeInvoice = z.extend(Invoice, {
  written_at: Instant,
  lines: z.array(InvoiceLine),
  seller: Party,
  buyer: Party,
  /** What the client names when paying. */
  reference: z.optional(Text),
  dollar_rate: z.optional(DollarRate),
  /** The number of the invoice that a credit note is about. */
  of_number: z.optional(z.string()),
  /** Why a credit note was written. */
  why: z.optional(Text),
});
export type WholeInvoice = z.output<typeof WholeInvoice>;
