import type { Line, Statement } from "../../../../shared/account-statement/statement.ts";
import { entryName, isPayment, namesOf } from "../../../../shared/account-statement/statement-texts.ts";
import { isOneOff } from "../../../../shared/billing/account.ts";
import type { Client } from "../../../../shared/clients/client.ts";
import type { CsvExport } from "../../../../shared/csv.ts";
import type { Span } from "../../../../shared/day-span.ts";
import { fromCents } from "../../../../shared/money.ts";
import { methodName } from "../../../../shared/subscriptions/subscription.ts";

type Row = Pick<Statement, "currency"> & { line?: Line; balance: number; day: string };

function nameOf({ line }: Row): string {
  if (!line) return "Brought forward";
  return entryName(line, "en") || (line.on_hold ? "Charge, on hold" : "Charge");
}

/** A statement as a CSV file with its rows. Each currency starts with the opening balance. */
export function statementExport(
  { id, payment_reference = id }: Client,
  statements: readonly Statement[],
  { from, to }: Span,
): [CsvExport<Row>, Row[]] {
  const charged = (line: Line) => (isPayment(line) ? undefined : fromCents(line.cents));
  const paid = (line: Line) => (isPayment(line) ? fromCents(-line.cents) : undefined);
  return [
    {
      name: `statement ${payment_reference} ${from} to ${to}`,
      columns: [
        ["Date", ({ day }) => day],
        ["Entry", nameOf],
        ["Service", ({ line }) => line && namesOf(line.items.map(({ service = "" }) => service))],
        [
          "One-off",
          ({ line }) => (line && !isPayment(line) && line.items.every(isOneOff) ? "yes" : undefined),
        ],
        ["Period from", ({ line }) => line?.covered?.from],
        ["Period to", ({ line }) => line?.covered?.to],
        ["Due", ({ line }) => line?.due],
        ["Invoices", ({ line }) => line?.invoices?.join(", ")],
        ["Method", ({ line }) => methodName(line?.method)],
        ["Reference", ({ line }) => line?.reference],
        ["Receipt number", ({ line }) => line?.receipt_number],
        ["Charge", ({ line }) => line && charged(line)],
        ["Payment", ({ line }) => line && paid(line)],
        ["Balance", ({ balance }) => fromCents(balance)],
        ["Currency", ({ currency }) => currency],
        ["Reason", ({ line }) => line?.reason],
        ["By", ({ line }) => line?.by],
      ],
    },
    statements.flatMap(({ currency, opening, lines }): Row[] => [
      { currency, day: from, balance: opening },
      ...lines.map((line) => ({ currency, day: line.day, balance: line.balance, line })),
    ]),
  ];
}
