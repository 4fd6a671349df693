import { useState } from "react";
import * as company from "../../shared/company.ts";
import {
  HIGHLIGHT_MS,
  type HighlightId,
  highlights,
  highlightTexts,
  home,
  SLIDE_MS,
  slides,
} from "./content/home.ts";
import { Icon } from "./Icon.tsx";
import { Slideshow } from "./Slideshow.tsx";
import { StaticHtml } from "./StaticHtml.tsx";
import { useAttention, useReducedMotion, useRotation } from "./use-rotation.ts";

/** The first view: headline, the strip with its rotating slides, and rotating highlights. */
export function Hero() {
  const reducedMotion = useReducedMotion();
  const [chosen, setChosen] = useState<"moving" | "paused">();
  const moving = chosen ? chosen === "moving" : !reducedMotion;
  const { active, release, handlers } = useAttention();
  const running = moving && !active;
  const [slide, showSlide] = useRotation({ count: slides.length, intervalMs: SLIDE_MS, running });
  const [highlighted] = useRotation({ count: highlights.length, intervalMs: HIGHLIGHT_MS, running });
  // Somebody who touches anything reads on in peace, until Play.
  const pause = () => setChosen("paused");

  return (
    <div className="hero">
      <StaticHtml className="hero-text">{import.meta.env.SSR && <HeroText />}</StaticHtml>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key that presses a button is a click too. */}
      <section
        className="slideshow"
        aria-roledescription="carousel"
        aria-label="What we do"
        onClick={pause}
        onInput={pause}
        {...handlers}
      >
        <Slideshow
          current={slide}
          rotating={running}
          moving={moving}
          onShow={showSlide}
          onMovingChange={(moves) => {
            setChosen(moves ? "moving" : "paused");
            release();
          }}
        />
      </section>
      {/* On phones a row to swipe, which must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it only pauses. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
      <ul className="highlights swiped" aria-label="At a glance" tabIndex={0} onClick={pause} {...handlers}>
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
