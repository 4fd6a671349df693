import { isSample } from "../../shared/fact.ts";
import { cases } from "./content/cases.ts";
import { offers } from "./content/offers.ts";
import { type Solution, solutions, solutionsBanner, solutionsHeading as texts } from "./content/solutions.ts";
import { Icon } from "./Icon.tsx";
import { Samples } from "./Samples.tsx";
import { SolutionSheet, sheetOf } from "./SolutionSheet.tsx";

const hasSamples = solutions.some(({ id }) => isSample(offers[id].offer) || isSample(cases[id]));

/** One table of the seven; each row opens its sheet, a popover, also without script. */
export const Solutions = () => (
  <section id="solutions" className="section section-tinted" aria-labelledby="solutions-title">
    <div className="section-heading">
      <h2 id="solutions-title">{texts.title}</h2>
      <p>
        {texts.introduction} {hasSamples && <Samples>{texts.samples}</Samples>}
      </p>
    </div>
    <table className="solutions" aria-labelledby="solutions-title">
      <thead>
        <tr>
          {texts.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {solutions.map((solution) => (
          <Row key={solution.id} solution={solution} />
        ))}
      </tbody>
    </table>
    {solutions.map((solution) => (
      <SolutionSheet key={solution.id} solution={solution} />
    ))}
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

const Row = ({ solution }: { solution: Solution }) => {
  const { offer } = offers[solution.id];
  return (
    <tr>
      <th scope="row">
        <button type="button" className="solution-open" popoverTarget={sheetOf(solution)}>
          {solution.name}
          <Icon name="next" />
        </button>
        <small>{solution.description}</small>
      </th>
      <td>{solution.industries.slice(0, 2).join(", ")}</td>
      <td>
        <b>{offer.value.from}</b>
      </td>
      <td>{offer.value.live}</td>
      <td>{cases[solution.id].value.short}</td>
    </tr>
  );
};
