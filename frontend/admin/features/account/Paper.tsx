import type { Client } from "../../../../shared/clients.ts";
import type { Day } from "../../../../shared/day.ts";
import { howToPay, paymentNote, saysHow } from "../../../../shared/emails/how-to-pay.ts";
import { amountText, coveredText, writtenDay } from "../../../../shared/emails/reminder-words.ts";
import { texts as emailTexts } from "../../../../shared/emails/texts.ts";
import { writerOf } from "../../../../shared/emails/to-clients.ts";
import type { Language } from "../../../../shared/languages.ts";
import { spaced } from "../../../../shared/payment-reference.ts";
import type { Settings } from "../../../../shared/settings.ts";
import type { Subscription } from "../../../../shared/subscriptions.ts";
import { Facts } from "../../components/ui/Facts.tsx";
import classes from "./AccountPage.module.css";
import { ages, type Line, type Statement } from "./ledger.ts";
import { texts } from "./texts.ts";

type Props = {
  client: Client;
  company: Settings;
  statements: readonly Statement[];
  span: { from: Day | undefined; to: Day };
  today: Day;
  /** Whether all records could be read. */
  complete: boolean;
};

/** The statement itself, in the client's language. */
export function Paper({ client, company, statements, span: { from, to }, today, complete }: Props) {
  const { language = "en", payment_reference: reference } = client;
  const say = texts[language];
  const { labels } = emailTexts[language];
  const owed = statements.filter(({ closing }) => closing > 0);
  // What was due on a day that is past may have been paid since.
  const current = to === today;
  const note = paymentNote(company, language);
  const facts: [string, string][] = [
    [say.issued, writtenDay(today, language)],
    [labels.period, from ? coveredText({ from, to }, language) : say.since(writtenDay(to, language))],
  ];
  if (reference) facts.push([labels.ownReference, spaced(reference)]);
  return (
    <article className={classes.paper} lang={language} aria-label={say.title}>
      <Letterhead company={company} language={language} />
      <h2>{say.title}</h2>
      <div className={classes.sides}>
        <div>
          <p className="quiet">{say.to}</p>
          <p className={classes.lines}>
            <strong>{client.company || client.name}</strong>
            {[client.company !== client.name && client.company && client.name, client.address, client.email]
              .filter(Boolean)
              .map((line) => `\n${line}`)}
          </p>
        </div>
        <Facts facts={facts} />
      </div>
      {!complete && <p role="note">{say.unreadable}</p>}
      {statements.length === 0 && <p>{current ? say.empty : say.noLines}</p>}
      {statements.map((statement) => (
        <Account key={statement.currency} {...{ statement, language, from, to, current }} />
      ))}
      {current && saysHow(company, language) && (
        <section className={classes.box}>
          <h3>{labels.howToPay}</h3>
          <Facts
            facts={howToPay(company, {
              reference,
              language,
              amount: owed
                .map(({ closing, currency }) => amountText(closing, currency, language))
                .join(" + "),
            })}
          />
          {note && <p className={classes.lines}>{note}</p>}
        </section>
      )}
      <p className="quiet">{say.afterwards(writtenDay(to, language))}</p>
    </article>
  );
}

/** The logo, or the name in its place, and how to reach them. Pictures of other sites are not let in. */
function Letterhead({ company, language }: { company: Settings; language: Language }) {
  const { name, logo = "", lines } = writerOf(company, language);
  const shown = logo.startsWith(`${location.origin}/`);
  return (
    <header className={classes.sides}>
      {shown ? (
        <img className={classes.logo} src={logo} alt="" height={48} />
      ) : (
        <p className={`display ${classes.name}`}>{name}</p>
      )}
      <p className={`quiet ${classes.lines}`}>{[shown && name, ...lines].filter(Boolean).join("\n")}</p>
    </header>
  );
}

type Of = { statement: Statement; language: Language; from: Day | undefined; to: Day; current: boolean };

