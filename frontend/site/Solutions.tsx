import { Fragment } from "react";
import { solutions, solutionsBanner, solutionsHeading } from "./content/solutions.ts";
import { SolutionSheet } from "./SolutionSheet.tsx";

/**
 * A list of names beside the chosen solution; on narrow windows, a row of sheets to swipe. It works without script, by
 * radio buttons and scrolling.
 */
export const Solutions = () => (
  <section id="solutions" className="section section-tinted" aria-labelledby="solutions-title">
    <div className="section-heading">
      <h2 id="solutions-title">{solutionsHeading.title}</h2>
      <p>{solutionsHeading.introduction}</p>
    </div>
    {/* biome-ignore lint/a11y/useSemanticElements: a group of sheets, not of form fields. */}
    <div className="solutions swiped" role="group" aria-label="Our seven solutions">
      {solutions.map((solution, index) => (
        <Fragment key={solution.id}>
          <label className="solution-name">
            <input type="radio" name="solution" value={solution.id} defaultChecked={index === 0} />
            <span>
              {solution.name}
              <small>{solution.industries.slice(0, 2).join(", ")}</small>
            </span>
          </label>
          <SolutionSheet solution={solution} />
        </Fragment>
      ))}
    </div>
    <div className="banner">
      <div>
        <h3>{solutionsBanner.title}</h3>
        <p>{solutionsBanner.text}</p>
      </div>
      <div className="banner-actions">
        <a className="button button-light" href="#contact">
          {solutionsBanner.consultation}
        </a>
        <a className="button button-outline" href="#contact" aria-describedby="brochure-note">
          {solutionsBanner.brochure}
        </a>
        <p id="brochure-note">{solutionsBanner.note}</p>
      </div>
    </div>
  </section>
);
