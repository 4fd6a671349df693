import { slides, stays } from "./content/home.ts";
import { Icon } from "./Icon.tsx";
import { Slide } from "./Slide.tsx";
import { StaticHtml } from "./StaticHtml.tsx";
import { useAttention, useRotation } from "./use-rotation.ts";

type Props = { moving: boolean; onMovingChange: (moving: boolean) => void };

/** The five slides, one at a time. The button governs everything on the first view that moves by itself. */
export function Slideshow({ moving, onMovingChange }: Props) {
  const { attended, letGo, watch } = useAttention();
  const running = moving && !attended;
  const [current, show] = useRotation({ count: slides.length, stays: stays.slide, running });

  return (
    <section className="slideshow" aria-roledescription="carousel" aria-label="What we do" {...watch}>
      <div className="slides" aria-live={running ? "off" : "polite"}>
        {slides.map(({ id, title }, place) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide is a group of things, not of form fields.
          <div
            key={id}
            className="slide"
            role="group"
            aria-roledescription="slide"
            aria-label={`${place + 1} of ${slides.length}`}
            data-current={place === current || undefined}
          >
            <StaticHtml className="slide-sheet">
              {import.meta.env.SSR && <Slide id={id} title={title} />}
            </StaticHtml>
          </div>
        ))}
      </div>
      <div className="slide-controls">
        {slides.map(({ id, title }, place) => (
          <button
            key={id}
            type="button"
            className="dot"
            aria-label={`Show slide ${place + 1}: ${title}`}
            aria-current={place === current || undefined}
            onClick={() => show(place)}
          />
        ))}
        <button
          type="button"
          className="icon-button"
          aria-label={moving ? "Pause the slides" : "Play the slides"}
          onClick={() => {
            onMovingChange(!moving);
            letGo();
          }}
        >
          <Icon name={moving ? "pause" : "play"} />
        </button>
      </div>
    </section>
  );
}
