import type { Language } from "../languages.ts";
import { type Currency, formatCents, type Sums, sumTexts } from "../money.ts";
import { MPESA_MAX_SHILLINGS } from "../paybill/mpesa-limit.ts";
import { formatReference } from "../payment-reference.ts";
import type { Settings } from "../settings/settings.ts";
import type { Block } from "./email.ts";
import { texts } from "./texts.ts";

export type PaymentDetails = Pick<
  Settings,
  | ("mpesa_paybill" | "mpesa_till" | "bank_name" | "bank_branch" | "bank_account_name")
  | ("bank_account_number" | "bank_swift" | "payment_note" | "payment_note_sw" | "default_currency")
>;
/** `sums` has each currency that can be owed, with 0 if nothing is owed now. */
type Due = { reference?: string | undefined; sums: Sums; language: Language };

/** The ways to pay. M-Pesa accepts only whole shillings; a bank accepts every currency. */
export function howToPay(company: PaymentDetails, due: Due): Block[] {
  const { labels } = texts[due.language];
  const reference = due.reference ? formatReference(due.reference) : "";
  const mpesa = mpesaAmount(company, due);
  const block = (title: string, facts: Block["facts"], note = ""): Block => ({
    title,
    facts: facts.filter(([, value]) => value),
    ...(note && { note }),
  });
  const blocks: Block[] = [];
  if (mpesa && company.mpesa_paybill)
    blocks.push(
      block(
        labels.paybill,
        [
          [labels.businessNumber, company.mpesa_paybill],
          [labels.accountNumber, reference],
          [labels.amount, mpesa.amount],
        ],
        mpesa.note,
      ),
    );
  if (mpesa && company.mpesa_till)
    blocks.push(
      block(
        labels.till,
        [
          [labels.tillNumber, company.mpesa_till],
          [labels.amount, mpesa.amount],
          [labels.reference, reference],
        ],
        mpesa.note,
      ),
    );
  if (hasBank(company))
    blocks.push(
      block(labels.bankTransfer, [
        [labels.bank, company.bank_name],
        [labels.branch, company.bank_branch],
        [labels.accountName, company.bank_account_name],
        [labels.accountNumber, company.bank_account_number],
        [labels.swift, company.bank_swift],
        [labels.amount, amountIn(due)],
        [labels.reference, reference],
      ]),
    );
  return blocks;
}

const hasBank = (company: PaymentDetails) =>
  Boolean(
    company.bank_name ||
      company.bank_branch ||
      company.bank_account_name ||
      company.bank_account_number ||
      company.bank_swift,
  );

function amountIn({ sums, language }: Due): string {
  const [firstCurrency = "USD"] = Object.keys(sums) as Currency[];
  const isDue = Object.values(sums).some((cents) => cents > 0);
  return isDue ? sumTexts(sums, firstCurrency, texts[language].amountsLocale).join(" + ") : "";
}

/** The amount to enter in M-Pesa, never more than is due; undefined if M-Pesa cannot pay it. */
function mpesaAmount(company: PaymentDetails, { sums, language }: Due) {
  const { KES: cents } = sums;
  if (cents === undefined || (cents > 0 && cents < 100)) return undefined;
  if (cents <= 0) return { amount: "", note: "" };
  const { amountsLocale, mpesaInParts, mpesaWholeShillings } = texts[language];
  const format = (shillings: number) => formatCents(100 * shillings, "KES", amountsLocale);
  const shillings = Math.floor(cents / 100);
  const ways = { byBank: hasBank(company) };
  const notes = [
    ...(shillings > MPESA_MAX_SHILLINGS ? [mpesaInParts(format(MPESA_MAX_SHILLINGS), ways)] : []),
    ...(cents % 100 > 0 ? [mpesaWholeShillings(ways)] : []),
  ];
  return { amount: format(shillings), note: notes.join(" ") };
}

export type HowToPay = { heading: string; blocks: Block[]; note: string };

/** How to pay, with its heading; undefined if the company has given no way. */
export function howToPayWith(company: PaymentDetails, due: Due): HowToPay | undefined {
  const blocks = howToPay(company, due);
  const note = paymentNote(company, due.language);
  const heading = texts[due.language].labels.howToPay;
  return blocks.length > 0 || note ? { heading, blocks, note } : undefined;
}

/** The company's payment note, in Swahili if the client reads Swahili and there is one. */
export const paymentNote = (company: PaymentDetails, language: Language): string =>
  (language === "sw" && company.payment_note_sw) || company.payment_note;

/** Whether there are payment instructions for these currencies. */
export const hasPaymentInstructions = (
  company: PaymentDetails,
  language: Language,
  sums: Sums = { [company.default_currency]: 0 },
): boolean => Boolean(howToPay(company, { sums, language }).length > 0 || paymentNote(company, language));
