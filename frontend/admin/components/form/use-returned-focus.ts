import { useEffect } from "react";

/** The focus from before a dialog that is closing, for the dialog that replaces it. */
let inherited: Element | null = null;
/** The focus from before the newest dialog, for a dialog opened from it. */
let origin: Element | null = null;

/** When the dialog closes, returns the focus to where it was, or to the page's heading. */
export function useReturnedFocus(): void {
  useEffect(() => {
    const fromDialog = document.activeElement?.closest("[aria-modal='true']") ? origin : null;
    const before = inherited ?? fromDialog ?? document.activeElement;
    origin = before;
    return () => {
      inherited = before;
      // The page behind is inert until the dialog is gone.
      setTimeout(() => {
        inherited = null;
        if (document.querySelector("[aria-modal='true']")) return;
        const target = before instanceof HTMLElement && before.isConnected && before !== document.body;
        (target ? before : document.querySelector<HTMLElement>("main h1"))?.focus({ preventScroll: true });
      });
    };
  }, []);
}
