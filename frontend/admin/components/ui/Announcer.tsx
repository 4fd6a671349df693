import { useEffect, useState, useSyncExternalStore } from "react";
import classes from "./Announcer.module.css";
import { announcements, withdraw } from "./announce.ts";

/** Milliseconds; longer where there is something to decide. */
const shownFor = { said: 6_000, undoable: 12_000 };

/** The place where announcements appear; the live region is there before anything is said in it. */
export function Announcer() {
  const current = useSyncExternalStore(announcements.subscribe, announcements.get);
  // Whoever is at it with the pointer or the keyboard is given their time.
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!current || held) return;
    const timer = setTimeout(() => withdraw(current.id), current.undo ? shownFor.undoable : shownFor.said);
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
