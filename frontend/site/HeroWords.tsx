import * as company from "../../shared/company.ts";
import { home } from "./content/home.ts";
import { Icon } from "./Icon.tsx";

export const HeroWords = () => (
  <>
    <h1>{home.headline}</h1>
    <p className="tagline">{home.tagline}</p>
    <p className="hero-introduction">{home.introduction}</p>
    <p className="hero-actions">
      <a className="button" href="#contact">
        {home.action}
      </a>
      <a className="quiet-link" href={company.telephoneLink}>
        <Icon name="telephone" />
        or call us
      </a>
    </p>
  </>
);
