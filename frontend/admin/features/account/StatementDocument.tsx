import { Box, Group, Stack } from "@mantine/core";
import { type Statement, sumsToPay } from "../../../../shared/account-statement/statement.ts";
import { texts } from "../../../../shared/account-statement/statement-texts.ts";
import type { Client } from "../../../../shared/clients/client.ts";
import type { Day } from "../../../../shared/day.ts";
import { hasPaymentInstructions, howToPay, paymentNote } from "../../../../shared/emails/how-to-pay.ts";
import { formatEmailDay, formatPeriod } from "../../../../shared/emails/reminder-text.ts";
import { texts as emailTexts } from "../../../../shared/emails/texts.ts";
import { senderOf } from "../../../../shared/emails/to-clients.ts";
import type { Language } from "../../../../shared/languages.ts";
import { formatReference } from "../../../../shared/payment-reference.ts";
import type { Settings } from "../../../../shared/settings/settings.ts";
import { Facts } from "../../components/ui/Facts.tsx";
import { Money } from "../../components/ui/Money.tsx";
import classes from "./AccountPage.module.css";
import { Account } from "./StatementAccount.tsx";

type Props = {
  client: Client;
  company: Settings;
  statements: readonly Statement[];
  span: { from?: Day | undefined; to: Day };
  today: Day;
  /** All records could be read. */
  complete: boolean;
  /** The address of the client's own page. */
  link: string | undefined;
};

/** The printable statement in the client's language. */
export function StatementDocument({
  client,
  company,
  statements,
  span: { from, to },
  today,
  complete,
  link,
}: Props) {
  const { language = "en", payment_reference: reference } = client;
  const text = texts[language];
  const { labels } = emailTexts[language];
  const sums = sumsToPay(statements, company);
  // Amounts due on a past day may have been paid since.
  const current = to === today;
  const note = paymentNote(company, language);
  const facts: [string, string][] = [
    [text.issued, formatEmailDay(today, language)],
    [labels.period, from ? formatPeriod({ from, to }, language) : text.since(formatEmailDay(to, language))],
  ];
  if (reference) facts.push([labels.ownReference, formatReference(reference)]);
  if (client.kra_pin) facts.push([labels.ownKraPin, client.kra_pin]);
  return (
    <Stack
      component="article"
      className={`boxed ${classes.paper}`}
      gap={24}
      lang={language}
      aria-label={text.title}
    >
      <Letterhead company={company} language={language} />
      <h2>{text.title}</h2>
      <Group className={`wrap ${classes.sides}`} justify="space-between" align="flex-start" gap="12px 32px">
        <div>
          <p className="quiet">{text.to}</p>
          <p className="lines">
            <strong>{client.company || client.name}</strong>
            {[client.company !== client.name && client.company && client.name, client.address, client.email]
              .filter(Boolean)
              .map((line) => `\n${line}`)}
          </p>
        </div>
        <Facts facts={facts} />
      </Group>
      {!complete && <p role="note">{text.unreadable}</p>}
      {statements.length === 0 && <p>{current ? text.empty : text.noLines}</p>}
      {statements.map((statement) => (
        <Account
          key={statement.currency}
          statement={statement}
          language={language}
          from={from}
          to={to}
          current={current}
        />
      ))}
      {current && hasPaymentInstructions(company, language, sums) && (
        <Stack component="section" className={`boxed ${classes.box}`} gap={12}>
          <h3>{labels.howToPay}</h3>
          {howToPay(company, { reference, sums, language }).map(({ title, facts, note }) => (
            <section key={title}>
              <h4>{title}</h4>
              <Facts facts={facts} />
              {note && (
                <p>
                  <Money>{note}</Money>
                </p>
              )}
            </section>
          ))}
          {note && (
            <p className="lines">
              <Money>{note}</Money>
            </p>
          )}
        </Stack>
      )}
      {link && (
        <p style={{ overflowWrap: "anywhere" }}>
          <span>{`${emailTexts[language].seeAccount}: `}</span>
          <a href={link}>{link}</a>
        </p>
      )}
      <p className="quiet">{text.afterwards(formatEmailDay(to, language))}</p>
    </Stack>
  );
}

/** The company's logo or name, and its contact details. */
function Letterhead({ company, language }: { company: Settings; language: Language }) {
  const { name, logo = "", lines } = senderOf(company, language);
  const shown = logo.startsWith("https://") || logo.startsWith(`${location.origin}/`);
  return (
    <Group
      component="header"
      className={`wrap ${classes.sides}`}
      justify="space-between"
      align="flex-start"
      gap="12px 32px"
    >
      {shown ? (
        <Box component="img" maw="100%" src={logo} alt="" height={48} referrerPolicy="no-referrer" />
      ) : (
        <p className={`display ${classes.large}`}>{name}</p>
      )}
      <p className={`quiet lines ${classes.small}`}>{[shown && name, ...lines].filter(Boolean).join("\n")}</p>
    </Group>
  );
}
