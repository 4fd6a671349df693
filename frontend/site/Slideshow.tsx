import { type SlideId, slides, slideTexts } from "./content/home.ts";
import { Icon } from "./Icon.tsx";
import { stripPicture } from "./pictures.ts";
import { StaticHtml } from "./StaticHtml.tsx";
import { Strip } from "./Strip.tsx";

type Props = {
  current: number;
  rotating: boolean;
  /** Whether the slides move unless the pointer or the focus is on them. */
  moving: boolean;
  onShow: (slide: number) => void;
  onMovingChange: (moving: boolean) => void;
};

/** The five slides are chapters of one strip: each lights its part, and its part of the background. */
export const Slideshow = ({ current, rotating, moving, onShow, onMovingChange }: Props) => (
  <>
    <Strip lit={slides[current]?.id ?? ""} />
    <div className="slides" aria-live={rotating ? "off" : "polite"}>
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
          onClick={() => onShow(index)}
        />
      ))}
      <button
        type="button"
        className="icon-button"
        aria-label={moving ? "Pause the slides" : "Play the slides"}
        onClick={(event) => {
          event.stopPropagation();
          onMovingChange(!moving);
        }}
      >
        <Icon name={moving ? "pause" : "play"} />
      </button>
    </div>
  </>
);

const Slide = ({ id, title }: { id: SlideId; title: string }) => (
  <>
    <img
      src={`${stripPicture}#${id}`}
      alt={slideTexts[id].picture}
      width="1440"
      height="640"
      {...(id === slides[0].id ? { fetchPriority: "high" } : { loading: "lazy" })}
    />
    <h2>{title}</h2>
    <p>{slideTexts[id].description}</p>
  </>
);
