import * as z from "zod/mini";
import { Day, Month } from "../day.ts";
import type { Routes } from "../route.ts";
import { Id, invalidCursor, line, Unreadable } from "../text.ts";
import { Invoice, InvoiceLine, Party, WholeInvoice } from "./invoice.ts";

/** What has become of an invoice up to now; absent of a credit note. Amounts are in the invoice's currency. */
const progress = {
  /** Still to be paid. */
  left: z.optional(z.number()),
  /** Taken back by credit notes. */
  credited: z.optional(z.number()),
  /** Waived without a credit note. */
  not_collected: z.optional(z.number()),
};

/** An invoice or credit note of a list. Those without a number get it in a moment. */
export const ListedInvoice = z.extend(Invoice, {
  ...progress,
  buyer: Party,
  lines: z.array(InvoiceLine),
  /** The number of the invoice that a credit note is about. */
  of_number: z.optional(z.string()),
});
export type ListedInvoice = z.output<typeof ListedInvoice>;

export const OpenedInvoice = z.extend(WholeInvoice, progress);
export type OpenedInvoice = z.output<typeof OpenedInvoice>;

const InvoiceCursor = z.string().check(z.regex(/^[\w-]{1,500}$/, invalidCursor));

const InvoicesQuery = z.strictObject({
  month: z.optional(Month),
  /** All that have a number and no number of the control unit, whatever their month. */
  state: z.optional(z.literal("unconfirmed", "Please ask for a month, or for the state unconfirmed.")),
  cursor: z.optional(InvoiceCursor),
});
export type InvoicesQuery = z.output<typeof InvoicesQuery>;

/** The number that the tax authority's control unit gave, and its address for a QR code. */
export const NewControlUnit = z.strictObject({
  number: line("control unit number", 50, "Please give the control unit number.").check(
    z.minLength(1, "Please give the control unit number."),
  ),
  link: z.optional(
    line("link", 500).check(
      z.regex(/^(https:\/\/\S+|)$/, "The link must begin with https:// and have no spaces."),
    ),
  ),
});
export type NewControlUnit = z.output<typeof NewControlUnit>;

const page = {
  invoices: z.array(ListedInvoice),
  today: Day,
  unreadable: Unreadable,
  cursor: z.optional(InvoiceCursor),
};

const params = z.strictObject({ id: Id });

export const invoiceRoutes = {
  "GET /api/v1/invoices": {
    summary: "List the invoices and credit notes of a month",
    description:
      "By the day they were written, newest first; the default is this month. With `state` `unconfirmed`, all that have a number and no number of the control unit, oldest first. `left` is still to be paid.",
    access: "staff",
    query: InvoicesQuery,
    response: z.object({ ...page, month: z.optional(Month) }),
  },
  "GET /api/v1/clients/{id}/invoices": {
    summary: "List a client's invoices and credit notes",
    description: "Newest first.",
    access: "staff",
    params,
    query: z.pick(InvoicesQuery, { cursor: true }),
    response: z.object(page),
  },
  "GET /api/v1/invoices/{id}": {
    summary: "Read an invoice or a credit note",
    access: "staff",
    params,
    response: z.object({ invoice: OpenedInvoice }),
  },
  "PUT /api/v1/invoices/{id}/control-unit": {
    summary: "Record the control unit number of an invoice",
    description:
      "Of an invoice or a credit note that has its number. Once it is recorded, only an administrator can correct it. `link` is the address that the QR code leads to.",
    access: "staff",
    params,
    body: NewControlUnit,
    response: z.object({ invoice: OpenedInvoice }),
  },
} as const satisfies Routes;
