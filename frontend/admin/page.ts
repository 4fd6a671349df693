import { useEffect, useRef } from "react";

/** Names the page in the browser's tab, and gives its heading the focus, so that screen readers say where one is. */
export function usePage(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Mwamba back-office`;
    if (!document.querySelector("[aria-modal='true']")) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return { ref: heading, tabIndex: -1 } as const;
}
