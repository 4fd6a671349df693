import { useLayoutEffect, useSyncExternalStore } from "react";

/** The focus from before a dialog that is closing, for the dialog that replaces it. */
let inherited: Element | null = null;
/** The focus from before the newest dialog, for a dialog opened from it. */
let origin: Element | null = null;

let openDialogs = 0;
const listeners = new Set<() => void>();

function countOpen(change: 1 | -1): void {
  openDialogs += change;
  for (const listener of listeners) listener();
}

/** Whether a dialog is open, so that the page behind it has to be inert. */
export const useIsDialogOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => openDialogs > 0,
  );

/**
 * Every dialog over the page uses it: the page is inert while it is open, and when it closes, the focus returns to where
 * it was, or to the page's heading.
 */
export function useReturnedFocus(): void {
  // Before the page becomes inert, which takes its focus away.
  useLayoutEffect(() => {
    const fromDialog = document.activeElement?.closest("[aria-modal='true']") ? origin : null;
    const before = inherited ?? fromDialog ?? document.activeElement;
    origin = before;
    countOpen(1);
    return () => {
      countOpen(-1);
      inherited = before;
      // The page behind is inert until the dialog is gone.
      setTimeout(() => {
        inherited = null;
        // Another dialog is open, or another page has taken the focus.
        if (document.querySelector("[aria-modal='true']") || document.activeElement?.matches("main h1"))
          return;
        const target = before instanceof HTMLElement && before.isConnected && before !== document.body;
        (target ? before : document.querySelector<HTMLElement>("main h1"))?.focus({ preventScroll: true });
      });
    };
  }, []);
}
