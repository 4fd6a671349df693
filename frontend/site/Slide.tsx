import { type SlideId, slides, slideTexts } from "./content/home.ts";
import { slidePictures } from "./pictures.ts";

export const Slide = ({ id, title }: { id: SlideId; title: string }) => (
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
