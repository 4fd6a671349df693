import type { CSSProperties } from "react";
import { formatReference } from "../../../../shared/billing/payment-reference.ts";
import type { Client } from "../../../../shared/clients/client.ts";
import type { Day } from "../../../../shared/day.ts";
import { hasPaymentInstructions, howToPay, paymentNote } from "../../../../shared/emails/how-to-pay.ts";
import { formatAmount, formatEmailDay, formatPeriod } from "../../../../shared/emails/reminder-text.ts";
import { texts as emailTexts } from "../../../../shared/emails/texts.ts";
import { senderOf } from "../../../../shared/emails/to-clients.ts";
import type { Language } from "../../../../shared/languages.ts";
import type { Sums } from "../../../../shared/money.ts";
import type { Settings } from "../../../../shared/settings/settings.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { Facts } from "../../components/ui/Facts.tsx";
import { Amount, Money } from "../../components/ui/Money.tsx";
import classes from "./AccountPage.module.css";
import { ages, type Line, type Statement } from "./ledger.ts";
import { texts } from "./texts.ts";

type Props = {
  client: Client;
  company: Settings;
  statements: readonly Statement[];
  span: { from: Day | undefined; to: Day };
  today: Day;
  /** All records could be read. */
  complete: boolean;
};

/** The printable statement in the client's language. */
export function StatementDocument({
  client,
  company,
  statements,
  span: { from, to },
  today,
  complete,
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
  return (
    <article className={classes.paper} lang={language} aria-label={text.title}>
      <Letterhead company={company} language={language} />
      <h2>{text.title}</h2>
      <div className={classes.sides}>
        <div>
          <p className="quiet">{text.to}</p>
          <p className={classes.lines}>
            <strong>{client.company || client.name}</strong>
            {[client.company !== client.name && client.company && client.name, client.address, client.email]
              .filter(Boolean)
              .map((line) => `\n${line}`)}
          </p>
        </div>
        <Facts facts={facts} />
      </div>
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
        <section className={classes.box}>
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
            <p className={classes.lines}>
              <Money>{note}</Money>
            </p>
          )}
        </section>
      )}
      <p className="quiet">{text.afterwards(formatEmailDay(to, language))}</p>
    </article>
  );
}

/** The amounts owed; if none, the currencies of the account, or the default currency of a new account. */
function sumsToPay(statements: readonly Statement[], { default_currency }: Settings): Sums {
  const owed = statements.filter(({ closing }) => closing > 0);
  if (statements.length === 0) return { [default_currency]: 0 };
  return Object.fromEntries(
    (owed.length > 0 ? owed : statements).map(({ currency, closing }) => [currency, Math.max(0, closing)]),
  );
}

/** The company's logo or name, and its contact details. */
function Letterhead({ company, language }: { company: Settings; language: Language }) {
  const { name, logo = "", lines } = senderOf(company, language);
  const shown = logo.startsWith("https://") || logo.startsWith(`${location.origin}/`);
  return (
    <header className={classes.sides}>
      {shown ? (
        <img className={classes.logo} src={logo} alt="" height={48} referrerPolicy="no-referrer" />
      ) : (
        <p className={`display ${classes.name}`}>{name}</p>
      )}
      <p className={`quiet ${classes.lines}`}>{[shown && name, ...lines].filter(Boolean).join("\n")}</p>
    </header>
  );
}

type AccountProps = {
  statement: Statement;
  language: Language;
  from: Day | undefined;
  to: Day;
  current: boolean;
};

/** The account in one currency. */
function Account({ statement, language, from, to, current }: AccountProps) {
  const { currency, opening, lines, closing, byAge, coming } = statement;
  const text = texts[language];
  const { labels, amountsLocale } = emailTexts[language];
  const format = (cents: number) =>
    (cents / 100).toLocaleString(amountsLocale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const amount = (cents: number) => <Amount>{format(cents)}</Amount>;
  const day = (value: Day) => formatEmailDay(value, language);
  // Payments name their subscription only if there are several.
  const several = new Set(lines.map(({ subscription }) => subscription)).size > 1;
  const balanceLabel = current ? text.balanceDue : text.closing(day(to));
  return (
    <section className={classes.account}>
      <div className={classes.sides}>
        <h3>{text.currencies[currency]}</h3>
        <p>
          {closing > 0 || !current ? `${balanceLabel} ` : ""}
          <strong className={`figures ${classes.owed}`}>
            <Money>
              {closing > 0 || !current ? formatAmount(closing, currency, language) : text.nothingDue}
            </Money>
          </strong>
        </p>
      </div>
      <table className={classes.ledger}>
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
              <td colSpan={4}>{text.opening}</td>
              <td data-label={text.balance}>{amount(opening)}</td>
            </tr>
          )}
          {lines.length === 0 && (
            <tr>
              <td />
              <td colSpan={5}>{text.noLines}</td>
            </tr>
          )}
          {lines.map((line) => (
            <tr key={keyOf(line)} data-kind={line.kind}>
              <td>{day(line.day)}</td>
              <td>
                <Details line={line} language={language} several={several} />
              </td>
              <td data-label={labels.due}>{line.kind === "charge" && day(line.due)}</td>
              <td data-label={text.charge}>{line.kind === "charge" && amount(line.cents)}</td>
              <td data-label={text.payment}>{line.kind === "payment" && amount(line.cents)}</td>
              <td data-label={text.balance}>{amount(line.balance)}</td>
            </tr>
          ))}
          <tr data-kind="sum">
            <td>{day(to)}</td>
            <td colSpan={4}>{current ? text.balanceDue : text.closing(day(to))}</td>
            <td data-label={text.balance}>{amount(closing)}</td>
          </tr>
        </tbody>
      </table>
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
            {coming.map(({ day: due, cents, subscription }) => (
              <li key={subscription.id} className={classes.coming}>
                <span>{day(due)}</span>
                <span>{serviceOf(subscription, language)}</span>
                {amount(cents)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

const keyOf = ({ kind, ...line }: Line): string =>
  JSON.stringify([
    kind,
    line.subscription?.id,
    line.day,
    line.balance,
    "due" in line ? line.due : line.reference,
  ]);

function ageName(index: number, text: (typeof texts)[Language]): string {
  if (index === ages.length) return text.total;
  const [after, to] = [ages[index - 1], ages[index]];
  if (after === undefined || to === undefined) return text.notLate;
  return Number.isFinite(to) ? text.late(after + 1, to) : text.later(after);
}

/** The service, or the kind of subscription if it has none. */
function serviceOf(subscription: Subscription | undefined, language: Language): string {
  if (!subscription) return "";
  const { frequencies, unnamedSubscription } = emailTexts[language];
  const { service, frequency } = subscription;
  const text =
    service || unnamedSubscription((frequencies as Record<string, string>)[frequency] ?? frequency);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

type DetailsProps = { line: Line; language: Language; several: boolean };

function Details({ line, language, several }: DetailsProps) {
  const { methods } = emailTexts[language];
  const service = serviceOf(line.subscription, language);
  if (line.kind === "charge")
    return (
      <>
        {service}
        {line.covered && <small>{formatPeriod(line.covered, language)}</small>}
      </>
    );
  const method = line.method && ((methods as Record<string, string>)[line.method] ?? line.method);
  return (
    <>
      {[texts[language].received, [method, line.reference].filter(Boolean).join(" ")]
        .filter(Boolean)
        .join(": ")}
      {several && <small>{service}</small>}
    </>
  );
}
