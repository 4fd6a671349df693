import { useEffect, useRef } from "react";
import { backOfficeName } from "../../../../shared/company.ts";

/** Names the page in the browser's tab, and gives its heading the focus, so that screen readers say where one is. */
export function usePage(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${backOfficeName}`;
    if (!document.querySelector("[aria-modal='true']")) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return { ref: heading, tabIndex: -1 } as const;
}
