import type { Client } from "../clients/client.ts";
import type { ClientStatement, StatementEntry } from "../clients/statement.ts";
import type { CsvExport } from "../csv.ts";
import { addDays, addMonths, type Day, laterOf } from "../day.ts";
import type { Span } from "../day-span.ts";
import { type Currency, fromCents, type Sums, toCents } from "../money.ts";
import type { Settings } from "../settings/settings.ts";
import { methodName } from "../subscriptions/subscription.ts";
import { entryName, isPayment, namesOf } from "./statement-texts.ts";

/** An entry in cents, with the balance after it. */
export type Line = StatementEntry & { cents: number; balance: number };

/** A client's statement in one currency, in cents. */
export type Statement = {
  currency: Currency;
  opening: number;
  lines: Line[];
  closing: number;
  held: number;
  byAge: number[];
  coming: ClientStatement["coming"];
};

/** A statement for each currency of the client. */
export function byCurrency(statement: ClientStatement): Statement[] {
  const all = statement.closing.map(({ currency, amount }): Statement => {
    const ofCurrency = <E extends { currency: Currency }>(some: readonly E[]) =>
      some.filter((one) => one.currency === currency);
    const centsIn = (some: ClientStatement["opening"]) => toCents(ofCurrency(some)[0]?.amount ?? 0);
    const opening = centsIn(statement.opening);
    let balance = opening;
    const lines = ofCurrency(statement.entries).map((entry): Line => {
      const cents = toCents(entry.amount);
      balance += cents;
      return { ...entry, cents, balance };
    });
    return {
      currency,
      opening,
      lines,
      closing: toCents(amount),
      held: centsIn(statement.on_hold),
      byAge: (ofCurrency(statement.ages)[0]?.amounts ?? []).map(toCents),
      coming: ofCurrency(statement.coming),
    };
  });
  // Leave out currencies without lines, balance or coming amounts.
  const used = all.filter((one) => one.lines.length > 0 || one.closing !== 0 || one.coming.length > 0);
  return used.length > 0 ? used : all;
}

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
  const amountOf = (line: Line | undefined, isOf: boolean, sign: number) =>
    line && isPayment(line) === isOf ? fromCents(sign * line.cents) : undefined;
  return [
    {
      name: `statement ${payment_reference} ${from} to ${to}`,
      columns: [
        ["Date", ({ day }) => day],
        ["Entry", nameOf],
        ["Service", ({ line }) => line && namesOf(line.items.map(({ service = "" }) => service))],
        ["Period from", ({ line }) => line?.covered?.from],
        ["Period to", ({ line }) => line?.covered?.to],
        ["Due", ({ line }) => line?.due],
        ["Method", ({ line }) => methodName(line?.method)],
        ["Reference", ({ line }) => line?.reference],
        ["Receipt number", ({ line }) => line?.receipt_number],
        ["Charge", ({ line }) => amountOf(line, false, 1)],
        ["Payment", ({ line }) => amountOf(line, true, -1)],
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
