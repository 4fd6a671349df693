import { cases } from "./content/cases.ts";
import { type Offer, offers } from "./content/offers.ts";
import { type Solution, solutionsHeading as texts } from "./content/solutions.ts";
import { Icon } from "./Icon.tsx";
import { solutionPictures } from "./pictures.ts";
import { Quotation } from "./Quotation.tsx";

export const sheetOf = ({ id }: Solution): string => `solution-${id}`;

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

const offerFacts = Object.entries(texts.offer) as [keyof Offer, string][];

export const SolutionSheet = ({ solution }: { solution: Solution }) => {
  const { offer, questions } = offers[solution.id];
  const { figure, of, says } = cases[solution.id].value;
  return (
    <article id={sheetOf(solution)} className="solution" popover="auto" aria-label={solution.name}>
      <button
        type="button"
        className="icon-button solution-close"
        popoverTarget={sheetOf(solution)}
        popoverTargetAction="hide"
        aria-label={`Close ${solution.name}`}
      >
        <Icon name="close" />
      </button>
      <div className="solution-top">
        <div>
          <h3>{solution.name}</h3>
          <p className="solution-description">{solution.description}</p>
          <h4>{texts.overview}</h4>
          <p>{solution.fullDescription}</p>
          <dl className="offer">
            {offerFacts.map(([name, label]) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{offer.value[name]}</dd>
              </div>
            ))}
          </dl>
          <div className="solution-industries">
            <Column title={texts.industries} items={solution.industries} />
          </div>
        </div>
        <div className="proof">
          <img
            src={solutionPictures[solution.id]}
            alt={solution.picture}
            width="480"
            height="360"
            loading="lazy"
          />
          <p className="change">{figure}</p>
          <p>{of}</p>
          <Quotation of={says} />
        </div>
      </div>
      <div className="solution-facts">
        <Column title={texts.features} items={solution.features} />
        <Column title={texts.benefits} items={solution.benefits} />
      </div>
      <p className="solution-actions">
        <a className="button" href="#contact" data-quote={[solution.name, ...questions].join("|")}>
          <span>{texts.quote}</span>
          <span className="unseen"> for the {solution.name}</span>
        </a>
        <a className="quiet-link" href={solution.link.value} target="_blank" rel="noopener">
          <span>{texts.learnMore}</span>
          <span className="unseen"> about the {solution.name} (opens in a new tab)</span>
          <Icon name="away" />
        </a>
      </p>
    </article>
  );
};
