import { Fragment } from "react";
import { type Solution, solutions, solutionsBanner, solutionsHeading } from "./content/solutions.ts";
import { Icon } from "./Icon.tsx";
import { SolutionSheet, sheetOf } from "./SolutionSheet.tsx";

/**
 * A list of names: beside the chosen solution, by radio buttons; on narrow windows each name opens its sheet, a popover.
 * Both work without script.
 */
export const Solutions = () => (
  <section id="solutions" className="section section-tinted" aria-labelledby="solutions-title">
    <div className="section-heading">
      <h2 id="solutions-title">{solutionsHeading.title}</h2>
      <p>{solutionsHeading.introduction}</p>
    </div>
    {/* biome-ignore lint/a11y/useSemanticElements: a group of sheets, not of form fields. */}
    <div className="solutions" role="group" aria-label="Our seven solutions">
      {solutions.map((solution, index) => (
        <Fragment key={solution.id}>
          <label className="solution-name">
            <input type="radio" name="solution" value={solution.id} defaultChecked={index === 0} />
            <Name solution={solution} />
          </label>
          <button type="button" className="solution-open" popoverTarget={sheetOf(solution)}>
            <Name solution={solution} />
            <Icon name="next" />
          </button>
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

const Name = ({ solution }: { solution: Solution }) => (
  <span>
    {solution.name}
    <small>{solution.industries.slice(0, 2).join(", ")}</small>
  </span>
);
