import { useEffect, useSyncExternalStore } from "react";
import classes from "./Announcer.module.css";
import { announcements, withdraw } from "./announce.ts";

const shownFor = 6_000;

/** The place where announcements appear; the live region is there before anything is said in it. */
export function Announcer() {
  const current = useSyncExternalStore(announcements.subscribe, announcements.get);
  useEffect(() => {
    if (!current) return;
    const timer = setTimeout(() => withdraw(current.id), shownFor);
    return () => clearTimeout(timer);
  }, [current]);
  return (
    <div className={classes.place} role="status" aria-live="polite">
      {current && (
        <div key={current.id} className={classes.toast} data-tone={current.tone}>
          {current.text}
        </div>
      )}
    </div>
  );
}
