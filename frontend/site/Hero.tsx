import { useState } from "react";
import * as company from "../../shared/company.ts";
import { HIGHLIGHT_MS, type HighlightId, highlights, highlightTexts, home } from "./content/home.ts";
import { Icon } from "./Icon.tsx";
import { Slideshow } from "./Slideshow.tsx";
import { StaticHtml } from "./StaticHtml.tsx";
import { useAttention, useReducedMotion, useRotation } from "./use-rotation.ts";

/** The first view: headline, rotating slides and rotating highlights. */
export function Hero() {
  const reducedMotion = useReducedMotion();
  const [chosen, setChosen] = useState<"moving" | "paused">();
  const moving = chosen ? chosen === "moving" : !reducedMotion;
  const tiles = useAttention();
  const [highlighted] = useRotation({
    count: highlights.length,
    intervalMs: HIGHLIGHT_MS,
    running: moving && !tiles.active,
  });

  return (
    <div className="hero">
      <StaticHtml className="hero-text">{import.meta.env.SSR && <HeroText />}</StaticHtml>
      <Slideshow moving={moving} onMovingChange={(moves) => setChosen(moves ? "moving" : "paused")} />
      <ul className="highlights" {...tiles.handlers}>
        {highlights.map((id, index) => (
          <li key={id} className="highlight" data-emphasised={index === highlighted || undefined}>
            <StaticHtml className="highlight-text">
              {import.meta.env.SSR && <HighlightText id={id} />}
            </StaticHtml>
          </li>
        ))}
      </ul>
    </div>
  );
}

const HeroText = () => (
  <>
    <h1>{home.headline}</h1>
    <p className="tagline">{home.tagline}</p>
    <p className="hero-introduction">{home.introduction}</p>
    <p className="hero-actions">
      <a className="button" href="#contact">
        {home.action}
      </a>
      <a className="quiet-link" href={company.telephoneLink}>
        <Icon name="telephone" />
        or call us
      </a>
    </p>
  </>
);

const HighlightText = ({ id }: { id: HighlightId }) => (
  <>
    <h2>{highlightTexts[id].title}</h2>
    <p>{highlightTexts[id].text}</p>
  </>
);
