import { cloneElement, type FormEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { contactLimits } from "../../shared/messages/contact-form.ts";
import { contact } from "./content/contact.ts";
import { type Outcome, useContactMessage } from "./use-contact-message.ts";

const { labels } = contact;

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
  // After the problem is rendered, so that screen readers read it with the field.
  useEffect(() => {
    if (problems) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [problems]);

  return (
    // The specified texts replace the browser's own validation.
    <form ref={form} onSubmit={submit} noValidate aria-label="Contact">
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
        <button type="submit" className="button" disabled={sending}>
          {sending ? contact.sending : contact.send}
        </button>
        <p>{contact.promise}</p>
      </div>
      <p className="outcome" role="alert">
        {problems && outcome?.text}
      </p>
      <p className="outcome" role="status" data-sent={outcome?.sent}>
        {!problems && outcome?.text}
      </p>
    </form>
  );
}

type Control = ReactElement<{
  id?: string;
  name?: string;
  required?: boolean;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
}>;
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
