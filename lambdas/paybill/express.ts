import * as z from "zod/mini";
import { localTime } from "../../shared/day.ts";
import { fromCents } from "../../shared/money.ts";
import { callbackPath, type PaybillConnection } from "../../shared/paybill/connection.ts";
import { type PromptRow, referenceOf } from "../ledger/prompt-store.ts";
import { siteUrl } from "../platform/environment.ts";
import { DarajaError, post } from "./daraja.ts";
import { shortCode } from "./read-connection.ts";

// M-Pesa Express: prompts on phones.

/** Daraja uses this code while the phone shows the prompt, for another prompt on the phone, and for a wrong passkey. */
const NOT_DONE = "500.001.1001";

const isInProcess = (error: unknown): boolean =>
  error instanceof DarajaError && error.code === NOT_DONE && /process/i.test(error.text);

/** Whether the phone can show the prompt all the same: Daraja's answer is lost, or not known to be a refusal. */
export function isPossiblySent(error: unknown): boolean {
  if (!(error instanceof DarajaError)) return true;
  const { path, status, code, cause } = error;
  if (path.startsWith("/oauth/")) return false;
  if (status !== undefined) return status < 400 || (status >= 500 && code !== NOT_DONE);
  const { name, cause: reason } = (cause ?? {}) as { name?: string; cause?: { code?: string } };
  return name === "TimeoutError" || CUT_OFF.has(reason?.code ?? "");
}
/** The connection ended after it was made. */
const CUT_OFF = new Set([
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);

function signed({ passkey }: PaybillConnection, now: string) {
  const Timestamp = localTime(Date.parse(now)).replaceAll(/\D/g, "");
  const Password = Buffer.from(shortCode() + passkey + Timestamp).toString("base64");
  return { BusinessShortCode: shortCode(), Password, Timestamp };
}

const Sent = z.object({ CheckoutRequestID: z.string().check(z.minLength(1), z.maxLength(200)) });

/** Shows a prompt on a phone. @returns M-Pesa's id of it */
export async function sendPrompt(connection: PaybillConnection, row: PromptRow): Promise<string> {
  const reference = referenceOf(row);
  const query = {
    ...signed(connection, row.at),
    TransactionType: "CustomerPayBillOnline",
    Amount: fromCents(row.cents),
    PartyA: row.phone,
    PartyB: shortCode(),
    PhoneNumber: row.phone,
    CallBackURL: `${siteUrl()}${callbackPath(connection.secret, "stk")}/${reference}`,
    AccountReference: reference,
    TransactionDesc: "Payment",
  };
  return (await post(connection, "/mpesa/stkpush/v1/processrequest", query, Sent)).CheckoutRequestID;
}

const Answered = z.object({ ResultCode: z.union([z.string(), z.number()]) });

/** The result code of a prompt; undefined while the phone is known to show it. */
export async function queryPrompt(
  connection: PaybillConnection,
  checkout: string,
  now: string,
): Promise<string | undefined> {
  const query = { ...signed(connection, now), CheckoutRequestID: checkout };
  try {
    return String((await post(connection, "/mpesa/stkpushquery/v1/query", query, Answered)).ResultCode);
  } catch (error) {
    if (isInProcess(error)) return undefined;
    throw error;
  }
}
