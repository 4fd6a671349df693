import { type Solution, solutionsHeading as words } from "./content/solutions.ts";
import { Icon } from "./Icon.tsx";
import { solutionPictures } from "./pictures.ts";

const Column = ({ title, items }: { title: string; items: readonly string[] }) => (
  <div>
    <h4>{title}</h4>
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </div>
);

export const SolutionSheet = ({ solution }: { solution: Solution }) => (
  <article className="solution" aria-label={solution.name}>
    <div className="solution-top">
      <div>
        <h3>{solution.name}</h3>
        <p className="solution-description">{solution.description}</p>
        <h4>{words.overview}</h4>
        <p className="solution-overview">{solution.fullDescription}</p>
      </div>
      <img
        src={solutionPictures[solution.id]}
        alt={solution.picture}
        width="480"
        height="360"
        loading="lazy"
      />
    </div>
    <div className="solution-facts">
      <Column title={words.features} items={solution.features} />
      <Column title={words.benefits} items={solution.benefits} />
      <Column title={words.industries} items={solution.industries} />
    </div>
    <p className="solution-actions">
      <a className="button" href="#contact" data-quote={`${words.quoteLine} ${solution.name}`}>
        <span>{words.quote}</span>
        <span className="unseen"> for the {solution.name}</span>
      </a>
      <a className="quiet-link" href={solution.link.value} target="_blank" rel="noopener">
        <span>{words.learnMore}</span>
        <span className="unseen"> about the {solution.name} (opens in a new tab)</span>
        <Icon name="away" />
      </a>
    </p>
  </article>
);
