import * as z from "zod/mini";
import { localTime } from "../../shared/day.ts";
import { callbackPath, type PaybillConnection } from "../../shared/paybill/connection.ts";
import type { PulledTransaction } from "../../shared/paybill/lines.ts";
import { siteUrl } from "../platform/environment.ts";
import { shortCode } from "./read-connection.ts";

const TIMEOUT_MS = 10_000;
/** A token is renewed before it expires. */
const TOKEN_MARGIN_MS = 60_000;

const Token = z.object({ access_token: z.string(), expires_in: z.coerce.number() });
let token: { text: string; key: string; until: number } | undefined;

/** M-Pesa did not answer, or answered with an error. The message is for people and has no secrets. */
export class DarajaError extends Error {
  readonly path: string;
  readonly status: number | undefined;
  /** Daraja's own code and text. */
  readonly code: string;
  readonly text: string;
  /** @param answer undefined if M-Pesa did not answer */
  constructor(
    message: string,
    path: string,
    cause?: unknown,
    answer?: { status: number; errorCode?: unknown; errorMessage?: unknown },
  ) {
    super(message, { cause });
    this.path = path;
    this.status = answer?.status;
    this.code = String(answer?.errorCode ?? "");
    this.text = String(answer?.errorMessage ?? "");
  }
}

async function call(url: string, init: RequestInit): Promise<unknown> {
  const { pathname } = new URL(url);
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((cause) => {
    throw new DarajaError("M-Pesa did not answer.", pathname, cause);
  });
  const { ok, status } = response;
  if (ok) return response.json().catch(() => undefined);
  const body = ((await response.json().catch(() => undefined)) ?? {}) as object;
  const isKeyRefused = pathname.startsWith("/oauth/") && (status === 400 || status === 401);
  const message = isKeyRefused
    ? "M-Pesa does not accept our consumer key and secret any more."
    : `M-Pesa answered with the error ${status} to ${pathname}.`;
  throw new DarajaError(message, pathname, undefined, { ...body, status });
}

/** @throws DarajaError if the answer has a form that we do not know: then the request may have been carried out */
function readAnswer<S extends z.ZodMiniType>(schema: S, path: string, answer: unknown): z.output<S> {
  const { data, success } = schema.safeParse(answer);
  if (!success)
    throw new DarajaError(`M-Pesa’s answer to ${path} has a form that we do not know.`, path, undefined, {
      status: 200,
    });
  return data;
}

/** Safaricom can end a token before its time. */
const isTokenRefused = ({ status, code, text }: DarajaError): boolean =>
  status === 401 || code === "404.001.03" || /invalid access token/i.test(text);

async function tokenFor({ url, consumer_key, consumer_secret }: PaybillConnection): Promise<string> {
  const key = `${url} ${consumer_key}`;
  if (token?.key === key && token.until > Date.now()) return token.text;
  const basic = Buffer.from(`${consumer_key}:${consumer_secret}`).toString("base64");
  const path = "/oauth/v1/generate";
  const headers = { authorization: `Basic ${basic}` };
  const answer = readAnswer(
    Token,
    path,
    await call(`${url}${path}?grant_type=client_credentials`, { headers }),
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
  const send = (token: string) =>
    call(connection.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const used = await tokenFor(connection);
  const answer = await send(used).catch(async (error) => {
    if (!(error instanceof DarajaError && isTokenRefused(error))) throw error;
    // Another call may have fetched a new token meanwhile.
    if (token?.text === used) token = undefined;
    return send(await tokenFor(connection));
  });
  return readAnswer(schema, path, answer);
}

const Accepted = z.object({ ConversationID: z.string().check(z.minLength(1)) });

/** Asks what became of a transaction. M-Pesa sends the result to `ResultURL`; it has the id that this returns. */
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

/** A field that we cannot read becomes empty; the rest of its row stays. */
const LenientText = z.catch(
  z.pipe(
    z.nullish(z.union([z.string(), z.number()])),
    z.transform((value) => String(value ?? "").trim()),
  ),
  "",
);
const PulledRow = z.object({
  transactionId: LenientText,
  trxDate: LenientText,
  amount: LenientText,
  billreference: LenientText,
  msisdn: LenientText,
  transactiontype: LenientText,
});
const Pulled = z.object({
  /** The rows, in a list inside a list; absent or text if there are none. */
  Response: z.union([
    z.array(z.unknown()),
    z.pipe(
      z.nullish(z.string()),
      z.transform((): unknown[] => []),
    ),
  ]),
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
    // A row that we cannot read becomes an empty one; the others stay.
    yield page.map((row) => PulledRow.safeParse(row).data ?? PulledRow.parse({}));
    offset += page.length;
  }
}
