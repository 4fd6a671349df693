import type { ClientStatement, StatementEntry } from "../clients/client-statement.ts";
import { addDays, addMonths, type Day } from "../day.ts";
import type { Span } from "../day-span.ts";
import { type Currency, type Sums, toCents } from "../money.ts";
import type { Settings } from "../settings/settings.ts";

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
    const ofCurrency = <E extends { currency: Currency }>(rows: readonly E[]) =>
      rows.filter((row) => row.currency === currency);
    const centsIn = (sums: ClientStatement["opening"]) => toCents(ofCurrency(sums)[0]?.amount ?? 0);
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
  const used = all.filter(
    (statement) => statement.lines.length > 0 || statement.closing !== 0 || statement.coming.length > 0,
  );
  return used.length > 0 ? used : all;
}

/** Whether something is owed that is not on hold. */
export const asksForMoney = (statement: ClientStatement): boolean =>
  byCurrency(statement).some(({ closing, held }) => closing > held);

/** The days of a statement, up to today; without `from` it starts with the first record. */
export function periodOf(span: Span | string, today: Day): { from: Day | undefined; to: Day } {
  if (typeof span === "object") return { from: span.from, to: span.to < today ? span.to : today };
  if (span === "all") return { from: undefined, to: today };
  const from = span === "year" ? `${today.slice(0, 4)}-01-01` : addDays(addMonths(today, -12), 1);
  return { from, to: today };
}

/** The amounts owed; if none, the currencies of the account, or the default currency of a new account. */
export function sumsToPay(
  statements: readonly Statement[],
  { default_currency }: Pick<Settings, "default_currency">,
): Sums {
  const owed = statements.filter(({ closing }) => closing > 0);
  if (statements.length === 0) return { [default_currency]: 0 };
  return Object.fromEntries(
    (owed.length > 0 ? owed : statements).map(({ currency, closing }) => [currency, Math.max(0, closing)]),
  );
}
