import { STATEMENT_VIEW } from "../account-page-routes.ts";
import type { ClientStatement } from "../clients/client-statement.ts";
import { type Email, type Part, renderEmail } from "../emails/email.ts";
import { howToPayWith } from "../emails/how-to-pay.ts";
import {
  commonPlaceholderValues,
  fillTemplate,
  formatAmount,
  formatEmailDay,
  formatPeriod,
} from "../emails/reminder-text.ts";
import { texts } from "../emails/texts.ts";
import { contactParts, type Profile, senderOf, toParts } from "../emails/to-clients.ts";
import type { Language } from "../languages.ts";
import { byCurrency, type Statement, sumsToPay } from "./statement.ts";
import { closingOf, isPayment, texts as statementTexts } from "./statement-texts.ts";

export type StatementFacts = {
  client: string;
  language?: Language | undefined;
  payment_reference?: string | undefined;
  statement: ClientStatement;
  /** The address of the client's own page. */
  link?: string | undefined;
};

/** Sends a client's statement: the balance of each currency and what moved it. The lines stand on the client's own page. */
export function statementEmail(
  { client, language = "en", payment_reference: reference, statement, link }: StatementFacts,
  company: Profile,
): Email {
  const { from, to } = statement;
  const text = statementTexts[language];
  const { statement: template, seeStatement } = texts[language];
  const days = from ? formatPeriod({ from, to }, language) : text.since(formatEmailDay(to, language));
  const { subject, opening, request, closing } = fillTemplate(
    template(days),
    commonPlaceholderValues(
      {
        client,
        subscription_id: undefined,
        frequency: "",
        service: "",
        covered: undefined,
        reference,
        amount: "",
        due: to,
      },
      language,
    ),
    company.company_name,
    language,
  );
  const statements = byCurrency(statement);
  const isPast = to < statement.today;
  const sums = sumsToPay(statements, company);
  const owes = !isPast && statements.some(({ closing: cents }) => cents > 0);
  const pay = owes ? howToPayWith(company, { reference, sums, language }) : undefined;
  return renderEmail(
    subject,
    [
      ...toParts(opening),
      ...(statements.length === 0 ? [{ paragraph: isPast ? text.noLines : text.empty }] : []),
      ...statements.flatMap((one) => [
        ...(statements.length > 1 ? [{ heading: text.currencies[one.currency] }] : []),
        ...partsOf(one, { on: isPast ? formatEmailDay(to, language) : undefined, language }),
      ]),
      ...(statement.unreadable ? [{ paragraph: text.unreadable }] : []),
      ...(link
        ? [...toParts(request), { button: seeStatement, href: `${link}?view=${STATEMENT_VIEW}` }]
        : []),
      ...(pay ? [{ box: pay.heading, blocks: pay.blocks, note: pay.note }] : []),
      ...(isPast ? [{ paragraph: text.afterwards(formatEmailDay(to, language)) }] : []),
      ...contactParts(company, reference, language),
      ...toParts(closing),
    ],
    senderOf(company, language),
  );
}

function partsOf(
  statement: Statement,
  { on, language }: { on: string | undefined; language: Language },
): Part[] {
  const { currency, opening, lines, closing, held } = statement;
  const text = statementTexts[language];
  const format = (cents: number) => formatAmount(cents, currency, language);
  const sumOf = (parts: typeof lines) => parts.reduce((sum, { cents }) => sum + cents, 0);
  const end = closingOf({ closing }, on, language);
  const facts: [string, number][] = [
    [text.opening, opening],
    [text.charge, sumOf(lines.filter((line) => !isPayment(line)))],
    [text.payment, sumOf(lines.filter(isPayment))],
  ];
  return [
    { figure: closing === 0 && on === undefined ? text.nothingDue : format(end.cents) },
    {
      facts: [
        ...facts
          .filter(([, cents]) => cents !== 0)
          .map(([label, cents]): [string, string] => [label, format(cents)]),
        ...(closing === 0 && on === undefined ? [] : [[end.label, format(end.cents)] as [string, string]]),
      ],
    },
    ...(held > 0 ? [{ paragraph: text.ofItOnHold(format(held)) }] : []),
  ];
}
