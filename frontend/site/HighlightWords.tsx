import { type HighlightId, highlightTexts } from "./content/home.ts";

export const HighlightWords = ({ id }: { id: HighlightId }) => (
  <>
    <h2>{highlightTexts[id].title}</h2>
    <p>{highlightTexts[id].text}</p>
  </>
);
