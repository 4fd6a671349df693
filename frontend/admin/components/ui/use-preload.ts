import { useEffect } from "react";

/** After the page's own requests. */
const PRELOAD_DELAY_MS = 3_000;

/** Loads code before it is needed. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    // A failed load is tried again, and reported, when the code is needed.
    const timer = setTimeout(() => void load().catch(() => {}), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
