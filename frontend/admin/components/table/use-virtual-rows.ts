import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";

/** Which of so many rows of one height, in rem, are near the window's view; `body` is where the first one begins. */
export function useVirtualRows(count: number, rem: number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const [rootSize] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const size = rem * rootSize;
  const virtualizer = useWindowVirtualizer({ count, estimateSize: () => size, overscan: 6, scrollMargin });

  // What stands above the table comes and goes (messages, filters).
  useLayoutEffect(() => {
    const top = body.current && Math.round(body.current.getBoundingClientRect().top + window.scrollY);
    if (top !== null && top !== scrollMargin) setScrollMargin(top);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of rows makes what was computed wrong
  useLayoutEffect(() => virtualizer.measure(), [size]);
  return { body, virtualizer };
}
