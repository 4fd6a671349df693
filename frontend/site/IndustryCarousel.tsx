import { type KeyboardEvent, useRef, useState } from "react";
import { industryGroups } from "./content/portfolio.ts";
import { Icon } from "./Icon.tsx";
import { IndustryPanel } from "./IndustryPanel.tsx";
import { useSwipe } from "./use-swipe.ts";

const groups = industryGroups.value;
const tabOf = (place: number) => `industry-tab-${place}`;
const panelOf = (place: number) => `industry-${place}`;

/** Our clients by industry: arrows and swipes wrap around, tabs and dots choose, the counter says where one is. */
export function IndustryCarousel() {
  const [current, setCurrent] = useState(0);
  const tabs = useRef<HTMLDivElement>(null);
  const step = (by: number) => (current + by + groups.length) % groups.length;
  const swipe = useSwipe((direction) => setCurrent(step(direction)));

  const onKeyDown = (event: KeyboardEvent) => {
    const targets = { ArrowLeft: step(-1), ArrowRight: step(1), Home: 0, End: groups.length - 1 };
    const target = targets[event.key as keyof typeof targets];
    if (target === undefined) return;
    event.preventDefault();
    setCurrent(target);
    tabs.current?.querySelectorAll("button")[target]?.focus();
  };

  return (
    <div className="industries">
      <div className="industry-tabs" role="tablist" aria-label="Industries" ref={tabs} onKeyDown={onKeyDown}>
        {groups.map(({ name }, place) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={tabOf(place)}
            aria-controls={panelOf(place)}
            aria-selected={place === current}
            tabIndex={place === current ? 0 : -1}
            onClick={() => setCurrent(place)}
          >
            {name}
          </button>
        ))}
      </div>
      <div className="industry-panels" {...swipe}>
        {groups.map((group, place) => (
          <IndustryPanel
            key={group.name}
            group={group}
            id={panelOf(place)}
            tab={tabOf(place)}
            current={place === current}
          />
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
        {groups.map(({ name }, place) => (
          <button
            key={name}
            type="button"
            className="dot"
            aria-label={`Show ${name}`}
            aria-current={place === current || undefined}
            onClick={() => setCurrent(place)}
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
          {current + 1} / {groups.length}
        </span>
      </div>
    </div>
  );
}
