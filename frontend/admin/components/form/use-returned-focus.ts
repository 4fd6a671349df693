import { useEffect } from "react";

/** Where the focus was before a dialog that goes at this moment, for the one that takes its place. */
let handedOn: Element | null = null;
/** Where it was before the dialog that was opened last, for one that is opened from it. */
let origin: Element | null = null;

/** When the dialog that calls it is gone, the focus goes back to where it was, or to the page's heading. */
export function useReturnedFocus(): void {
  useEffect(() => {
    const fromDialog = document.activeElement?.closest("[aria-modal='true']") ? origin : null;
    const before = handedOn ?? fromDialog ?? document.activeElement;
    origin = before;
    return () => {
      handedOn = before;
      // The page behind is inert until the dialog has left it.
      setTimeout(() => {
        handedOn = null;
        if (document.querySelector("[aria-modal='true']")) return;
        const target = before instanceof HTMLElement && before.isConnected && before !== document.body;
        (target ? before : document.querySelector<HTMLElement>("main h1"))?.focus({ preventScroll: true });
      });
    };
  }, []);
}
