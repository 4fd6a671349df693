import { identityOf } from "../../shared/billing/matching/identity.ts";
import { toCents } from "../../shared/money.ts";
import type { StatementLine } from "../../shared/payments/statement-line.ts";
import { changePrompt, promptsOf } from "../ledger/prompt-store.ts";
import { type LineState, lineKeyOf, readLines, recordedCents, waitingIn } from "../ledger/statement-lines.ts";
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
  const firstSeen = (line: StatementLine) => states.get(keyOf(line))?.payments[0]?.recorded_at ?? context.now;
  const prompts = await promptsOf(lines, firstSeen);
  const open = lines.filter((line) => isOpen(line, states.get(keyOf(line))));
  if (open.length > 0) {
    const matches = await matchesOf(open, context.today);
    const incoming = matches.map(({ line, match: { verdict, client_id } }) => {
      // The client has chosen this amount, so nobody has to decide about a part.
      const isAsked = verdict === "doubtful" && prompts.get(line)?.client === client_id;
      const isSure = client_id !== undefined && (verdict === "sure" || isAsked);
      return { ...line, source: "mpesa" as const, ...(isSure && { client_id }) };
    });
    await recordLines(incoming, context);
  }
  for (const [{ code }, prompt] of prompts) await changePrompt(prompt, { state: "paid", code });
  return open.length;
}

/** People decide about what waits for them. */
function isOpen({ amount }: StatementLine, state: LineState | undefined): boolean {
  if (!state) return true;
  const waiting = waitingIn(state);
  return waiting ? waiting.chosen !== undefined : recordedCents(state) < toCents(amount);
}
