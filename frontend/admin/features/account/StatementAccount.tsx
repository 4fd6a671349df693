import { Group, Stack } from "@mantine/core";
import type { CSSProperties } from "react";
import type { Line, Statement } from "../../../../shared/account-statement/statement.ts";
import {
  ageName,
  closingOf,
  entryName,
  isPayment,
  meansText,
  serviceOf,
  servicesOf,
  texts,
} from "../../../../shared/account-statement/statement-texts.ts";
import type { Day } from "../../../../shared/day.ts";
import { formatAmount, formatEmailDay, formatPeriod } from "../../../../shared/emails/reminder-text.ts";
import { texts as emailTexts } from "../../../../shared/emails/texts.ts";
import type { Language } from "../../../../shared/languages.ts";
import { toCents } from "../../../../shared/money.ts";
import { Amount, Money } from "../../components/ui/Money.tsx";
import classes from "./AccountPage.module.css";

type AccountProps = {
  statement: Statement;
  language: Language;
  from: Day | undefined;
  to: Day;
  current: boolean;
};

/** The account in one currency. */
export function Account({ statement, language, from, to, current }: AccountProps) {
  const { currency, opening, lines, closing, held, byAge, coming } = statement;
  const text = texts[language];
  const { labels, amountsLocale } = emailTexts[language];
  const format = (cents: number) =>
    (cents / 100).toLocaleString(amountsLocale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const amount = (cents: number) => <Amount>{format(cents)}</Amount>;
  const day = (value: Day) => formatEmailDay(value, language);
  // Payments name their subscription only if there are several.
  const several =
    new Set(lines.flatMap(({ items }) => items.map((item) => serviceOf(item, language)))).size > 1;
  const end = closingOf(statement, current ? undefined : day(to), language);
  const hasBalance = closing !== 0 || !current;
  return (
    <Stack component="section" className={classes.account ?? ""} gap={16}>
      <Group className={`wrap ${classes.sides}`} justify="space-between" align="baseline" gap="12px 32px">
        <h3>{text.currencies[currency]}</h3>
        <p>
          {hasBalance && <span>{`${end.label} `}</span>}
          <strong className={`display figures ${classes.large}`}>
            <Money>{hasBalance ? formatAmount(end.cents, currency, language) : text.nothingDue}</Money>
          </strong>
        </p>
      </Group>
      <table className={`figures ${classes.ledger}`}>
        <thead>
          <tr>
            {[text.day, text.details, labels.due, text.charge, text.payment, text.balance].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {from && (
            <tr data-kind="sum">
              <td>{day(from)}</td>
              <th scope="row" colSpan={4}>
                {text.opening}
              </th>
              <td data-label={text.balance}>{amount(opening)}</td>
            </tr>
          )}
          {lines.length === 0 && (
            <tr>
              <td />
              <td colSpan={5}>{text.noLines}</td>
            </tr>
          )}
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries of a day can be the same
            <tr key={at} data-kind={line.kind}>
              <td>{day(line.day)}</td>
              <th scope="row">
                <Details line={line} language={language} several={several} />
              </th>
              <td data-label={labels.due}>{line.due && day(line.due)}</td>
              <td data-label={text.charge}>{!isPayment(line) && amount(line.cents)}</td>
              <td data-label={text.payment}>{isPayment(line) && amount(-line.cents)}</td>
              <td data-label={text.balance}>{amount(line.balance)}</td>
            </tr>
          ))}
          <tr data-kind="sum">
            <td>{day(to)}</td>
            <th scope="row" colSpan={4}>
              {end.label}
            </th>
            <td data-label={text.balance}>{amount(end.cents)}</td>
          </tr>
        </tbody>
      </table>
      {held > 0 && (
        <p>
          <Money>{text.ofItOnHold(formatAmount(held, currency, language))}</Money>
        </p>
      )}
      {closing > 0 && (
        <div className={classes.whole}>
          <h4>{text.byAge}</h4>
          <dl className={classes.ages} style={{ "--characters": format(closing).length } as CSSProperties}>
            {[...byAge, closing].map((cents, index) => (
              <div key={ageName(index, text)}>
                <dt>{ageName(index, text)}</dt>
                <dd>{amount(cents)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {coming.length > 0 && (
        <div className={classes.whole}>
          <h4>{labels.nextDue}</h4>
          <ul className="ruled">
            {coming.map(({ day: due, amount: amountLeft, on_hold, ...item }) => (
              <li key={`${due} ${item.service} ${item.frequency} ${amountLeft}`} className={classes.coming}>
                <span>{day(due)}</span>
                <span>{`${serviceOf(item, language)}${on_hold ? ` (${text.onHold})` : ""}`}</span>
                {amount(toCents(amountLeft))}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Stack>
  );
}

type DetailsProps = { line: Line; language: Language; several: boolean };

function Details({ line, language, several }: DetailsProps) {
  const { labels } = emailTexts[language];
  const service = servicesOf(line, language);
  const name = entryName(line, language);
  if (!isPayment(line))
    return (
      <>
        <span>{[name, service].filter(Boolean).join(": ")}</span>
        {line.covered && <small>{formatPeriod(line.covered, language)}</small>}
        {line.on_hold && <small>{texts[language].onHold}</small>}
        {line.invoices?.map((number) => (
          <small key={number}>{emailTexts[language].invoice(number)}</small>
        ))}
        {(line.reason || line.by) && <small>{[line.reason, line.by].filter(Boolean).join(" · ")}</small>}
      </>
    );
  return (
    <>
      <span>{[name, meansText(line, language)].filter(Boolean).join(": ")}</span>
      {line.receipt_number && <small>{`${labels.receiptNumber} ${line.receipt_number}`}</small>}
      {several && <small>{service}</small>}
    </>
  );
}
