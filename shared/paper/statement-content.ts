import { byCurrency, type Line, type Statement, sumsToPay } from "../account-statement/statement.ts";
import {
  closingOf,
  entryName,
  isPayment,
  meansText,
  servicesOf,
  texts,
} from "../account-statement/statement-texts.ts";
import type { Client } from "../clients/client.ts";
import type { ClientStatement } from "../clients/client-statement.ts";
import { howToPayWith } from "../emails/how-to-pay.ts";
import { formatAmount, formatEmailDay, formatPeriod } from "../emails/reminder-text.ts";
import { texts as emailTexts } from "../emails/texts.ts";
import { type Profile, senderOf } from "../emails/to-clients.ts";
import type { Language } from "../languages.ts";
import { formatReference } from "../payment-reference.ts";
import { type Cell, filled, type Paper, type PaperPart } from "./paper.ts";
import { readerOf } from "./reader.ts";

export type StatementPaper = {
  client: Pick<Client, "name" | "company" | "address" | "kra_pin" | "language" | "payment_reference">;
  company: Profile;
  statement: ClientStatement;
};

/** A client's statement of account. */
export function statementContent({ client, company, statement }: StatementPaper): Paper {
  const { language = "en", payment_reference: reference } = client;
  const { from, to, today } = statement;
  const text = texts[language];
  const { labels } = emailTexts[language];
  const isPast = to < today;
  const statements = byCurrency(statement);
  const sender = senderOf(company, language);
  const days = from ? formatPeriod({ from, to }, language) : text.since(formatEmailDay(to, language));
  const reader = readerOf(client, { to: text.to, kraPin: labels.ownKraPin });
  return {
    language,
    title: `${text.title}, ${days}: ${reader.name}`,
    kind: text.title,
    english: language === "en" ? undefined : texts.en.title,
    name: `${text.title} ${to}`,
    seller: [sender.name, ...sender.lines.filter(Boolean)],
    to: reader,
    facts: filled([
      { label: text.issued, value: formatEmailDay(today, language) },
      { label: labels.period, value: days },
      { label: labels.ownReference, value: reference && formatReference(reference) },
    ]),
    note: statement.unreadable ? text.unreadable : undefined,
    parts:
      statements.length === 0
        ? [{ tables: [], totals: [], notes: [isPast ? text.noLines : text.empty] }]
        : statements.map((one) =>
            partOf(one, { on: isPast ? formatEmailDay(to, language) : undefined, language }),
          ),
    pay: isPast
      ? undefined
      : howToPayWith(company, { reference, sums: sumsToPay(statements, company), language }),
  };
}

function partOf(
  { currency, opening, lines, closing, held }: Statement,
  { on, language }: { on: string | undefined; language: Language },
): PaperPart {
  const text = texts[language];
  const { labels } = emailTexts[language];
  const format = (cents: number) => formatAmount(cents, currency, language);
  const end = closingOf({ closing }, on, language);
  const isNothingDue = closing === 0 && on === undefined;
  const openingRow: Cell[] = [{ text: text.opening }, { text: "" }, { text: format(opening) }];
  return {
    heading: text.currencies[currency],
    tables: [
      {
        headings: [text.details, labels.amount, text.balance],
        rows: [
          ...(opening === 0 ? [] : [openingRow]),
          ...lines.map((line): Cell[] => [
            nameOf(line, language),
            { text: format(line.cents) },
            { text: format(line.balance) },
          ]),
        ],
      },
    ],
    totals: [
      {
        label: isNothingDue ? text.nothingDue : end.label,
        value: isNothingDue ? "" : format(end.cents),
        isSum: true,
      },
    ],
    notes: [
      ...(held > 0 ? [text.ofItOnHold(format(held))] : []),
      ...(on === undefined ? [] : [text.afterwards(on)]),
    ],
  };
}

function nameOf(line: Line, language: Language): Cell {
  const text = texts[language];
  const { labels, invoice } = emailTexts[language];
  const services = servicesOf(line, language);
  const isMoney = isPayment(line);
  const number = line.receipt_number && `${labels.receiptNumber} ${line.receipt_number}`;
  const below = isMoney
    ? [meansText(line, language), number, line.items.length > 1 && services]
    : [
        line.covered && formatPeriod(line.covered, language),
        line.due && `${labels.due}: ${formatEmailDay(line.due, language)}`,
        line.on_hold && text.onHold,
        ...(line.invoices ?? []).map(invoice),
      ];
  const name = isMoney
    ? entryName(line, language)
    : [entryName(line, language), services].filter(Boolean).join(": ");
  return {
    text: `${formatEmailDay(line.day, language)}  ${name}`,
    below: below.filter(Boolean).join(" · ") || undefined,
  };
}
