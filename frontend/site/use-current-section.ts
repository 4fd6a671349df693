import { useEffect, useState } from "react";
import { type SectionId, sections } from "./content/sections.ts";

/** The section at 40% of the window's height. */
function sectionInView(): SectionId {
  const line = window.innerHeight * 0.4;
  const isAbove = ({ id }: { id: SectionId }) =>
    (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= line;
  return sections.filter(isAbove).at(-1)?.id ?? "home";
}

export function useCurrentSection(): SectionId {
  const [current, setCurrent] = useState<SectionId>("home");
  useEffect(() => {
    const update = () => setCurrent(sectionInView());
    update();
    for (const event of ["scroll", "resize"]) addEventListener(event, update, { passive: true });
    return () => {
      for (const event of ["scroll", "resize"]) removeEventListener(event, update);
    };
  }, []);
  return current;
}
