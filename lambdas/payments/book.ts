import { identityOf } from "../../shared/billing/matching/identity.ts";
import { toCents } from "../../shared/money.ts";
import type { StatementLine } from "../../shared/payments/statement-line.ts";
import { type LineState, lineKeyOf, readLines, recordedCents, waitingIn } from "../billing/lines.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { matchesOf } from "./match.ts";
import { recordLines } from "./record-lines.ts";

/**
 * Books payments that M-Pesa has confirmed as lines of a statement are: recorded for a client if nothing contradicts,
 * otherwise kept until somebody assigns them. A code is one payment, whichever way it came, so a repeat changes nothing,
 * and completes what was interrupted. @returns how many were not on record
 */
export async function book(lines: readonly StatementLine[], context: ChangeContext): Promise<number> {
  const keyOf = (line: StatementLine) => lineKeyOf(identityOf(line));
  const states = await readLines(new Set(lines.map(keyOf)));
  const open = lines.filter((line) => isOpen(line, states.get(keyOf(line))));
  if (open.length === 0) return 0;
  const matches = await matchesOf(open, context.today);
  const incoming = matches.map(({ line, match: { verdict, client_id } }) => ({
    ...line,
    source: "mpesa" as const,
    ...(verdict === "sure" && client_id !== undefined && { client_id }),
  }));
  await recordLines(incoming, context);
  return open.length;
}

/** People decide about what waits for them. */
function isOpen({ amount }: StatementLine, state: LineState | undefined): boolean {
  if (!state) return true;
  const waiting = waitingIn(state);
  return waiting ? waiting.chosen !== undefined : recordedCents(state) < toCents(amount);
}
