import { toCents } from "../../money.ts";
import { bareReference, codeOf } from "./codes.ts";
import { plain, type StatementLine } from "./line.ts";
import { phoneKey } from "./phones.ts";
import { referencesIn } from "./references.ts";

const MIN_TELLING_LENGTH = 8;
const MIN_TELLING_DIGITS = 4;

/** Whether a text is of one payment, as `FT26355BBB01` is, and `SO 1`, `CASH DEPOSIT`, or who paid are not. */
const isTelling = (text: string): boolean =>
  text.length >= MIN_TELLING_LENGTH && text.replaceAll(/\D/g, "").length >= MIN_TELLING_DIGITS;

const namesPayer = (code: string | undefined): boolean =>
  phoneKey(plain(code)) !== undefined || referencesIn(code).references.length > 0;

/**
 * Identifies a line, the same in every file. M-Pesa's codes are unique. Banks repeat references, so day, amount,
 * account and payer are parts of the identity, and the details where there is no payer. They write other balances the next
 * time, so the balance is only a part where nothing else tells two payments apart.
 */
export function identityOf(line: StatementLine): string {
  const { code, paid_on, amount, currency, method, account, payer, details, balance, copy = 1 } = line;
  const reference = bareReference(code);
  const isKnown = reference === "" ? isTelling(plain(details)) : isTelling(reference) && !namesPayer(code);
  const parts = [
    reference,
    paid_on,
    toCents(amount),
    currency,
    bareReference(account),
    plain(payer).toUpperCase() || plain(details).toUpperCase(),
    isKnown || balance === undefined ? "" : toCents(balance),
    ...(copy > 1 ? [copy] : []),
  ];
  return codeOf(code, method) ?? parts.map((part) => String(part).replaceAll("|", " ")).join("|");
}

/** Numbers the lines of one file that only their balance tells apart: they are several payments. */
export function numbered<L extends StatementLine>(lines: readonly L[]): L[] {
  const balances = new Map<string, (number | undefined)[]>();
  return lines.map((line) => {
    if (line.copy !== undefined || codeOf(line.code, line.method) !== undefined) return line;
    const identity = identityOf(line);
    const known = balances.get(identity) ?? [];
    if (!known.includes(line.balance)) balances.set(identity, [...known, line.balance]);
    const copy = (balances.get(identity) ?? []).indexOf(line.balance) + 1;
    return copy > 1 ? { ...line, copy } : line;
  });
}
