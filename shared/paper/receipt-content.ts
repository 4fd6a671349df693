import type { Client } from "../clients/client.ts";
import type { ReceiptFacts } from "../emails/receipt-email.ts";
import { formatAmount, formatEmailDay, formatPeriod, taggedName } from "../emails/reminder-text.ts";
import { texts as emailTexts } from "../emails/texts.ts";
import { type Profile, senderOf } from "../emails/to-clients.ts";
import type { Language } from "../languages.ts";
import { sumTexts } from "../money.ts";
import { formatReference } from "../payment-reference.ts";
import { filled, type Paper } from "./paper.ts";
import { readerOf } from "./reader.ts";

const texts: Record<Language, { receipt: string; from: string }> = {
  en: { receipt: "Receipt", from: "Received from" },
  sw: { receipt: "Risiti", from: "Imepokelewa kutoka kwa" },
};

export type ReceiptPaper = {
  client: Pick<Client, "name" | "company" | "address" | "kra_pin">;
  company: Profile;
  receipt: ReceiptFacts;
};

/** The receipt of a payment, with what it paid and what is left. */
export function receiptContent({ client, company, receipt }: ReceiptPaper): Paper {
  const { language = "en", currency, cents, credit, method = "", owed, parts } = receipt;
  const { paid_on, reference, payment_reference, number = "", next, replaces } = receipt;
  const text = texts[language];
  const { labels, methods, amountsLocale, invoice, replacesReceipt } = emailTexts[language];
  const format = (sum: number) => formatAmount(sum, currency, language);
  const sender = senderOf(company, language);
  const reader = readerOf(client, { to: text.from, kraPin: labels.ownKraPin });
  const stillOwed = Object.values(owed).some((sum) => sum > 0) ? sumTexts(owed, currency, amountsLocale) : [];
  return {
    language,
    title: `${text.receipt} ${number}: ${reader.name}`,
    kind: text.receipt,
    english: language === "en" ? undefined : texts.en.receipt,
    name: `${text.receipt} ${number}`,
    seller: [sender.name, ...sender.lines.filter(Boolean)],
    to: reader,
    facts: filled([
      { label: labels.receiptNumber, value: number, isStrong: true },
      { label: labels.paidOn, value: formatEmailDay(paid_on, language) },
      // An unknown method is shown as it is stored.
      { label: labels.method, value: (methods as Record<string, string>)[method] ?? method },
      { label: labels.reference, value: reference },
      { label: labels.ownReference, value: payment_reference && formatReference(payment_reference) },
    ]),
    note: replaces && replacesReceipt(replaces),
    parts: [
      {
        tables: [
          {
            headings: [labels.service, labels.paid],
            rows: [
              ...parts.map((part) => {
                const name = taggedName(part, language);
                const below = [
                  part.covered && formatPeriod(part.covered, language),
                  part.left > 0 && `${labels.left}: ${format(part.left)}`,
                ];
                return [
                  {
                    text: name.slice(0, 1).toUpperCase() + name.slice(1),
                    below: below.filter(Boolean).join(" · ") || undefined,
                  },
                  { text: format(part.cents) },
                ];
              }),
              ...(credit > 0 ? [[{ text: labels.credit }, { text: format(credit) }]] : []),
            ],
          },
        ],
        totals: [
          { label: labels.total, value: format(cents), isSum: true },
          ...stillOwed.map((value) => ({ label: labels.stillOwed, value })),
        ],
        notes: [
          ...(receipt.invoices ?? []).map(({ number }) => invoice(number)),
          ...(next ? [`${labels.nextDue}: ${formatEmailDay(next, language)}`] : []),
        ],
      },
    ],
  };
}
