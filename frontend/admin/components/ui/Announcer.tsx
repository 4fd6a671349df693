import { useEffect, useState, useSyncExternalStore } from "react";
import classes from "./Announcer.module.css";
import { announcements, withdraw } from "./announce.ts";

const MESSAGE_MS = 6_000;
/** Longer, because people have to decide. */
const UNDO_MESSAGE_MS = 12_000;

/** Shows announcements. The live region exists before the first one, so that screen readers notice it. */
export function Announcer() {
  const current = useSyncExternalStore(announcements.subscribe, announcements.get);
  // The message stays while the pointer or the focus is on it.
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!current || held) return;
    const timer = setTimeout(() => withdraw(current.id), current.undo ? UNDO_MESSAGE_MS : MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [current, held]);
  return (
    <div className={classes.place} role="status" aria-live="polite">
      {current && (
        <div key={current.id} className={classes.toast} data-tone={current.tone}>
          {current.text}
          {current.undo && (
            <button
              type="button"
              onPointerEnter={() => setHeld(true)}
              onPointerLeave={() => setHeld(false)}
              onFocus={() => setHeld(true)}
              onBlur={() => setHeld(false)}
              onClick={() => {
                setHeld(false);
                withdraw(current.id);
                current.undo?.();
              }}
            >
              Undo
            </button>
          )}
        </div>
      )}
    </div>
  );
}
