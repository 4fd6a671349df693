import { type PointerEvent, useRef } from "react";

/** Milliseconds, and pixels that a finger may move meanwhile: as phones have it. */
const long = 500;
const still = 10;

type Press = { timer: ReturnType<typeof setTimeout>; x: number; y: number };

/** A finger that is held on a card chooses its row. */
export function useLongPress(select: ((id: string, asRange: boolean) => void) | undefined, on: boolean) {
  const press = useRef<Press>(undefined);
  if (!select || !on) return undefined;
  const end = () => clearTimeout(press.current?.timer);
  return {
    onPointerDown({ target, pointerType, clientX, clientY }: PointerEvent) {
      end();
      const id = target instanceof Element && target.closest<HTMLElement>("[data-row]")?.dataset.row;
      if (!id || pointerType !== "touch" || target.closest("input, label")) return;
      press.current = { timer: setTimeout(() => select(id, false), long), x: clientX, y: clientY };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x = 0, y = 0 } = press.current ?? {};
      if (Math.hypot(clientX - x, clientY - y) > still) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
