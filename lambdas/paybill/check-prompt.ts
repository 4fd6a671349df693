import type { PaybillConnection } from "../../shared/paybill/connection.ts";
import { pulledLines } from "../../shared/paybill/lines.ts";
import { isWaiting, outcomeOf } from "../../shared/paybill/prompt.ts";
import { changePrompt, type PromptRow, readPrompt, referenceOf } from "../ledger/prompt-store.ts";
import { book } from "../payments/book.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { logFailure } from "../platform/log.ts";
import type { PromptJob } from "../stores/outbox-store.ts";
import * as outbox from "../stores/outbox-store.ts";
import { saveStatus } from "../stores/paybill-status-store.ts";
import { pullPages } from "./daraja.ts";
import { queryPrompt } from "./express.ts";
import { nextCheck } from "./next-check.ts";
import { readConnection } from "./read-connection.ts";

/** The clocks of M-Pesa and of this function can differ. */
const CLOCK_MARGIN_MS = 60_000;

/**
 * Asks M-Pesa what became of a prompt, also after a callback, which anybody could have sent. `tries` is absent after a
 * callback; without one, the next check follows.
 */
export async function checkPrompt({ tries, ...job }: PromptJob, context: ChangeContext): Promise<void> {
  const [connection, row] = await Promise.all([readConnection(), readPrompt(job.reference)]);
  if (!connection || row?.checkout !== job.checkout || !isWaiting(row)) return;
  try {
    const result = row.state === "accepted" ? "0" : await queryPrompt(connection, job.checkout, context.now);
    const outcome = outcomeOf(result ?? "") ?? row;
    if (outcome !== row) await changePrompt(row, outcome);
    if (!isWaiting(outcome)) return;
    if (outcome.state === "accepted" && tries !== undefined) await pullFor(row, connection, context);
  } catch (error) {
    await saveStatus({ failed_at: context.now, failure: (error as Error).message });
    logFailure("prompt not checked", error);
  }
  if (tries !== undefined) await outbox.add(...nextCheck({ ...job, at: context.now, tries: tries + 1 }));
}

/** No callback has named the payment, so it is looked for in M-Pesa's own list. */
async function pullFor(row: PromptRow, connection: PaybillConnection, context: ChangeContext): Promise<void> {
  const from = Date.parse(row.at) - CLOCK_MARGIN_MS;
  for await (const page of pullPages(connection, from, Date.parse(context.now))) {
    await book(
      pulledLines(page).filter(({ account }) => account === referenceOf(row)),
      context,
    );
  }
}