/** The account in one currency. */
function Account({ statement, language, from, to, current }: Of) {
  const { currency, opening, lines, closing, byAge, coming } = statement;
  const say = texts[language];
  const { labels, locales } = emailTexts[language];
  const plain = (cents: number) =>
    (cents / 100).toLocaleString(locales.amounts, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const day = (of: Day) => writtenDay(of, language);
  // What a payment is for need not be said where there is but one thing.
  const several = new Set(lines.map(({ sold }) => sold)).size > 1;
  const owing = current ? say.balanceDue : say.closing(day(to));
  return (
    <section className={classes.account}>
      <div className={classes.sides}>
        <h3>{say.currencies[currency]}</h3>
        <p>
          {closing > 0 || !current ? `${owing} ` : ""}
          <strong className={`figures ${classes.owed}`}>
            {closing > 0 || !current ? amountText(closing, currency, language) : say.nothingDue}
          </strong>
        </p>
      </div>
      <table className={classes.ledger}>
        <thead>
          <tr>
            {[say.day, say.details, labels.due, say.charge, say.payment, say.balance].map((heading) => (
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
              <td colSpan={4}>{say.opening}</td>
              <td data-label={say.balance}>{plain(opening)}</td>
            </tr>
          )}
          {lines.length === 0 && (
            <tr>
              <td />
              <td colSpan={5}>{say.noLines}</td>
            </tr>
          )}
          {lines.map((line) => (
            <tr key={nameOf(line)} data-kind={line.kind}>
              <td>{day(line.day)}</td>
              <td>
                <Details {...{ line, language, several }} />
              </td>
              <td data-label={labels.due}>{line.kind === "charge" && day(line.due)}</td>
              <td data-label={say.charge}>{line.kind === "charge" && plain(line.cents)}</td>
              <td data-label={say.payment}>{line.kind === "payment" && plain(line.cents)}</td>
              <td data-label={say.balance}>{plain(line.balance)}</td>
            </tr>
          ))}
          <tr data-kind="sum">
            <td>{day(to)}</td>
            <td colSpan={4}>{current ? say.balanceDue : say.closing(day(to))}</td>
            <td data-label={say.balance}>{plain(closing)}</td>
          </tr>
        </tbody>
      </table>
      {closing > 0 && (
        <div className={classes.whole}>
          <h4>{say.byAge}</h4>
          <dl className={classes.ages}>
            {[...byAge, closing].map((cents, index) => (
              <div key={ageName(index, say)}>
                <dt>{ageName(index, say)}</dt>
                <dd className="figures">{plain(cents)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {coming.length > 0 && (
        <div className={classes.whole}>
          <h4>{labels.nextDue}</h4>
          <ul className="ruled">
            {coming.map(({ day: due, cents, sold }) => (
              <li key={sold.id} className={classes.coming}>
                <span>{day(due)}</span>
                <span>{whatOf(sold, language)}</span>
                <span className="figures">{plain(cents)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

const nameOf = ({ kind, ...line }: Line): string =>
  JSON.stringify([kind, line.sold?.id, line.day, line.balance, "due" in line ? line.due : line.reference]);

function ageName(index: number, say: (typeof texts)[Language]): string {
  if (index === ages.length) return say.total;
  const [after, to] = [ages[index - 1], ages[index]];
  if (after === undefined || to === undefined) return say.notLate;
  return Number.isFinite(to) ? say.late(after + 1, to) : say.later(after);
}

/** What is sold; without a name, what kind of subscription it is. */
function whatOf(sold: Subscription | undefined, language: Language): string {
  if (!sold) return "";
  const { frequencies, plan } = emailTexts[language];
  const text =
    sold.service || plan((frequencies as Record<string, string>)[sold.frequency] ?? sold.frequency);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

type OfLine = { line: Line; language: Language; several: boolean };

function Details({ line, language, several }: OfLine) {
  const { methods } = emailTexts[language];
  const what = whatOf(line.sold, language);
  if (line.kind === "charge")
    return (
      <>
        {what}
        {line.covered && <small>{coveredText(line.covered, language)}</small>}
      </>
    );
  const method = line.method && ((methods as Record<string, string>)[line.method] ?? line.method);
  return (
    <>
      {[texts[language].received, [method, line.reference].filter(Boolean).join(" ")]
        .filter(Boolean)
        .join(": ")}
      {several && <small>{what}</small>}
    </>
  );
}
