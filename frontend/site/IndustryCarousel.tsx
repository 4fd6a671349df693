import { type KeyboardEvent, useRef, useState } from "react";
import { industries } from "./content/industries.ts";
import { Icon } from "./Icon.tsx";
import { IndustryClients } from "./IndustryClients.tsx";
import { StaticHtml } from "./StaticHtml.tsx";
import { useSwipe } from "./use-swipe.ts";

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
              {import.meta.env.SSR && <IndustryClients industry={name} />}
            </StaticHtml>
          </div>
        ))}
      </div>
      <div className="industry-controls">
        <button
          type="button"
          className="icon-button"
          aria-label="Previous industry"
          onClick={() => setCurrent(step(-1))}
        >
          <Icon name="previous" />
        </button>
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
        <button
          type="button"
          className="icon-button"
          aria-label="Next industry"
          onClick={() => setCurrent(step(1))}
        >
          <Icon name="next" />
        </button>
        <span className="counter" aria-live="polite">
          {current + 1} / {industries.length}
        </span>
      </div>
    </div>
  );
}
