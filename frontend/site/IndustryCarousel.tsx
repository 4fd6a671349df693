import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { cases } from "./content/cases.ts";
import { type Industry, industries } from "./content/industries.ts";
import { industryGroups } from "./content/portfolio.ts";
import { type SolutionId, solutions } from "./content/solutions.ts";
import { Icon } from "./Icon.tsx";
import { solutionPictures } from "./pictures.ts";
import { StaticHtml } from "./StaticHtml.tsx";

const arrows = { previous: "Previous industry", next: "Next industry" };
const tabOf = (index: number) => `industry-tab-${index}`;
const panelOf = (index: number) => `industry-${index}`;

/** Our clients by industry, with arrows, swipes, tabs, dots and a counter. */
export function IndustryCarousel() {
  const [current, setCurrent] = useState(0);
  const tabs = useRef<HTMLDivElement>(null);
  const step = (by: number) => (current + by + industries.length) % industries.length;
  const swipe = useSwipe((direction) => setCurrent(step(direction)));

  const onKeyDown = (event: KeyboardEvent) => {
    const targets = { ArrowLeft: step(-1), ArrowRight: step(1), Home: 0, End: industries.length - 1 };
    const target = targets[event.key as keyof typeof targets];
    if (target === undefined) return;
    event.preventDefault();
    setCurrent(target);
    tabs.current?.querySelectorAll("button")[target]?.focus();
  };

  return (
    <div className="industries">
      <div className="industry-tabs" role="tablist" aria-label="Industries" ref={tabs} onKeyDown={onKeyDown}>
        {industries.map((name, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={tabOf(index)}
            aria-controls={panelOf(index)}
            aria-selected={index === current}
            tabIndex={index === current ? 0 : -1}
            onClick={() => setCurrent(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div className="industry-panels" {...swipe}>
        {industries.map((name, index) => (
          <div
            key={name}
            id={panelOf(index)}
            className="industry"
            role="tabpanel"
            aria-labelledby={tabOf(index)}
            data-current={index === current || undefined}
          >
            <StaticHtml className="industry-clients">
              {import.meta.env.SSR && <CaseSheet industry={name} />}
            </StaticHtml>
          </div>
        ))}
      </div>
      <div className="industry-controls">
        <Arrow name="previous" onClick={() => setCurrent(step(-1))} />
        {industries.map((name, index) => (
          <button
            key={name}
            type="button"
            className="dot"
            aria-label={`Show ${name}`}
            aria-current={index === current || undefined}
            onClick={() => setCurrent(index)}
          />
        ))}
        <Arrow name="next" onClick={() => setCurrent(step(1))} />
        <span className="counter" aria-live="polite">
          {`${current + 1} / ${industries.length}`}
        </span>
      </div>
    </div>
  );
}

const Arrow = ({ name, onClick }: { name: "previous" | "next"; onClick: () => void }) => (
  <button type="button" className="icon-button" aria-label={arrows[name]} onClick={onClick}>
    <Icon name={name} />
  </button>
);

const MIN_SWIPE_PX = 40;

/** Calls back with 1 for next and -1 for previous when a finger or pen swipes across the element. */
function useSwipe(onSwipe: (direction: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      start.current = pointerType === "mouse" ? undefined : { x, y };
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!start.current) return;
      const across = clientX - start.current.x;
      const along = clientY - start.current.y;
      start.current = undefined;
      if (Math.abs(across) >= MIN_SWIPE_PX && Math.abs(across) > Math.abs(along))
        onSwipe(across < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      start.current = undefined;
    },
  };
}

const groupOf = (industry: Industry) => {
  const group = industryGroups.value.find(({ name }) => name === industry);
  if (!group) throw new Error(`There are no clients for ${industry}.`);
  return group;
};

const drawingOf = (id: SolutionId) => solutions.find((solution) => solution.id === id)?.picture;

/** One case of the industry, and all its clients. */
const CaseSheet = ({ industry }: { industry: Industry }) => {
  const { case: solution, clients } = groupOf(industry);
  const { figure, of, says } = cases[solution].value;
  return (
    <>
      <img
        src={solutionPictures[solution]}
        alt={drawingOf(solution)}
        width="480"
        height="360"
        loading="lazy"
      />
      <div className="case">
        {/* Without script there are no tabs that show the industry. */}
        <h3 className="industry-name unseen">{industry}</h3>
        <p className="change">{figure}</p>
        <p>{of}</p>
        <p className="says">
          {says.author}, {says.title}, {says.company}
        </p>
      </div>
      <ul className="clients">
        {clients.map(({ name, logo, sector, solution }) => (
          <li key={name}>
            {logo && <img src={logo} alt="" height="32" loading="lazy" />}
            <h4>{name}</h4>
            <p>{sector}</p>
            <p>{solution}</p>
          </li>
        ))}
      </ul>
    </>
  );
};
