import * as company from "../../shared/company.ts";
import { isSample } from "../../shared/fact.ts";
import { ContactForm } from "./ContactForm.tsx";
import { whatsappLink } from "./content/chat.ts";
import { callSlots, contactHeading, nextSteps, reader } from "./content/contact.ts";
import { terms } from "./content/terms.ts";
import { Icon } from "./Icon.tsx";
import { Island } from "./Island.tsx";
import { OfficeMap } from "./OfficeMap.tsx";
import { Samples } from "./Samples.tsx";

const hasSamples = [reader, nextSteps, callSlots, terms].some(isSample);

export const Contact = () => (
  <section id="contact" className="section section-tinted" aria-labelledby="contact-title">
    <div className="section-heading">
      <h2 id="contact-title">{contactHeading.title}</h2>
      <p>
        {contactHeading.introduction} {hasSamples && <Samples>{contactHeading.samples}</Samples>}
      </p>
    </div>
    <div className="contact">
      <div>
        <Island name="ContactForm">
          <ContactForm />
        </Island>
        <p className="without-script">
          {contactHeading.withoutScript} <a href={company.telephoneLink}>{company.telephone}</a>,{" "}
          <a href={company.mailLink}>{company.email.value}</a>
        </p>
      </div>
      <div className="contact-side">
        <NextSteps />
        <div className="office">
          <h3>{contactHeading.office}</h3>
          <ul className="facts">
            <li>
              <Icon name="place" />
              <span>
                {company.street.value}, {company.city.value}
              </span>
            </li>
            <li>
              <Icon name="telephone" />
              <span>
                <a href={company.telephoneLink}>{company.telephone}</a>
                {company.hours.value.text.split(", ").map((days) => (
                  <small key={days}>{days}</small>
                ))}
              </span>
            </li>
            <li>
              <Icon name="chat" />
              <span>
                {contactHeading.call}:{" "}
                {callSlots.value.map((slot) => (
                  <a
                    key={slot}
                    href={whatsappLink(contactHeading.callRequest(slot))}
                    target="_blank"
                    rel="noopener"
                  >
                    {slot}
                    <span className="unseen"> by WhatsApp (opens in a new tab)</span>
                  </a>
                ))}
              </span>
            </li>
            <li>
              <Icon name="mail" />
              <a href={company.mailLink}>{company.email.value}</a>
            </li>
          </ul>
        </div>
        <div className="terms">
          <h3 id="terms">{contactHeading.terms}</h3>
          {/* On phones a row to swipe, which must be reachable by keyboard. */}
          <dl className="swiped" aria-labelledby="terms" tabIndex={0}>
            {terms.value.map(({ what, answer }) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <Island name="OfficeMap">
        <OfficeMap />
      </Island>
    </div>
  </section>
);

const NextSteps = () => (
  <div className="next-steps">
    <div className="reader">
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="32" />
        <path d="M12 55c2-11 10-16 20-16s18 5 20 16a32 32 0 0 1-40 0zM32 35c7 0 11-6 11-12s-4-11-11-11-11 5-11 11 4 12 11 12z" />
      </svg>
      <div>
        <h3>{contactHeading.reads}</h3>
        <p>
          {reader.value.name}, {reader.value.role}
        </p>
      </div>
    </div>
    <h3>{contactHeading.next}</h3>
    <ol>
      {nextSteps.value.map(({ when, what }) => (
        <li key={when}>
          <b>{when}:</b> {what}
        </li>
      ))}
    </ol>
  </div>
);
