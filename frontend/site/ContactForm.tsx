import {
  cloneElement,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { contactLimits } from "../../shared/messages/contact-form.ts";
import { contact, quote } from "./content/contact.ts";
import { StaticHtml } from "./StaticHtml.tsx";
import { type Outcome, type Sent, useContactMessage } from "./use-contact-message.ts";

const { labels } = contact;

/** The form; after sending, what was sent takes its place, with its reference. */
export function ContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const [sending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const send = useContactMessage();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending || !form.current) return;
    setSending(true);
    setOutcome(undefined);
    const result = await send(new FormData(form.current), setOutcome);
    setOutcome(result);
    setSending(false);
    if (result.sent) form.current.reset();
  }

  const problems = outcome?.problems;
  // After it is rendered: screen readers read a problem with its field, and on a phone the result is below the screen.
  useEffect(() => {
    if (outcome?.problems) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
    else if (outcome?.sent) form.current?.querySelector<HTMLElement>(".receipt")?.focus();
    else if (outcome) form.current?.querySelector("[role=status]")?.scrollIntoView({ block: "nearest" });
  }, [outcome]);

  // "Get Quote" brings the form back.
  useEffect(() => {
    const showForm = ({ target }: Event) => {
      if ((target as Element).closest("[data-quote]")) setOutcome(undefined);
    };
    document.addEventListener("click", showForm);
    return () => document.removeEventListener("click", showForm);
  }, []);

  function writeAnother() {
    flushSync(() => setOutcome(undefined));
    form.current?.querySelector<HTMLElement>("[name=name]")?.focus();
  }

  return (
    // The specified texts replace the browser's own validation.
    <form ref={form} className="contact-form" onSubmit={submit} noValidate aria-label="Contact">
      <div className="contact-fields" hidden={outcome?.sent}>
        <StaticHtml className="quote">{import.meta.env.SSR && <QuoteQuestions />}</StaticHtml>
        <ContactField name="name" label={labels.name} problem={problems?.name} required>
          <input type="text" autoComplete="name" maxLength={contactLimits.name} />
        </ContactField>
        <ContactField name="email" label={labels.email} problem={problems?.email} required>
          <input type="email" autoComplete="email" maxLength={contactLimits.email} />
        </ContactField>
        <ContactField name="phone" label={labels.phone} note={contact.optional}>
          <input type="tel" autoComplete="tel" maxLength={contactLimits.phone} />
        </ContactField>
        <ContactField name="message" label={labels.message} problem={problems?.message} required>
          <textarea rows={5} maxLength={contactLimits.message} />
        </ContactField>
        {/* A honeypot: people cannot see or reach it, but bots fill it in. */}
        <div className="trap" aria-hidden="true">
          <label>
            Website <input type="text" name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <div className="contact-send">
          <button type="submit" className="button" aria-disabled={sending}>
            {sending ? contact.sending : contact.send}
          </button>
          <p>{contact.promise}</p>
        </div>
      </div>
      <p className="outcome" role="alert">
        {problems && outcome?.text}
      </p>
      <p className="outcome" role="status" data-sent={outcome?.sent}>
        {!problems && outcome?.text}
      </p>
      <div className="receipt" tabIndex={-1}>
        {outcome?.content && <Receipt {...outcome} content={outcome.content} onAgain={writeAnother} />}
      </div>
    </form>
  );
}

type ReceiptProps = Pick<Outcome, "reference"> & { content: Sent; onAgain: () => void };

const Receipt = ({ reference, content, onAgain }: ReceiptProps) => (
  <>
    {reference && (
      <h3>
        {contact.reference} {reference}
      </h3>
    )}
    <p>{contact.sent}:</p>
    {content.answers?.map(({ question, answer }) => (
      <p key={question}>
        {question} <b>{answer}</b>
      </p>
    ))}
    <p className="receipt-message">{content.message}</p>
    <button type="button" className="button button-outline" onClick={onAgain}>
      {contact.again}
    </button>
  </>
);

const QuoteQuestions = () => (
  <fieldset data-message={quote.message} hidden disabled>
    <legend>
      <h3>
        {quote.heading} <span data-text="" />
      </h3>
    </legend>
    <input type="hidden" name="product" />
    {[1, 2].map((place) => (
      <div key={place} className="field">
        <label htmlFor={`quote-${place}`}>
          <b data-text="">{place}</b>
        </label>
        <input type="hidden" name="question" />
        <input id={`quote-${place}`} type="text" name="answer" maxLength={contactLimits.answer} />
      </div>
    ))}
    <button type="button" className="quiet-link" data-quote="">
      {quote.end}
    </button>
  </fieldset>
);

type Control = ReactElement<InputHTMLAttributes<HTMLInputElement>>;
type FieldProps = {
  name: string;
  label: string;
  note?: string;
  problem?: string | undefined;
  required?: boolean;
  children: Control;
};

const ContactField = ({ name, label, note, problem, required, children }: FieldProps) => {
  const id = `contact-${name}`;
  return (
    <div className="field" data-field={name}>
      <label htmlFor={id}>
        {label} {note && <span>({note})</span>}
      </label>
      {cloneElement(children, {
        id,
        name,
        ...(required && { required }),
        ...(problem && { "aria-invalid": true, "aria-describedby": `${id}-problem` }),
      })}
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
};
