import type { Prompt } from "../../shared/paybill/prompt.ts";
import { promptOnWire, readPrompt } from "../ledger/prompt-store.ts";
import { logFailure } from "../platform/log.ts";
import type * as clients from "../stores/client-store.ts";
import { readConnection } from "./read-connection.ts";

/** An older prompt is not shown on the client's page. */
const SHOWN_MS = 3_600_000;

/** The last prompt of a client; undefined if M-Pesa cannot ask them to pay. */
export async function payNowOf(
  { payment_reference, sample }: clients.Row,
  now: string,
): Promise<{ prompt?: Prompt } | undefined> {
  if (!payment_reference || sample || !(await isConnected())) return undefined;
  const row = await readPrompt(payment_reference);
  const isNews = row && Date.parse(now) - Date.parse(row.at) < SHOWN_MS;
  return isNews ? { prompt: promptOnWire(row, now) } : {};
}

/** A stage without M-Pesa has no parameter. The page is shown also if that cannot be read. */
async function isConnected(): Promise<boolean> {
  if (!process.env.PAYBILL_PARAMETER) return false;
  try {
    return (await readConnection()) !== undefined;
  } catch (error) {
    logFailure("connection with M-Pesa not read", error);
    return false;
  }
}
