import { matchColumns } from "../../frontend/admin/components/import/columns.ts";
import { parseTable } from "../../frontend/admin/components/import/table.ts";
import { rowsToSend } from "../../frontend/admin/features/import/rows.ts";
import type { Client } from "../../shared/clients/client.ts";
import type { Field } from "../../shared/imports/columns.ts";
import { type Cells, type PlannedRow, planPart, type RowPlan } from "../../shared/imports/plan-rows.ts";
import { withCheckDigit } from "../../shared/payment-reference.ts";
import { Subscription } from "../../shared/subscriptions/subscription.ts";

/** Plans an import of a file, row by row; `days` are its columns of days. */
export function planFile<N extends string, W>(
  text: string,
  fields: readonly Field<N>[],
  planRow: (cells: Cells<N>) => RowPlan<W>,
  days: readonly N[] = [],
  order: "dmy" | "mdy" = "dmy",
): PlannedRow<W>[] {
  const read = parseTable(text.replaceAll("\r\n", "\n"), fields);
  if ("problem" in read) throw new Error(read.problem.text);
  const chosen = { ...read, columns: matchColumns(read.table.header, fields) };
  const { columns, rows } = rowsToSend(chosen, days, order);
  const numbered = rows.map((cells, at) => ({ row: at + 1, cells }));
  return planPart(numbered, columns, planRow, new Map());
}

/** The problem or question of a row, else what an import does with it. */
export const resultOf = <W>(row: PlannedRow<W>): string => ("why" in row ? row.why : row.action);

export const numberedId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

export const numberedClient = (n: number, more: Partial<Client> = {}): Client => ({
  id: numberedId(n),
  name: `Client ${n}`,
  email: `${n}@client.example`,
  phone: "+254 711 000111",
  company: "",
  address: "Moi Avenue\nNairobi",
  status: "active",
  payment_reference: withCheckDigit(String(n).padStart(6, "0")),
  version: n,
  created_at: "2026-11-01T09:00:00.000Z",
  ...more,
});

export const numberedSubscription = (n: number, more: Partial<Subscription> = {}) =>
  Subscription.parse({
    id: numberedId(1_000 + n),
    client_id: numberedId(1),
    service: `Service ${n}`,
    amount: 1234.5,
    frequency: "monthly",
    start_date: "2026-01-31",
    billing_anchor: "2026-01-31",
    next_billing_date: "2026-12-31",
    status: "active",
    version: n,
    created_at: "2026-11-01T09:00:00.000Z",
    ...more,
  });
