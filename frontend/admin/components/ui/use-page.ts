import { useEffect, useRef } from "react";
import { backOfficeName } from "../../../../shared/company.ts";

/** Sets the title of the browser's tab and focuses the heading, so that screen readers announce the page. */
export function usePage(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${backOfficeName}`;
    if (!document.querySelector("[aria-modal='true']")) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return { ref: heading, tabIndex: -1 } as const;
}
