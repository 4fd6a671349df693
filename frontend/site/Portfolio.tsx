import { isSample } from "../../shared/fact.ts";
import { cases } from "./content/cases.ts";
import {
  industryGroups,
  own,
  portfolioAction,
  portfolioHeading,
  statistics,
  testimonials,
} from "./content/portfolio.ts";
import { IndustryCarousel } from "./IndustryCarousel.tsx";
import { Island } from "./Island.tsx";
import backOffice from "./photographs/back-office.webp";
import backOfficeDark from "./photographs/back-office-dark.webp";
import ownPage from "./photographs/own-page.webp";
import ownPageDark from "./photographs/own-page-dark.webp";
import { Quotation } from "./Quotation.tsx";
import { Samples } from "./Samples.tsx";

const hasSamples = [statistics, industryGroups, ...Object.values(cases)].some(isSample);

export const Portfolio = () => (
  <section id="portfolio" className="section" aria-labelledby="portfolio-title">
    <div className="section-heading">
      <h2 id="portfolio-title">{portfolioHeading.title}</h2>
      <p>
        {portfolioHeading.introduction} {hasSamples && <Samples>{portfolioHeading.samples}</Samples>}
      </p>
    </div>
    <dl className="statistics">
      {statistics.value.map(({ figure, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
    <Island name="IndustryCarousel">
      <IndustryCarousel />
    </Island>
    <h3 id="testimonials-title" className="testimonials-title">
      {portfolioHeading.testimonials}
    </h3>
    {/* On phones a row to swipe, which must be reachable by keyboard. */}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
    <ul className="testimonials swiped" aria-labelledby="testimonials-title" tabIndex={0}>
      {testimonials.map((testimonial) => (
        <li key={testimonial.author} className="testimonial">
          <Quotation of={testimonial} />
        </li>
      ))}
    </ul>
    <div className="call">
      <div>
        <h3>{portfolioAction.title}</h3>
        <p>{portfolioAction.text}</p>
        <a className="button" href="#contact">
          {portfolioAction.button}
        </a>
      </div>
      <figure>
        {/* On phones a row to swipe, which must be reachable by keyboard. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
        {/* biome-ignore lint/a11y/useSemanticElements: two pictures, not form fields. */}
        <div className="own swiped" role="group" aria-label={own.caption} tabIndex={0}>
          <picture>
            <source media="(prefers-color-scheme: dark)" srcSet={backOfficeDark} />
            <img src={backOffice} alt={own.backOffice} width="560" height="420" loading="lazy" />
          </picture>
          <picture>
            <source media="(prefers-color-scheme: dark)" srcSet={ownPageDark} />
            <img src={ownPage} alt={own.ownPage} width="390" height="540" loading="lazy" />
          </picture>
        </div>
        <figcaption>{own.caption}</figcaption>
      </figure>
    </div>
  </section>
);
