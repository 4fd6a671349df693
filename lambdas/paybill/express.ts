import * as z from "zod/mini";
import { localTime } from "../../shared/day.ts";
import { fromCents } from "../../shared/money.ts";
import { callbackPath, type PaybillConnection } from "../../shared/paybill/connection.ts";
import { siteUrl } from "../platform/site-url.ts";
import { shortCode } from "./connection.ts";
import { post } from "./daraja.ts";
import { type PromptRow, referenceOf } from "./prompt-store.ts";

// M-Pesa Express: prompts on phones.

/** Daraja's error while the phone shows the prompt. */
const IN_PROCESS = "500.001.1001";

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

/** The result code of a prompt; undefined while the phone shows it. */
export async function queryPrompt(
  connection: PaybillConnection,
  checkout: string,
  now: string,
): Promise<string | undefined> {
  const query = { ...signed(connection, now), CheckoutRequestID: checkout };
  try {
    return String((await post(connection, "/mpesa/stkpushquery/v1/query", query, Answered)).ResultCode);
  } catch (error) {
    if (error instanceof Error && error.cause === IN_PROCESS) return undefined;
    throw error;
  }
}
