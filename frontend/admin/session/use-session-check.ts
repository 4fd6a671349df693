import { useEffect } from "react";
import { request } from "../../api.ts";

/** A disabled person is signed out of a tab that they use within ten seconds (docs/decisions/055). */
const INTERVAL_MS = 7_000;
/** In a tab that nobody uses, and after a refusal or a failure. */
const SLOW_INTERVAL_MS = 60_000;
const IDLE_AFTER_MS = 120_000;

const INPUT_EVENTS = ["pointerdown", "pointermove", "keydown", "scroll"] as const;

/** Whether a visible tab checks the session now. `usedAt` is the last input of the person, `checkedAt` the last check. */
export function isCheckDue(
  now: number,
  { usedAt, checkedAt, refused }: { usedAt: number; checkedAt: number; refused: boolean },
): boolean {
  const isSlow = refused || now - usedAt > IDLE_AFTER_MS;
  return !isSlow || now - checkedAt >= SLOW_INTERVAL_MS;
}

/** Notices in an open tab that the session has ended, or the role has changed. A hidden tab checks when it becomes visible. */
export function useSessionCheck(): void {
  useEffect(() => {
    let [usedAt, checkedAt] = [Date.now(), Date.now()];
    let refused = false;
    let checking = false;
    const check = async () => {
      if (checking || document.hidden || !navigator.onLine) return;
      checking = true;
      checkedAt = Date.now();
      // If the session has ended, or the token has an old role, the call has dealt with it.
      refused = await request("GET /api/v1/staff/me", {}).then(
        () => false,
        () => true,
      );
      checking = false;
    };
    const checkIfDue = () => {
      if (isCheckDue(Date.now(), { usedAt, checkedAt, refused })) void check();
    };
    const noteUse = () => {
      usedAt = Date.now();
    };
    const timer = setInterval(checkIfDue, INTERVAL_MS);
    document.addEventListener("visibilitychange", check);
    for (const name of INPUT_EVENTS)
      document.addEventListener(name, noteUse, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
      for (const name of INPUT_EVENTS) document.removeEventListener(name, noteUse, { capture: true });
    };
  }, []);
}
