import * as z from "zod/mini";
import { Day } from "../../shared/day.ts";
import {
  ControlUnit,
  DollarRate,
  type Invoice,
  PaperKind,
  Party,
  type WholeInvoice,
} from "../../shared/invoices/invoice.ts";
import { inShillings } from "../../shared/invoices/shillings.ts";
import { Cents, Currency, fromCents } from "../../shared/money.ts";
import { ChargeId, Id, Instant, Text } from "../../shared/text.ts";
import { Vat } from "../../shared/vat.ts";

const cents = { net_cents: Cents, vat_cents: Cents, gross_cents: Cents };

const Line = z.object({
  charge: ChargeId,
  service: z.optional(Text),
  covered: z.optional(z.object({ from: Day, to: Day })),
  taxed: z.optional(Vat),
  rate: z.optional(z.number()),
  ...cents,
});

/** An invoice or a credit note. After its number nothing of it changes but the control unit's. */
export const PaperRow = z.object({
  id: Id,
  kind: PaperKind,
  client_id: Id,
  day: Day,
  /** `2026-12`, of the day: the partition of the index by month. */
  month: z.string(),
  written_at: Instant,
  /** The order in which papers are numbered: the instant, and its place in the transaction. */
  written: z.string(),
  due: z.optional(Day),
  currency: Currency,
  ...cents,
  lines: z.array(Line),
  of: z.optional(Id),
  why: z.optional(Text),
  seller: Party,
  buyer: Party,
  reference: z.optional(Text),
  dollar_rate: z.optional(DollarRate),
  number: z.optional(z.string()),
  serial: z.optional(z.int()),
  /** Puts it into the index of those that the numberer takes. */
  to_number: z.optional(z.literal("yes")),
  control_unit: z.optional(ControlUnit),
  /** Numbered, and without the control unit's number: puts it into that index. */
  unconfirmed: z.optional(z.literal("yes")),
});
export type PaperRow = z.output<typeof PaperRow>;

const onWire = ({ net_cents, vat_cents, gross_cents }: Record<keyof typeof cents, number>) => ({
  net: fromCents(net_cents),
  vat: fromCents(vat_cents),
  gross: fromCents(gross_cents),
});

export function invoiceOnWire(row: PaperRow): Invoice {
  const { id, number, serial, kind, client_id, day, due, currency, of, control_unit, lines } = row;
  const { dollar_rate } = row;
  return {
    id,
    kind,
    client_id,
    day,
    currency,
    ...onWire(row),
    charges: [...new Set(lines.map(({ charge }) => charge))],
    ...(number !== undefined && { number, serial }),
    ...(due !== undefined && { due }),
    ...(dollar_rate && inShillings(lines, dollar_rate)),
    ...(of !== undefined && { of }),
    ...(control_unit && { control_unit }),
  };
}

export function wholeInvoiceOnWire(row: PaperRow, invoice?: PaperRow): WholeInvoice {
  const { written_at, lines, seller, buyer, reference, dollar_rate, why } = row;
  return {
    ...invoiceOnWire(row),
    written_at,
    seller,
    buyer,
    lines: lines.map(({ charge, service, covered, taxed, rate, ...amounts }) => ({
      charge,
      ...(service !== undefined && { service }),
      ...(covered && { covered }),
      ...(taxed !== undefined && { taxed, rate }),
      ...onWire(amounts),
      ...(dollar_rate && inShillings([amounts], dollar_rate)),
    })),
    ...(reference !== undefined && { reference }),
    ...(dollar_rate && { dollar_rate }),
    ...(invoice?.number !== undefined && { of_number: invoice.number }),
    ...(why !== undefined && { why }),
  };
}
