import { type ToggleEvent, useEffect, useRef, useState } from "react";

/** The state of a native popover. It may have been opened before hydration. */
export function usePopover<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(ref.current?.matches(":popover-open") ?? false), []);
  return {
    open,
    close: () => ref.current?.hidePopover(),
    panel: { ref, onToggle: ({ newState }: ToggleEvent) => setOpen(newState === "open") },
  };
}
