import type { Client } from "../../../../shared/clients/client.ts";
import type { Span } from "../../../../shared/day-span.ts";
import { fromCents } from "../../../../shared/money.ts";
import type { CsvExport } from "../../components/table/export.ts";
import { methodName } from "../../labels/payments.ts";
import type { Line, Statement } from "./ledger.ts";

type Row = Pick<Statement, "currency"> & { line?: Line; balance: number; day: string };

/** A statement as a CSV file with its rows. Each currency starts with the opening balance. */
export function statementExport(
  { id, payment_reference = id }: Client,
  statements: readonly Statement[],
  { from, to }: Span,
): [CsvExport<Row>, Row[]] {
  const ofCharge = ({ line }: Row) => (line?.kind === "charge" ? line : undefined);
  const ofPayment = ({ line }: Row) => (line?.kind === "payment" ? line : undefined);
  const amount = (line: Line | undefined) => line && fromCents(line.cents);
  return [
    {
      name: `statement ${payment_reference} ${from} to ${to}`,
      columns: [
        ["Date", ({ day }) => day],
        [
          "Entry",
          ({ line }) => (line ? { charge: "Charge", payment: "Payment" }[line.kind] : "Brought forward"),
        ],
        ["Service", ({ line }) => line?.subscription?.service],
        ["Period from", (row) => ofCharge(row)?.covered?.from],
        ["Period to", (row) => ofCharge(row)?.covered?.to],
        ["Due", (row) => ofCharge(row)?.due],
        ["Method", (row) => methodName(ofPayment(row)?.method)],
        ["Reference", (row) => ofPayment(row)?.reference],
        ["Charge", (row) => amount(ofCharge(row))],
        ["Payment", (row) => amount(ofPayment(row))],
        ["Balance", ({ balance }) => fromCents(balance)],
        ["Currency", ({ currency }) => currency],
      ],
    },
    statements.flatMap(({ currency, opening, lines }): Row[] => [
      { currency, day: from, balance: opening },
      ...lines.map((line) => ({ currency, day: line.day, balance: line.balance, line })),
    ]),
  ];
}
