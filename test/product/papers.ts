import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { PaperRow } from "../../lambdas/ledger/paper-row.ts";
import { ChargeRow } from "../../lambdas/ledger/rows.ts";
import { amountsOf } from "../../shared/billing/invoicing.ts";
import { monthOf } from "../../shared/day.ts";
import { databaseOf, rowsOf, tableNamed } from "./database.ts";
import type { Product } from "./product.ts";

type Buyer = { id: string; name: string; company?: string | undefined; kra_pin?: string | undefined };
type Options = Partial<Pick<PaperRow, "day" | "number" | "serial" | "control_unit" | "dollar_rate">> & {
  /** Which of the client's charges; by default all. */
  charges?: readonly string[];
  /** In percent; null if the company is not registered for VAT. */
  rate?: number | null;
  /** Until the numberer has come. */
  unnumbered?: boolean;
};

let written = 0;

/** Writes invoices and credit notes without the ledger, as it would store them. */
export function papersOf(product: Pick<Product, "region" | "awsEndpoint">) {
  const database = databaseOf(product);
  const put = async (table: string, Item: Record<string, unknown>) => {
    await database.send(new PutCommand({ TableName: await tableNamed(database, table), Item }));
  };
  const chargesOf = async (client_id: string, ids?: readonly string[]) =>
    (await rowsOf(product, "Charges"))
      .map((row) => ChargeRow.parse(row))
      .filter((charge) => charge.client_id === client_id && (ids?.includes(charge.id) ?? true));

  function paper({ id: client_id, name, company, kra_pin }: Buyer, options: Options): PaperRow {
    written += 1;
    const {
      day = "2026-12-24",
      unnumbered,
      number = `INV-2026-${String(written).padStart(6, "0")}`,
    } = options;
    const { serial = written, control_unit, dollar_rate } = options;
    const written_at = `${day}T06:00:00.000Z`;
    return {
      id: randomUUID(),
      kind: "invoice",
      client_id,
      day,
      month: monthOf(day),
      written_at,
      written: `${written_at}#${String(written).padStart(6, "0")}`,
      currency: "USD",
      net_cents: 0,
      vat_cents: 0,
      gross_cents: 0,
      lines: [],
      seller: { name: "Mwamba Software", kra_pin: "P051234567X" },
      buyer: { name, ...(company && { company }), ...(kra_pin && { kra_pin }) },
      ...(dollar_rate && { dollar_rate }),
      ...(unnumbered ? { to_number: "yes" as const } : { number, serial }),
      ...(control_unit && { control_unit }),
      ...(!unnumbered && !control_unit && { unconfirmed: "yes" as const }),
    };
  }

  const withLines = (row: PaperRow, lines: PaperRow["lines"]): PaperRow => ({
    ...row,
    lines,
    net_cents: lines.reduce((sum, { net_cents }) => sum + net_cents, 0),
    vat_cents: lines.reduce((sum, { vat_cents }) => sum + vat_cents, 0),
    gross_cents: lines.reduce((sum, { gross_cents }) => sum + gross_cents, 0),
  });

  return {
    /** Writes the invoice of charges of a client. */
    async invoice(client: Buyer, options: Options = {}): Promise<PaperRow> {
      const { rate = 16 } = options;
      const charges = await chargesOf(client.id, options.charges);
      const taxed = (charge: ChargeRow) => {
        const { vat = "standard" } = charge;
        return rate === null ? {} : { taxed: vat, rate: vat === "standard" ? rate : 0 };
      };
      const [first] = charges;
      const row = withLines(
        { ...paper(client, options), currency: first?.currency ?? "USD", due: first?.due },
        charges.map((charge) => ({
          charge: charge.id,
          service: charge.service,
          ...taxed(charge),
          ...amountsOf(charge.cents, taxed(charge)),
        })),
      );
      await put("Papers", row);
      for (const charge of charges) {
        const part = { invoice: row.id, day: row.day, cents: charge.cents, ...taxed(charge) };
        await put("Charges", { ...charge, invoiced: [...(charge.invoiced ?? []), part] });
      }
      return row;
    },
    /** Takes cents of the first line of an invoice back, with a lower charge. */
    async creditNote(client: Buyer, invoice: PaperRow, cents: number, options: Options = {}) {
      const [line] = invoice.lines;
      if (!line) throw new Error("The invoice has no line.");
      const { currency, id: of } = invoice;
      const row = withLines(
        { ...paper(client, options), kind: "credit_note", currency, of, why: "Not delivered" },
        [{ ...line, ...amountsOf(cents, line) }],
      );
      await put("Papers", row);
      const [charge] = await chargesOf(client.id, [line.charge]);
      if (!charge) throw new Error("The charge of the invoice does not exist.");
      const invoiced = charge.invoiced?.map((part) =>
        part.invoice === of ? { ...part, cents: part.cents - cents } : part,
      );
      await put("Charges", { ...charge, invoiced, waived_cents: (charge.waived_cents ?? 0) + cents });
      return row;
    },
    /** Writes rows as they are. */
    async put(rows: readonly PaperRow[]): Promise<void> {
      for (let at = 0; at < rows.length; at += 100)
        await Promise.all(rows.slice(at, at + 100).map((row) => put("Papers", row)));
    },
    rows: async () => (await rowsOf(product, "Papers")) as PaperRow[],
  };
}
