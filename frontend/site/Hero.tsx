import { useState } from "react";
import { highlights, stays } from "./content/home.ts";
import { HeroWords } from "./HeroWords.tsx";
import { HighlightWords } from "./HighlightWords.tsx";
import { Slideshow } from "./Slideshow.tsx";
import { StaticHtml } from "./StaticHtml.tsx";
import { useAttention, useReducedMotion, useRotation } from "./use-rotation.ts";

/** The first view: what we do, shown in turn, and the three highlights taking turns below. */
export function Hero() {
  const calm = useReducedMotion();
  const [chosen, setChosen] = useState<"moving" | "still">();
  const moving = chosen ? chosen === "moving" : !calm;
  const tiles = useAttention();
  const [highlighted] = useRotation({
    count: highlights.length,
    stays: stays.highlight,
    running: moving && !tiles.attended,
  });

  return (
    <div className="hero">
      <StaticHtml className="hero-words">{import.meta.env.SSR && <HeroWords />}</StaticHtml>
      <Slideshow moving={moving} onMovingChange={(moves) => setChosen(moves ? "moving" : "still")} />
      <ul className="highlights" {...tiles.watch}>
        {highlights.map((id, place) => (
          <li key={id} className="highlight" data-emphasised={place === highlighted || undefined}>
            <StaticHtml className="highlight-words">
              {import.meta.env.SSR && <HighlightWords id={id} />}
            </StaticHtml>
          </li>
        ))}
      </ul>
    </div>
  );
}
