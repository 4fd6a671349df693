import type { Industry } from "./content/industries.ts";
import { industryGroups } from "./content/portfolio.ts";

export const IndustryClients = ({ industry }: { industry: Industry }) => (
  <>
    {/* Without script there are no tabs that show the industry. */}
    <h3 className="industry-name">{industry}</h3>
    <ul className="clients">
      {industryGroups.value
        .find(({ name }) => name === industry)
        ?.clients.map(({ name, logo, sector, solution }) => (
          <li key={name} className="client">
            <span className="monogram" aria-hidden="true">
              {logo}
            </span>
            <h4>{name}</h4>
            <p>{sector}</p>
            <p className="client-solution">{solution}</p>
          </li>
        ))}
    </ul>
  </>
);
