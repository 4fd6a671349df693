import type { Frequency, PaymentMethod } from "../subscriptions.ts";
import type { WordedEmail, Words } from "./worded.ts";

/** All that an email or a chat says to a client, in one language. */
export type Texts = {
  /** By which days are written, and amounts. */
  locales: Record<"days" | "amounts", string>;
  /** `how`: whether the way to pay is told below. */
  original: (how: boolean) => Record<WordedEmail, Words>;
  /** Where the company has no name yet. */
  signature: string;
  frequencies: Record<Frequency, string>;
  /** What is sold, where it has no name. */
  plan: (frequency: string) => string;
  today: string;
  ahead: (days: number) => string;
  ago: (days: number) => string;
  fromTo: (from: string, to: string) => string;
  partPaid: (amount: string, paid: string, left: string) => string;
  labels: Record<
    | "service"
    | "period"
    | "due"
    | "amount"
    | "paid"
    | "left"
    | "paidOn"
    | "method"
    | "reference"
    | "ownReference"
    | "nextDue"
    | "howToPay"
    | "paybill"
    | "paybillAccount"
    | "till"
    | "bankAccount",
    string
  >;
  methods: Record<PaymentMethod, string>;
  /** Whom to ask: how, and by which of these. */
  ask: (ways: string) => string;
  reply: string;
  call: (phone: string) => string;
  or: string;
  writeOnWhatsApp: string;
  hello: string;
  about: (reference: string) => string;
  /** With which staff begin a chat. */
  greeting: (name: string) => string;
  /** In a chat, after the sentence. */
  amountIs: (amount: string) => string;
};
