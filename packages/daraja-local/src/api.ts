/** The calls that Safaricom publishes. */
import { randomBytes } from "node:crypto";
import type { Callbacks } from "./callbacks.ts";
import {
  answers,
  compactTime,
  invalid,
  type Ledger,
  phoneIn,
  Refusal,
  shillingsIn,
  type Transaction,
} from "./ledger.ts";

export interface Credentials {
  shortCode: string;
  consumerKey: string;
  consumerSecret: string;
  passkey: string;
  initiator: string;
}

type Body = Record<string, unknown>;

const PULL_MS = 48 * 3_600_000;
const PULL_PAGE = 100;
/** Safaricom refuses addresses with these words. */
const REFUSED_WORDS = /m-?pesa|safaricom|exe|cmd|sql|query/i;

const newId = () => `${randomBytes(2).toString("hex")}-${randomBytes(4).toString("hex")}-1`;
const textOf = (value: unknown) => (["string", "number"].includes(typeof value) ? String(value) : "");
const accepted = { ResponseCode: "0", ResponseDescription: "Success. Request accepted for processing" };

/** @throws Refusal naming the field */
function urlIn(body: Body, field: string): string {
  const text = textOf(body[field]);
  const url = URL.parse(text);
  const isLocal = url?.protocol === "http:" && ["127.0.0.1", "localhost"].includes(url.hostname);
  if ((url?.protocol !== "https:" && !isLocal) || REFUSED_WORDS.test(text)) throw invalid(field);
  return text;
}

/** `2026-11-24 8:36:00`, in Nairobi. */
function timeIn(body: Body, field: string): number {
  const [, day, hour = "", rest] = /^(.{10}) (\d\d?)(:\d\d:\d\d)$/.exec(textOf(body[field])) ?? [];
  const time = Date.parse(`${day}T${hour.padStart(2, "0")}${rest}+03:00`);
  if (Number.isNaN(time)) throw invalid(field);
  return time;
}

/** Answers that Safaricom gives besides those it publishes. A test or a person sets them. */
export interface Plays {
  /** To every query of a prompt: 4999 and 1001 come while the phone still asks. */
  promptResult?: { code: string; text: string } | undefined;
  /** To the registration of addresses, and to prompts: the code 500.003.1001 means several things, by its text. */
  registerRefusal?: { code: string; text: string; status?: number } | undefined;
  promptRefusal?: { code: string; text: string; status?: number } | undefined;
  /** How Pull writes a time. */
  pullTime?: ((at: number) => string | number) | undefined;
  /** The codes of transactions that Pull does not list yet. */
  unlisted: Set<string>;
}

