import { useState } from "react";
import { telephoneLink } from "./content/company.ts";
import { highlights, home, stays } from "./content/home.ts";
import { Icon } from "./Icon.tsx";
import { Slideshow } from "./Slideshow.tsx";
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
      <div className="hero-words">
        <h1>{home.headline}</h1>
        <p className="tagline">{home.tagline}</p>
        <p className="hero-introduction">{home.introduction}</p>
        <p className="hero-actions">
          <a className="button" href="#contact">
            {home.action}
          </a>
          <a className="quiet-link" href={telephoneLink}>
            <Icon name="telephone" />
            or call us
          </a>
        </p>
      </div>
      <Slideshow moving={moving} onMovingChange={(moves) => setChosen(moves ? "moving" : "still")} />
      <ul className="highlights" {...tiles.watch}>
        {highlights.map(({ id, title, text }, place) => (
          <li key={id} className="highlight" data-emphasised={place === highlighted || undefined}>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
