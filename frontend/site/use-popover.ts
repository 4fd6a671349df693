import { type ToggleEvent, useEffect, useRef, useState } from "react";

/** The browser's own popover, whose state the page wants to know; it may have been opened before the page woke up. */
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