export function openApi(
  credentials: Credentials,
  ledger: Ledger,
  callbacks: Callbacks,
  now: () => number,
  plays: Plays,
) {
  const { shortCode, consumerKey, consumerSecret, passkey, initiator } = credentials;
  const tokens = new Map<string, number>();
  let canPull = false;

  function token(authorization: string): Body {
    const expected = Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64");
    if (authorization !== `Basic ${expected}`) throw new Refusal("400.008.01", "Invalid Authentication");
    const access_token = randomBytes(14).toString("hex");
    // A token expires by real time, also when the business clock is set.
    tokens.set(access_token, Date.now() + 3_599_000);
    return { access_token, expires_in: "3599" };
  }

  function requireOurs(value: unknown, field: string): void {
    if (textOf(value) !== shortCode) throw invalid(field);
  }

  function requirePassword({ BusinessShortCode, Timestamp, Password }: Body): void {
    requireOurs(BusinessShortCode, "BusinessShortCode");
    const expected = Buffer.from(shortCode + passkey + textOf(Timestamp)).toString("base64");
    if (!/^\d{14}$/.test(textOf(Timestamp)) || Password !== expected)
      throw new Refusal("500.001.1001", "Wrong credentials", 500);
  }

  function status(body: Body): Body {
    requireOurs(body.PartyA, "PartyA");
    if (!textOf(body.SecurityCredential) || body.CommandID !== "TransactionStatusQuery")
      throw invalid("SecurityCredential or CommandID");
    const url = urlIn(body, "ResultURL");
    urlIn(body, "QueueTimeOutURL");
    const ids = { OriginatorConversationID: newId(), ConversationID: `AG_${compactTime(now())}_${newId()}` };
    const transaction = ledger.transactions.get(textOf(body.TransactionID));
    const result = (ResultCode: number | string, ResultDesc: string, parameters?: object) => ({
      ResultType: 0,
      ResultCode,
      ResultDesc,
      ...ids,
      TransactionID: newId(),
      ...parameters,
    });
    const Result =
      body.Initiator !== initiator
        ? result(2001, answers["wrong-pin"].text)
        : transaction
          ? result(0, answers.pin.text, { ResultParameters: { ResultParameter: parametersOf(transaction) } })
          : result("R000002", "The OriginalTransactionID is invalid.");
    callbacks.send(url, { Result }, "once");
    return { ...ids, ...accepted };
  }

  const parametersOf = ({ TransID, at, amount, phone, name }: Transaction) =>
    Object.entries({
      DebitPartyName: `${phone} - ${name}`,
      CreditPartyName: `${shortCode} - daraja-local`,
      ReasonType: "Pay Bill Online",
      TransactionReason: undefined,
      TransactionStatus: "Completed",
      FinalisedTime: Number(compactTime(at)),
      Amount: amount,
      ReceiptNo: TransID,
    }).map(([Key, Value]) => ({ Key, Value }));

  function pull(body: Body): Body {
    requireOurs(body.ShortCode, "ShortCode");
    if (!canPull) throw invalid("ShortCode: not registered");
    const start = Math.max(timeIn(body, "StartDate"), now() - PULL_MS);
    const end = timeIn(body, "EndDate");
    const offset = Number(body.OffSetValue ?? 0);
    const page = [...ledger.transactions.values()]
      .filter(({ TransID, at }) => at >= start && at <= end && !plays.unlisted.has(TransID))
      .slice(offset, offset + PULL_PAGE)
      .map(({ TransID, at, phone, account, amount }) => ({
        transactionId: TransID,
        trxDate: plays.pullTime?.(at) ?? new Date(at).toISOString(),
        msisdn: Number(phone),
        sender: "MPESA",
        transactiontype: "c2b-pay-bill-debit",
        organizationname: "daraja-local",
        billreference: account,
        amount: amount.toFixed(2),
      }));
    return { ResponseRefID: newId(), ResponseCode: "1000", ResponseMessage: "Success", Response: [page] };
  }

  function refuse(played: Plays["registerRefusal"]): void {
    if (played) throw new Refusal(played.code, played.text, played.status ?? 500);
  }

  function push(body: Body): Body {
    requirePassword(body);
    requireOurs(body.PartyB, "PartyB");
    const account = textOf(body.AccountReference);
    if (body.TransactionType !== "CustomerPayBillOnline" || !account || account.length > 12)
      throw invalid("TransactionType or AccountReference");
    const phone = phoneIn(textOf(body.PhoneNumber));
    const promptRequest = {
      account,
      phone,
      url: urlIn(body, "CallBackURL"),
      amount: shillingsIn(body.Amount),
    };
    const { MerchantRequestID, CheckoutRequestID } = ledger.prompt(promptRequest);
    // The phone shows it all the same.
    refuse(plays.promptRefusal);
    return { MerchantRequestID, CheckoutRequestID, ...accepted, CustomerMessage: "Success." };
  }

  function pushed(body: Body): Body {
    requirePassword(body);
    const prompt = ledger.prompts.get(textOf(body.CheckoutRequestID));
    if (!prompt) throw invalid("CheckoutRequestID");
    if (plays.promptResult) {
      const { code: ResultCode, text: ResultDesc } = plays.promptResult;
      return { ...accepted, ResultCode, ResultDesc };
    }
    if (!prompt.answer) throw new Refusal("500.001.1001", "The transaction is being processed", 500);
    const { MerchantRequestID, CheckoutRequestID, answer } = prompt;
    const { code, text: ResultDesc } = answers[answer];
    return { ...accepted, MerchantRequestID, CheckoutRequestID, ResultCode: String(code), ResultDesc };
  }

  const calls: Record<string, (body: Body) => Body> = {
    "/mpesa/c2b/v2/registerurl": (body) => {
      refuse(plays.registerRefusal);
      requireOurs(body.ShortCode, "ShortCode");
      const { ResponseType } = body;
      if (ResponseType !== "Completed" && ResponseType !== "Cancelled") throw invalid("ResponseType");
      const ValidationURL = body.ValidationURL ? urlIn(body, "ValidationURL") : undefined;
      ledger.register({ ResponseType, ConfirmationURL: urlIn(body, "ConfirmationURL"), ValidationURL });
      return { OriginatorCoversationID: newId(), ResponseCode: "0", ResponseDescription: "Success" };
    },
    "/mpesa/transactionstatus/v1/query": status,
    "/pulltransactions/v1/register": (body) => {
      requireOurs(body.ShortCode, "ShortCode");
      urlIn(body, "CallBackURL");
      phoneIn(textOf(body.NominatedNumber));
      const [ResponseStatus, already] = canPull ? ["1001", "already "] : ["1000", ""];
      canPull = true;
      const ResponseDescription = `ShortCode ${already}Registered`;
      return { ResponseRefID: newId(), ResponseStatus, ShortCode: shortCode, ResponseDescription };
    },
    "/pulltransactions/v1/query": pull,
    "/mpesa/stkpush/v1/processrequest": push,
    "/mpesa/stkpushquery/v1/query": pushed,
  };

  return {
    token,
    /** Ends all tokens before their time. */
    endTokens: () => tokens.clear(),
    /** Undefined if Daraja has no such call. @throws Refusal */
    call(path: string, authorization: string, body: Body): Body | undefined {
      const call = calls[path];
      const expires = tokens.get(authorization.replace(/^Bearer /, "")) ?? 0;
      if (call && expires <= Date.now()) throw new Refusal("404.001.03", "Invalid Access Token", 404);
      return call?.(body);
    },
  };
}
