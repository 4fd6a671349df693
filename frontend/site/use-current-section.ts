import { useEffect, useState } from "react";
import { type SectionId, sections } from "./content/sections.ts";

/** The section that crosses a line a little above the middle of the window. */
export function useCurrentSection(): SectionId {
  const [current, setCurrent] = useState<SectionId>("home");
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) setCurrent(target.id as SectionId);
        }
      },
      { rootMargin: "-40% 0px -60% 0px" },
    );
    for (const { id } of sections) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, []);
  return current;
}
