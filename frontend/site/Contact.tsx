import * as company from "../../shared/company.ts";
import { ContactForm } from "./ContactForm.tsx";
import { contactHeading } from "./content/contact.ts";
import { Icon } from "./Icon.tsx";
import { Island } from "./Island.tsx";
import { OfficeMap } from "./OfficeMap.tsx";

export const Contact = () => (
  <section id="contact" className="section section-tinted" aria-labelledby="contact-title">
    <div className="section-heading">
      <h2 id="contact-title">{contactHeading.title}</h2>
      <p>{contactHeading.introduction}</p>
    </div>
    <div className="contact">
      <Island name="ContactForm">
        <ContactForm />
      </Island>
      <p className="without-script">
        {contactHeading.withoutScript} <a href={company.telephoneLink}>{company.telephone}</a>,{" "}
        <a href={company.mailLink}>{company.email.value}</a>
      </p>
      <div className="office">
        <h3>{contactHeading.office}</h3>
        <ul className="facts">
          <li>
            <Icon name="place" />
            <span>
              {company.city.value}
              <br />
              {company.street.value}
            </span>
          </li>
          <li>
            <Icon name="telephone" />
            <a href={company.telephoneLink}>{company.telephone}</a>
          </li>
          <li>
            <Icon name="mail" />
            <a href={company.mailLink}>{company.email.value}</a>
          </li>
        </ul>
      </div>
      <Island name="OfficeMap">
        <OfficeMap />
      </Island>
    </div>
  </section>
);
