import { randomUUID } from "node:crypto";
import type { PaperRow } from "../../lambdas/ledger/paper-row.ts";
import { monthOf } from "../../shared/day.ts";
import { today } from "./product.ts";

const party = {
  name: "Amani Traders",
  company: "Amani Traders Ltd",
  address: "Nairobi",
  kra_pin: "P051234567X",
};

/** The row of an invoice of one charge, without a number. Its place in the order of numbers is `at`. */
export function paperRow(at: number, { day = today, ...fields }: Partial<PaperRow> = {}): PaperRow {
  const written_at = `${day}T04:00:00.000Z`;
  const amounts = { net_cents: 8_620_69, vat_cents: 1_379_31, gross_cents: 10_000_00 };
  return {
    id: randomUUID(),
    kind: "invoice",
    client_id: randomUUID(),
    day,
    month: monthOf(day),
    written_at,
    written: `${written_at}#${String(at).padStart(6, "0")}`,
    due: day,
    currency: "KES",
    ...amounts,
    lines: [
      {
        charge: `${randomUUID()}#${day}`,
        service: "Point of sale, two tills",
        covered: { from: day, to: day },
        taxed: "standard",
        rate: 16,
        ...amounts,
      },
    ],
    seller: { ...party, name: "Mwamba", company: "Mwamba Ltd" },
    buyer: party,
    reference: "100009",
    to_number: "yes",
    ...fields,
  };
}
