import * as company from "../../shared/company.ts";
import { footer } from "./content/page.ts";
import { sections } from "./content/sections.ts";

export const Footer = ({ home = "" }: { home?: string }) => (
  <footer className="footer">
    <div className="footer-columns">
      <div>
        <p className="footer-name">{company.name.value}</p>
        <p>{footer.about}</p>
      </div>
      <nav aria-labelledby="footer-links">
        <h2 id="footer-links">{footer.links}</h2>
        <ul>
          {sections.map(({ id, name }) => (
            <li key={id}>
              <a href={`${home}#${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        <h2>{footer.contact}</h2>
        <ul>
          <li>{footer.legal}</li>
          <li>{company.city.value}</li>
          <li>
            <a href={company.telephoneLink}>{company.telephone}</a>
          </li>
          <li>
            <a href={company.mailLink}>{company.email.value}</a>
          </li>
        </ul>
      </div>
      <div>
        <h2>{footer.social}</h2>
        <ul>
          {company.social.value.map(({ name, url }) => (
            <li key={name}>
              <a href={url} target="_blank" rel="noopener">
                {name}
                <span className="unseen"> (opens in a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
    <p className="footer-end">
      <span>{footer.copyright}</span>
      <a href="/privacy.html">{footer.privacy}</a>
      <a href="/admin">{footer.staff}</a>
    </p>
  </footer>
);
