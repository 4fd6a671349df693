import type { ReminderTone, Template, TemplatedEmail } from "../email-templates.ts";
import type { Frequency, PaymentMethod } from "../subscriptions/subscription.ts";

/** The texts of emails and chats to clients, in one language. */
export type LanguageTexts = {
  /** The locale for amounts. */
  amountsLocale: string;
  /** Short names, January first. */
  months: readonly string[];
  /** The built-in templates; `hasInstructions` if payment instructions follow. */
  templates: (hasInstructions: boolean) => Record<TemplatedEmail, Template>;
  /** The templates for a charge that does not recur name no subscription. The company's templates name one. */
  chargeTemplates: (hasInstructions: boolean) => Record<TemplatedEmail, Template>;
  /** The templates of a reminder of several charges. Their placeholders tell of the oldest charge and of all amounts. */
  several: (count: number, how: { hasInstructions: boolean }) => Record<ReminderTone, Template>;
  /** The subjects of a reminder that asks for one invoice alone; `about` is the placeholder of what it is for. */
  invoiceSubjects: (number: string, about: string) => Record<ReminderTone, string>;
  /** Names an invoice: `Invoice INV-2026-000123`. */
  invoice: (number: string) => string;
  invoiceDue: (number: string, due: string) => string;
  /** The receipt of a payment for several subscriptions, or for none yet. */
  severalPaid: Template;
  /** Nothing is due after the payment. */
  paidInFull: string;
  replacesReceipt: (number: string) => string;
  /** A subject with the number of the receipt. */
  withReceipt: (subject: string, number: string) => string;
  /** Takes back the receipt of a payment that was undone. */
  correction: Template;
  /** Says the prices from a day on, `{due}`, and takes that back. */
  price: Template;
  priceWithdrawn: Template;
  priceNow: (amount: string) => string;
  priceFrom: (day: string, amount: string) => string;
  /** A statement of account; `days` are those that it covers. */
  statement: (days: string) => Template;
  /** The button that leads to the statement on the client's own page. */
  seeStatement: string;
  /** The signature while the company has no name. */
  signature: string;
  frequencies: Record<Frequency, string>;
  /** The name of a subscription without a service. */
  unnamedSubscription: (frequency: string) => string;
  /** The name of a charge that does not recur and has no service. */
  unnamedCharge: string;
  /** Stands after the service of a charge that does not recur. */
  oneOff: string;
  today: string;
  inDays: (days: number) => string;
  daysAgo: (days: number) => string;
  dayRange: (from: string, to: string) => string;
  partPaid: (amount: string, paid: string, rest: string) => string;
  labels: Record<
    | "service"
    | "period"
    | "due"
    | "amount"
    | "paid"
    | "total"
    | "left"
    | "paidOn"
    | "method"
    | "reference"
    | "ownReference"
    | "ownKraPin"
    | "receiptNumber"
    | "nextDue"
    | "stillOwed"
    | "credit"
    | "howToPay"
    | "paybill"
    | "till"
    | "bankTransfer"
    | "businessNumber"
    | "tillNumber"
    | "bank"
    | "branch"
    | "accountName"
    | "accountNumber"
    | "swift",
    string
  >;
  /** The amount is above M-Pesa's limit for one payment. */
  mpesaInParts: (most: string, ways: { byBank: boolean }) => string;
  /** The amount has cents, which M-Pesa does not accept. */
  mpesaWholeShillings: (ways: { byBank: boolean }) => string;
  methods: Record<PaymentMethod, string>;
  /** How to contact the company; `ways` are `reply` and `call`. */
  contactUs: (ways: string) => string;
  reply: string;
  call: (phone: string) => string;
  or: string;
  /** The button that leads to the client's own page. */
  seeAccount: string;
  andMore: (count: number) => string;
  writeOnWhatsApp: string;
  chatHello: string;
  chatAboutReference: (reference: string) => string;
  /** The start of a chat by staff. */
  greeting: (name: string) => string;
  chatAmount: (amount: string) => string;
};
