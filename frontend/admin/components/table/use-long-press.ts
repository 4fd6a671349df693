import { type PointerEvent, useRef } from "react";

/** The same values as on phones. */
const LONG_PRESS_MS = 500;
const MAX_MOVE_PX = 10;

type Press = { timer: ReturnType<typeof setTimeout>; x: number; y: number };

/** A long press on a card selects its row. */
export function useLongPress(select: ((id: string, asRange: boolean) => void) | undefined, on: boolean) {
  const press = useRef<Press>(undefined);
  if (!select || !on) return undefined;
  const end = () => clearTimeout(press.current?.timer);
  return {
    onPointerDown({ target, pointerType, clientX, clientY }: PointerEvent) {
      end();
      const id = target instanceof Element && target.closest<HTMLElement>("[data-row]")?.dataset.row;
      if (!id || pointerType !== "touch" || target.closest("input, label")) return;
      press.current = { timer: setTimeout(() => select(id, false), LONG_PRESS_MS), x: clientX, y: clientY };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x = 0, y = 0 } = press.current ?? {};
      if (Math.hypot(clientX - x, clientY - y) > MAX_MOVE_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
