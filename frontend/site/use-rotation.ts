import { type FocusEvent, useEffect, useState, useSyncExternalStore } from "react";

/** An index that moves on by itself while `running`, and starts its wait afresh whenever it is set. */
export function useRotation({ count, stays, running }: { count: number; stays: number; running: boolean }) {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setIndex((index + 1) % count), stays);
    return () => clearTimeout(timer);
  }, [index, count, stays, running]);
  return [index, setIndex] as const;
}

/**
 * Whether a pointer or the keyboard's focus is on an element: what moves by itself waits for it, until it is let go on.
 * A button that was pressed by pointer keeps the focus without showing it; nobody is reading there.
 */
export function useAttention() {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  return {
    attended: hovered || focused,
    letGo: () => {
      setHovered(false);
      setFocused(false);
    },
    watch: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches(":focus-visible")),
      onBlur: () => setFocused(false),
    },
  };
}

const calm = "(prefers-reduced-motion: reduce)";

export const useReducedMotion = () =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(calm);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(calm).matches,
    () => false,
  );
