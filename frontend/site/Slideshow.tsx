import { SLIDE_MS, type SlideId, slides, slideTexts } from "./content/home.ts";
import { Icon } from "./Icon.tsx";
import { slidePictures } from "./pictures.ts";
import { StaticHtml } from "./StaticHtml.tsx";
import { useAttention, useRotation } from "./use-rotation.ts";

type Props = { moving: boolean; onMovingChange: (moving: boolean) => void };

/** The five slides. The button pauses slides and highlights. */
export function Slideshow({ moving, onMovingChange }: Props) {
  const { active, release, handlers } = useAttention();
  const running = moving && !active;
  const [current, show] = useRotation({ count: slides.length, intervalMs: SLIDE_MS, running });

  return (
    <section className="slideshow" aria-roledescription="carousel" aria-label="What we do" {...handlers}>
      <div className="slides" aria-live={running ? "off" : "polite"}>
        {slides.map(({ id, title }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide is a group of things, not of form fields.
          <div
            key={id}
            className="slide"
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}`}
            data-current={index === current || undefined}
          >
            <StaticHtml className="slide-sheet">
              {import.meta.env.SSR && <Slide id={id} title={title} />}
            </StaticHtml>
          </div>
        ))}
      </div>
      <div className="slide-controls">
        {slides.map(({ id, title }, index) => (
          <button
            key={id}
            type="button"
            className="dot"
            aria-label={`Show slide ${index + 1}: ${title}`}
            aria-current={index === current || undefined}
            onClick={() => show(index)}
          />
        ))}
        <button
          type="button"
          className="icon-button"
          aria-label={moving ? "Pause the slides" : "Play the slides"}
          onClick={() => {
            onMovingChange(!moving);
            release();
          }}
        >
          <Icon name={moving ? "pause" : "play"} />
        </button>
      </div>
    </section>
  );
}

const Slide = ({ id, title }: { id: SlideId; title: string }) => (
  <>
    <img
      src={slidePictures[id]}
      alt={slideTexts[id].picture}
      width="560"
      height="420"
      {...(id === slides[0].id ? { fetchPriority: "high" } : { loading: "lazy" })}
    />
    <h2>{title}</h2>
    <p>{slideTexts[id].description}</p>
  </>
);
