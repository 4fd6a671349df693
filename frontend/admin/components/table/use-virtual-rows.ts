import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";

/** The rows near the viewport, by their heights in rem; `body` marks the start of the first one. */
export function useVirtualRows(count: number, remOf: (index: number) => number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const [rootSize] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const estimateSize = (index: number) => remOf(index) * rootSize;
  const virtualizer = useWindowVirtualizer({ count, estimateSize, overscan: 6, scrollMargin });

  // Messages and filters above the table change its position.
  useLayoutEffect(() => {
    const top = body.current && Math.round(body.current.getBoundingClientRect().top + window.scrollY);
    if (top !== null && top !== scrollMargin) setScrollMargin(top);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: new row heights need new measurements
  useLayoutEffect(() => virtualizer.measure(), [remOf]);
  return { body, virtualizer };
}
