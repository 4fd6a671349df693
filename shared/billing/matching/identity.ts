import { toCents } from "../../money.ts";
import { codeOf, normalReference } from "./codes.ts";
import { plain, type StatementLine } from "./line.ts";

/**
 * What a line is known by, the same in every file. M-Pesa's codes are unique. Banks repeat references, so day, amount,
 * payer and balance are parts of the identity, and the details where there is no payer.
 */
export function identityOf(line: StatementLine): string {
  const { code, paid_on, amount, currency, method, payer, details, balance, copy = 1 } = line;
  const parts = [
    normalReference(code),
    paid_on,
    toCents(amount),
    currency,
    plain(payer).toUpperCase() || plain(details).toUpperCase(),
    balance === undefined ? "" : toCents(balance),
    ...(copy > 1 ? [copy] : []),
  ];
  return codeOf(code, method) ?? parts.map((part) => String(part).replaceAll("|", " ")).join("|");
}
