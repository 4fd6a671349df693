import { useState } from "react";
import { HIGHLIGHT_MS, highlights } from "./content/home.ts";
import { HeroWords } from "./HeroWords.tsx";
import { HighlightWords } from "./HighlightWords.tsx";
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
      <StaticHtml className="hero-words">{import.meta.env.SSR && <HeroWords />}</StaticHtml>
      <Slideshow moving={moving} onMovingChange={(moves) => setChosen(moves ? "moving" : "paused")} />
      <ul className="highlights" {...tiles.handlers}>
        {highlights.map((id, index) => (
          <li key={id} className="highlight" data-emphasised={index === highlighted || undefined}>
            <StaticHtml className="highlight-words">
              {import.meta.env.SSR && <HighlightWords id={id} />}
            </StaticHtml>
          </li>
        ))}
      </ul>
    </div>
  );
}
