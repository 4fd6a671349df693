import type { IndustryGroup } from "./content/portfolio.ts";

type Props = { group: IndustryGroup; id: string; tab: string; current: boolean };

export const IndustryPanel = ({ group, id, tab, current }: Props) => (
  <div id={id} className="industry" role="tabpanel" aria-labelledby={tab} data-current={current || undefined}>
    {/* The tab says it already, but where no script runs there are no tabs. */}
    <h3 className="industry-name">{group.name}</h3>
    <ul className="clients">
      {group.clients.map(({ name, logo, sector, solution }) => (
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
  </div>
);
