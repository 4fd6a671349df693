import type { Client } from "../clients/client.ts";
import type { CsvExport } from "../csv.ts";
import { addDays, addMonths, type Day, laterOf } from "../day.ts";
import type { Span } from "../day-span.ts";
import { fromCents, type Sums } from "../money.ts";
import type { Settings } from "../settings/settings.ts";
import { methodName } from "../subscriptions/subscription.ts";
import type { Line, Statement } from "./ledger.ts";
import { namesOf, subscriptionsOf } from "./statement-texts.ts";

/** The periods that people choose from. */
export const statementPeriods = [
  ["", "Last 12 months"],
  ["year", "This year"],
  ["all", "All"],
  ["days", "From – to"],
] as const;

/** The days of a statement, up to today; without `from` it starts with the first record. */
export function periodOf(span: Span | string, today: Day): { from: Day | undefined; to: Day } {
  if (typeof span === "object") return { from: span.from, to: span.to < today ? span.to : today };
  if (span === "all") return { from: undefined, to: today };
  const from = span === "year" ? `${today.slice(0, 4)}-01-01` : addDays(addMonths(today, -12), 1);
  return { from, to: today };
}

/** The address for a choice. A span has at most a year, so it starts a year before its end. */
export const addressFor = (period: string, { from, to }: Span) =>
  period === "days"
    ? { period: undefined, from: laterOf(from, addDays(addMonths(to, -12), 1)), to }
    : { period, from: undefined, to: undefined };

/** The amounts owed; if none, the currencies of the account, or the default currency of a new account. */
export function sumsToPay(statements: readonly Statement[], { default_currency }: Settings): Sums {
  const owed = statements.filter(({ closing }) => closing > 0);
  if (statements.length === 0) return { [default_currency]: 0 };
  return Object.fromEntries(
    (owed.length > 0 ? owed : statements).map(({ currency, closing }) => [currency, Math.max(0, closing)]),
  );
}

type Row = Pick<Statement, "currency"> & { line?: Line; balance: number; day: string };

function entryOf({ line }: Row): string {
  if (!line) return "Brought forward";
  if (line.kind === "payment") return "Payment";
  return line.held > 0 ? "Charge, on hold" : "Charge";
}

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
        ["Entry", entryOf],
        ["Service", ({ line }) => line && namesOf(subscriptionsOf(line).map(({ service = "" }) => service))],
        ["Period from", (row) => ofCharge(row)?.covered?.from],
        ["Period to", (row) => ofCharge(row)?.covered?.to],
        ["Due", (row) => ofCharge(row)?.due],
        ["Method", (row) => methodName(ofPayment(row)?.method)],
        ["Reference", (row) => ofPayment(row)?.reference],
        ["Receipt number", (row) => ofPayment(row)?.receipt_number],
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
