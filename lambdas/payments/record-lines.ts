import { codesNamedIn, ownCodeOf } from "../../shared/billing/matching/codes.ts";
import { identityOf, numbered } from "../../shared/billing/matching/identity.ts";
import { isReversal } from "../../shared/billing/matching/reversals.ts";
import type { LineResult, NewLine } from "../../shared/payments/statement-line.ts";
import type { PaymentRow } from "../ledger/payment-row.ts";
import { type Outcome, recordChosen } from "../ledger/record-chosen.ts";
import { reverse } from "../ledger/reverse-payment.ts";
import { type IncomingLine, storeLines } from "../ledger/store-lines.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { Refusal } from "../platform/http/refusals.ts";
import * as outbox from "../stores/outbox-store.ts";
import { type Result, resultsOf } from "./line-results.ts";
import { matchesOf } from "./match.ts";

/** Well below the time-out of the function. What is left then is recorded by a job. */
const MAX_WORK_MS = 6_000;
const MAX_REVERSING_MS = 9_000;
/** In a message of the queue. */
const PAYMENTS_IN_JOB = 100;

/**
 * Stores lines, records those with a client, and undoes what reversals name. All are stored before the first is recorded,
 * so that nothing is lost if the function is interrupted; the same lines again complete it.
 */
export async function recordLines(
  incoming: readonly IncomingLine[],
  context: ChangeContext,
  startedAt = Date.now(),
): Promise<LineResult[]> {
  const lines = numbered(incoming);
  const results = await recordIncoming(
    lines.filter((line) => !isReversal(line)),
    context,
    startedAt,
  );
  const reversals = await reverseAll(lines, results, context, startedAt);
  // Money that came in and speaks of a reversal, but reverses nothing here.
  const otherResults = await recordIncoming(
    [...reversals].flatMap(([line, { state }]) => (state === "unmatched" && line.amount > 0 ? line : [])),
    context,
    startedAt,
  );
  return lines.map((line): LineResult => {
    const code = line.code === undefined ? {} : { code: line.code };
    return { ...code, ...((otherResults.get(line) ?? reversals.get(line) ?? results.get(line)) as Result) };
  });
}

async function recordIncoming(
  lines: readonly IncomingLine[],
  context: ChangeContext,
  startedAt: number,
): Promise<Map<NewLine, Result>> {
  const stored = await storeLines(lines, context);
  const chosen = [...new Set(stored.flatMap(({ payment }) => chosenIn(payment)))];
  const outcomes = new Map<string, Outcome>();
  for (const id of chosen) {
    if (Date.now() - startedAt > MAX_WORK_MS) break;
    outcomes.set(id, await recordChosen(id, context));
  }
  const queued = new Set(chosen.filter((id) => !outcomes.has(id)));
  await queue([...queued], context);
  const results = await resultsOf(stored, outcomes);
  for (const { line, payment } of stored)
    if (payment && queued.has(payment.id)) results.set(line, { state: "queued", payment_id: payment.id });
  return results;
}

const chosenIn = (payment: PaymentRow | undefined): string[] =>
  payment?.state === "unmatched" && payment.chosen ? [payment.id] : [];

async function queue(ids: readonly string[], { now, actor: by, screen }: ChangeContext): Promise<void> {
  const parts = Array.from({ length: Math.ceil(ids.length / PAYMENTS_IN_JOB) }, (_, part) =>
    ids.slice(part * PAYMENTS_IN_JOB, (part + 1) * PAYMENTS_IN_JOB),
  );
  await outbox.add(
    ...parts.map((ids): outbox.Entry => {
      return { queue: "billing", job: { work: "payments", ids, by, screen, at: now } };
    }),
  );
}

const noTime = "There was no time left to undo this payment. Please send this line again.";

/** Undoes the payments that reversals name. */
async function reverseAll(
  lines: readonly NewLine[],
  recorded: ReadonlyMap<NewLine, Result>,
  context: ChangeContext,
  startedAt: number,
): Promise<Map<NewLine, Result>> {
  const reversals = lines.filter(isReversal);
  const result = new Map<NewLine, Result>();
  if (reversals.length === 0) return result;
  const codes = new Set(reversals.flatMap((line) => [ownCodeOf(line), ...codesNamedIn(line)]));
  const concerned = lines.filter((line) => isReversal(line) || codes.has(ownCodeOf(line)));
  const byIdentity = new Map([...recorded].map(([line, { payment_id }]) => [identityOf(line), payment_id]));
  for (const { line, match } of await matchesOf(concerned, context.today)) {
    if (!reversals.includes(line)) continue;
    const payment_id = match.payment_id ?? byIdentity.get(match.reverses ?? "");
    if (match.verdict === "reversal" && payment_id !== undefined) {
      const hasTime = Date.now() - startedAt < MAX_REVERSING_MS;
      const error = hasTime ? await tryReverse(payment_id, context) : noTime;
      result.set(line, { state: error ? "recorded" : "reversed", payment_id, ...(error && { error }) });
    } else
      result.set(
        line,
        match.verdict === "recorded" ? { state: "reversed" } : { state: "unmatched", error: match.why },
      );
  }
  return result;
}

async function tryReverse(payment_id: string, context: ChangeContext): Promise<string | undefined> {
  try {
    await reverse(payment_id, context);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
