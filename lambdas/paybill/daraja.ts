import * as z from "zod/mini";
import { localTime } from "../../shared/day.ts";
import { callbackPath, type PaybillConnection } from "../../shared/paybill/connection.ts";
import type { PulledTransaction } from "../../shared/paybill/lines.ts";
import { siteUrl } from "../platform/site-url.ts";
import { shortCode } from "./connection.ts";

const TIMEOUT_MS = 10_000;
/** A token is renewed before it expires. */
const TOKEN_MARGIN_MS = 60_000;

const Token = z.object({ access_token: z.string(), expires_in: z.coerce.number() });
let token: { text: string; key: string; until: number } | undefined;

/** @throws Error for people, without secrets, if Daraja does not answer or refuses: then Daraja's code is the `cause` */
async function call(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((cause) => {
    throw new Error("M-Pesa did not answer.", { cause });
  });
  const { ok, status } = response;
  if (ok) return response.json();
  const { pathname } = new URL(url);
  if (status < 500 && pathname.startsWith("/oauth/"))
    throw new Error("M-Pesa does not accept our consumer key and secret any more.");
  const { errorCode: cause } = (await response.json().catch(() => ({}))) as { errorCode?: unknown };
  throw new Error(`M-Pesa answered with the error ${status} to ${pathname}.`, { cause });
}

async function tokenFor({ url, consumer_key, consumer_secret }: PaybillConnection): Promise<string> {
  const key = `${url} ${consumer_key}`;
  if (token?.key === key && token.until > Date.now()) return token.text;
  const basic = Buffer.from(`${consumer_key}:${consumer_secret}`).toString("base64");
  const answer = Token.parse(
    await call(`${url}/oauth/v1/generate?grant_type=client_credentials`, {
      headers: { authorization: `Basic ${basic}` },
    }),
  );
  const until = Date.now() + 1_000 * answer.expires_in - TOKEN_MARGIN_MS;
  token = { text: answer.access_token, key, until };
  return token.text;
}

export async function post<S extends z.ZodMiniType>(
  connection: PaybillConnection,
  path: string,
  body: object,
  schema: S,
): Promise<z.output<S>> {
  const answer = await call(connection.url + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await tokenFor(connection)}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  return schema.parse(answer);
}

const Accepted = z.object({ ConversationID: z.string().check(z.minLength(1)) });

/** Asks what became of a transaction. The result comes to the address of results, and names this conversation. */
export async function queryTransaction(connection: PaybillConnection, code: string): Promise<string> {
  const results = siteUrl() + callbackPath(connection.secret, "result");
  const query = {
    Initiator: connection.initiator,
    SecurityCredential: connection.security_credential,
    CommandID: "TransactionStatusQuery",
    TransactionID: code,
    PartyA: shortCode(),
    // A paybill number.
    IdentifierType: "4",
    ResultURL: results,
    QueueTimeOutURL: results,
    Remarks: "Confirm",
  };
  return (await post(connection, "/mpesa/transactionstatus/v1/query", query, Accepted)).ConversationID;
}

const Said = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((value) => String(value ?? "").trim()),
);
const Pulled = z.object({
  /** In a list of its own. `Response` is absent or text if there is nothing. */
  Response: z.catch(
    z.array(
      z.array(
        z.object({
          transactionId: Said,
          trxDate: Said,
          amount: Said,
          billreference: Said,
          msisdn: Said,
          transactiontype: Said,
        }),
      ),
    ),
    [],
  ),
});

const MAX_PAGES = 1_000;

/** The transactions between two instants (epoch milliseconds), a page at a time. */
export async function* pullPages(
  connection: PaybillConnection,
  start: number,
  end: number,
): AsyncGenerator<PulledTransaction[]> {
  let offset = 0;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const query = {
      ShortCode: shortCode(),
      StartDate: localTime(start),
      EndDate: localTime(end),
      OffSetValue: String(offset),
    };
    const { Response } = await post(connection, "/pulltransactions/v1/query", query, Pulled);
    const page = Response.flat();
    if (page.length === 0) return;
    yield page;
    offset += page.length;
  }
}
