import { type FocusEvent, useEffect, useState, useSyncExternalStore } from "react";

type Options = { count: number; intervalMs: number; running: boolean };

/** An index that advances while `running`. Setting it restarts the interval. */
export function useRotation({ count, intervalMs, running }: Options) {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setIndex((index + 1) % count), intervalMs);
    return () => clearTimeout(timer);
  }, [index, count, intervalMs, running]);
  return [index, setIndex] as const;
}

/**
 * Whether the pointer or the keyboard focus is on an element, so that its rotation pauses. `release` continues it. A
 * focus set by a pointer press does not count.
 */
export function useAttention() {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  return {
    active: hovered || focused,
    release: () => {
      setHovered(false);
      setFocused(false);
    },
    handlers: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches(":focus-visible")),
      onBlur: () => setFocused(false),
    },
  };
}

const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

export const useReducedMotion = () =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(REDUCED_MOTION);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(REDUCED_MOTION).matches,
    () => false,
  );
