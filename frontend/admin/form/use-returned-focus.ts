import { useEffect } from "react";

/** When the dialog that calls it is gone, the focus goes back to where it was, or to the page's heading. */
export function useReturnedFocus(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      // The page behind is inert until the dialog has left it.
      setTimeout(() => {
        if (document.querySelector("[aria-modal='true']")) return;
        const target = before instanceof HTMLElement && before.isConnected && before !== document.body;
        (target ? before : document.querySelector<HTMLElement>("main h1"))?.focus({ preventScroll: true });
      });
    };
  }, []);
}
