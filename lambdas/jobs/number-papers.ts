import type { Context } from "aws-lambda";
import { numberPapers } from "../ledger/number-papers.ts";
import { logEvent } from "../platform/log.ts";
import { queueNumberer } from "../platform/queues.ts";

/** A run stops when less time than this is left, and another one goes on. */
const MARGIN_MS = 12_000;

/**
 * Gives numbers to the papers without one. Its queue has one message group, so one runs at a time; a message only says that
 * there may be papers.
 */
export async function handler(
  _event: unknown,
  { getRemainingTimeInMillis }: Pick<Context, "getRemainingTimeInMillis">,
): Promise<void> {
  const { numbered, isFinished } = await numberPapers(() => getRemainingTimeInMillis() >= MARGIN_MS);
  if (!isFinished) await queueNumberer();
  if (numbered > 0) logEvent("papers numbered", { numbered });
}
