import { isSample } from "../../shared/fact.ts";
import {
  industryGroups,
  portfolioAction,
  portfolioHeading,
  statistics,
  testimonials,
} from "./content/portfolio.ts";
import { IndustryCarousel } from "./IndustryCarousel.tsx";
import { Island } from "./Island.tsx";

const hasSamples = [statistics, industryGroups, testimonials].some(isSample);

export const Portfolio = () => (
  <section id="portfolio" className="section" aria-labelledby="portfolio-title">
    <div className="section-heading">
      <h2 id="portfolio-title">{portfolioHeading.title}</h2>
      <p>{portfolioHeading.introduction}</p>
      {hasSamples && <p className="samples">{portfolioHeading.samples}</p>}
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
      {testimonials.value.map(({ text, author, title, company, image }) => (
        <li key={author}>
          <figure className="testimonial">
            <blockquote>{text}</blockquote>
            <figcaption>
              {image && <img src={image} alt="" width="48" height="48" loading="lazy" />}
              <strong>{author}</strong>
              <br />
              {title}, {company}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
    <div className="call">
      <h3>{portfolioAction.title}</h3>
      <p>{portfolioAction.text}</p>
      <a className="button" href="#contact">
        {portfolioAction.button}
      </a>
    </div>
  </section>
);
