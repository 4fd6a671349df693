import { type PointerEvent, useRef } from "react";

const MIN_SWIPE_PX = 40;

/** Calls back with 1 for next and -1 for previous when a finger or pen swipes across the element. */
export function useSwipe(onSwipe: (direction: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      start.current = pointerType === "mouse" ? undefined : { x, y };
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!start.current) return;
      const across = clientX - start.current.x;
      const along = clientY - start.current.y;
      start.current = undefined;
      if (Math.abs(across) >= MIN_SWIPE_PX && Math.abs(across) > Math.abs(along))
        onSwipe(across < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      start.current = undefined;
    },
  };
}
