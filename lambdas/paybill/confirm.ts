import { confirmedBy, lineOf, pulledLines } from "../../shared/paybill/lines.ts";
import type { StatusResult } from "../../shared/paybill/routes.ts";
import type { StatementLine } from "../../shared/payments/statement-line.ts";
import { confirmedIn, readAnnounced, saveQuery, saveResult, settle } from "../ledger/announced-store.ts";
import type { AnnouncedRow } from "../ledger/payment-row.ts";
import { book } from "../payments/book.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { logEvent, logFailure } from "../platform/log.ts";
import { saveStatus } from "../stores/paybill-status-store.ts";
import { pullPages, queryTransaction } from "./daraja.ts";
import { readConnection, shortCode } from "./read-connection.ts";

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
  await saveResult(confirmed, result.Result.ConversationID, {
    queue: "paybill",
    job: { work: "book", code: confirmed.code, at: now },
  });
}

/**
 * Books an announced payment that a result of our query confirms: its amount counts, whatever the callback said. The result
 * does not say the account, so that comes from M-Pesa's list, where it has the payment already.
 */
export async function bookAnnounced(code: string, context: ChangeContext): Promise<void> {
  const announced = await readAnnounced(code);
  const result = announced && confirmedIn(announced);
  if (!result) return;
  const listed = await findListed(announced, context);
  if (!listed && announced.disputed) return;
  const { paid_on, account = "" } = listed ?? announced;
  const { cents, phone } = result;
  const payer = result.payer || (announced.payer ?? "");
  await book([lineOf({ code, paid_on, cents, account, payer, phone })], context);
  await settle(code, context.now);
}

/** How long before its callback a transaction can be. */
const LISTED_BEFORE_MS = 10 * 60_000;

async function findListed(
  { reference, recorded_at }: AnnouncedRow,
  { now }: ChangeContext,
): Promise<StatementLine | undefined> {
  const connection = await readConnection();
  if (!connection) return undefined;
  try {
    const from = Date.parse(recorded_at) - LISTED_BEFORE_MS;
    for await (const page of pullPages(connection, from, Date.parse(now))) {
      const line = pulledLines(page).find(({ code }) => code === reference);
      if (line) return line;
    }
  } catch (error) {
    // The next pull reads it, and the comparison tells what differs.
    logFailure("list not read", error, { code: reference });
  }
  return undefined;
}
