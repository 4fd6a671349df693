import { useEffect, useState } from "react";
import { type SectionId, sections } from "./content/sections.ts";

/** The section at a line a little above the middle of the window, read from where the page is, not from its moves. */
function sectionInView(): SectionId {
  const line = window.innerHeight * 0.4;
  const isAbove = ({ id }: { id: SectionId }) =>
    (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= line;
  return sections.filter(isAbove).at(-1)?.id ?? "home";
}

export function useCurrentSection(): SectionId {
  const [current, setCurrent] = useState<SectionId>("home");
  useEffect(() => {
    const look = () => setCurrent(sectionInView());
    look();
    for (const event of ["scroll", "resize"]) addEventListener(event, look, { passive: true });
    return () => {
      for (const event of ["scroll", "resize"]) removeEventListener(event, look);
    };
  }, []);
  return current;
}
