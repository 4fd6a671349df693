/** The paybill number's money: payments from phones, and prompts on phones. */
import { createHash, randomBytes, randomInt } from "node:crypto";
import type { CallbackMode, Callbacks } from "./callbacks.ts";

/** An error response of Daraja. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export const invalid = (field: string) => new Refusal("400.002.02", `Bad Request - Invalid ${field}`);

export interface Payment {
  account: string;
  amount: number;
  phone: string;
  /** As the callback has it: the first name only. */
  name?: string;
  callback?: CallbackMode;
}

export interface Transaction extends Required<Payment> {
  TransID: string;
  /** In epoch milliseconds. */
  at: number;
  /** The statuses of the responses to its confirmations; 0 is none. */
  confirmations: number[];
}

/** The result codes of Safaricom for what a person did. */
export const answers = {
  pin: { code: 0, text: "The service request is processed successfully." },
  "wrong-pin": { code: 2001, text: "The initiator information is invalid." },
  "no-money": { code: 1, text: "The balance is insufficient for the transaction." },
  cancel: { code: 1032, text: "Request cancelled by user." },
  timeout: { code: 1037, text: "DS timeout user cannot be reached." },
} as const;
export type Answer = keyof typeof answers;

export interface Prompt {
  CheckoutRequestID: string;
  MerchantRequestID: string;
  account: string;
  amount: number;
  phone: string;
  url: string;
  answer?: Answer;
}

export interface Registration {
  ConfirmationURL: string;
  ValidationURL: string | undefined;
  /** Decides about a payment whose validation is not answered. */
  ResponseType: "Completed" | "Cancelled";
}

const NAIROBI_MS = 3 * 3_600_000;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** `20261124143000`, in Nairobi. */
export const compactTime = (at: number): string =>
  new Date(at + NAIROBI_MS).toISOString().replace(/\D/g, "").slice(0, 14);

/** `0712 345 678` → `254712345678` */
export function phoneIn(text: string): string {
  const phone = text.replace(/[\s+-]/g, "").replace(/^0/, "254");
  if (!/^254[17]\d{8}$/.test(phone)) throw invalid("PhoneNumber");
  return phone;
}

export function shillingsIn(value: unknown): number {
  const amount = Number(value);
  if (!Number.isInteger(amount) || amount < 1 || amount > 250_000) throw invalid("Amount");
  return amount;
}

export function openLedger(shortCode: string, callbacks: Callbacks, now: () => number) {
  const transactions = new Map<string, Transaction>();
  const prompts = new Map<string, Prompt>();
  let registration: Registration | undefined;
  let balance = 0;

  /** A letter, then nine letters or digits, at least one of them a digit. */
  function newCode(): string {
    const rest = Array.from({ length: 8 }, () => LETTERS[randomInt(36)]).join("");
    return `${LETTERS[randomInt(26)]}${rest}${randomInt(10)}`;
  }

  const bodyOf = ({ TransID, at, account, amount, phone, name }: Transaction, OrgAccountBalance = "") => ({
    TransactionType: "Pay Bill",
    TransID,
    TransTime: compactTime(at),
    TransAmount: amount.toFixed(2),
    BusinessShortCode: shortCode,
    BillRefNumber: account,
    InvoiceNumber: "",
    OrgAccountBalance,
    ThirdPartyTransID: "",
    MSISDN: createHash("sha256").update(phone).digest("hex"),
    FirstName: name,
    MiddleName: "",
    LastName: "",
  });

  async function validate(transaction: Transaction): Promise<void> {
    if (!registration?.ValidationURL) return;
    const { answer } = await callbacks.post(registration.ValidationURL, bodyOf(transaction));
    const code = (answer as { ResultCode?: unknown } | undefined)?.ResultCode;
    if (code === undefined && registration.ResponseType === "Completed") return;
    if (String(code) !== "0") throw new Refusal(String(code ?? "C2B00016"), "The payment was refused.");
  }

  function settle(transaction: Transaction): void {
    transactions.set(transaction.TransID, transaction);
    balance += transaction.amount;
    if (!registration) return;
    const body = bodyOf(transaction, balance.toFixed(2));
    const { callback, confirmations } = transaction;
    callbacks.send(registration.ConfirmationURL, body, callback, (status) => confirmations.push(status));
  }

  const newTransaction = ({ account, amount, phone, name = "JANE", callback = "once" }: Payment) => ({
    TransID: newCode(),
    at: now(),
    confirmations: [],
    account,
    name,
    callback,
    amount: shillingsIn(amount),
    phone: phoneIn(phone),
  });

  /** @throws Refusal while the phone shows another prompt */
  function prompt(request: Omit<Prompt, "CheckoutRequestID" | "MerchantRequestID">): Prompt {
    if ([...prompts.values()].some(({ phone, answer }) => phone === request.phone && !answer))
      throw new Refusal("500.001.1001", "Unable to lock subscriber: a transaction is in process", 500);
    const id = randomBytes(6).toString("hex");
    const ids = { MerchantRequestID: `29115-${id}-1`, CheckoutRequestID: `ws_CO_${compactTime(now())}${id}` };
    const shown: Prompt = { ...request, ...ids };
    prompts.set(shown.CheckoutRequestID, shown);
    setTimeout(() => shown.answer ?? answer(shown.CheckoutRequestID, "timeout"), 60_000).unref();
    return shown;
  }

  /** Answers a prompt as a person does. @throws Refusal if there is none, or it was answered */
  function answer(id: string, how: Answer, callback: CallbackMode = "once"): Transaction | undefined {
    const shown = prompts.get(id);
    if (!shown || shown.answer) throw new Refusal("404", "There is no such prompt.", 404);
    shown.answer = how;
    const { MerchantRequestID, CheckoutRequestID, url } = shown;
    const paid = how === "pin" ? newTransaction({ ...shown, callback }) : undefined;
    const items = paid && {
      Amount: paid.amount,
      MpesaReceiptNumber: paid.TransID,
      TransactionDate: Number(compactTime(paid.at)),
      PhoneNumber: Number(paid.phone),
    };
    const Item = Object.entries(items ?? {}).map(([Name, Value]) => ({ Name, Value }));
    const result = { ResultCode: answers[how].code, ResultDesc: answers[how].text };
    const metadata = paid && { CallbackMetadata: { Item } };
    const stkCallback = { MerchantRequestID, CheckoutRequestID, ...result, ...metadata };
    callbacks.send(url, { Body: { stkCallback } }, callback);
    if (paid) settle(paid);
    return paid;
  }

  /** @throws Refusal also if the validation refuses it: then no money moves */
  async function pay(payment: Payment): Promise<Transaction> {
    const transaction = newTransaction(payment);
    await validate(transaction);
    settle(transaction);
    return transaction;
  }

  function register(urls: Registration): void {
    if (registration) throw new Refusal("500.003.1001", "URLs are already registered", 500);
    registration = urls;
  }

  return { transactions, prompts, prompt, answer, pay, register };
}

export type Ledger = ReturnType<typeof openLedger>;
