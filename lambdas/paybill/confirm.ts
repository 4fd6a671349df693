import { confirmedBy, lineOf } from "../../shared/paybill/lines.ts";
import type { StatusResult } from "../../shared/paybill/routes.ts";
import { book } from "../payments/book.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { logEvent, logFailure } from "../platform/log.ts";
import { confirmedIn, readAnnounced, saveQuery, saveResult, settle } from "./announced.ts";
import { readConnection, shortCode } from "./connection.ts";
import { queryTransaction } from "./daraja.ts";
import { enqueue } from "./queue.ts";
import { saveStatus } from "./status-store.ts";

/** Asks M-Pesa about an announced payment. If that fails, the next pull of its list finds the payment. */
export async function ask(code: string, context: ChangeContext): Promise<void> {
  const [connection, announced] = await Promise.all([readConnection(), readAnnounced(code)]);
  const isUnknown = announced?.unknown_source === true;
  await saveStatus({
    last_callback_at: context.now,
    registered: connection?.registered,
    ...(isUnknown && { unknown_source_at: context.now }),
  });
  if (!connection || !announced) return;
  let conversation: string;
  try {
    conversation = await queryTransaction(connection, code);
  } catch (error) {
    await saveStatus({ failed_at: context.now, failure: (error as Error).message });
    return logFailure("transaction not queried", error, { code });
  }
  await saveQuery(code, conversation);
  // The result can be faster than the query's own answer.
  await bookAnnounced(code, context);
}

/** A result counts only if it names our query. Others are ignored. */
export async function takeResult(result: StatusResult, now: string): Promise<void> {
  const confirmed = confirmedBy(result, shortCode());
  if (!confirmed) return logEvent("transaction not confirmed", { code: result.Result.ResultCode });
  const isKept = await saveResult(confirmed, result.Result.ConversationID);
  if (isKept) await enqueue({ work: "book", code: confirmed.code, at: now });
}

/** Books an announced payment that a result of our query confirms: its amount counts, whatever the callback said. */
export async function bookAnnounced(code: string, context: ChangeContext): Promise<void> {
  const announced = await readAnnounced(code);
  if (!announced || announced.disputed) return;
  const { paid_on, account = "", payer = "" } = announced;
  const result = confirmedIn(announced);
  if (!result) return;
  const { cents, phone } = result;
  await book([lineOf({ code, paid_on, cents, account, payer: result.payer || payer, phone })], context);
  await settle(code, context.now);
}
