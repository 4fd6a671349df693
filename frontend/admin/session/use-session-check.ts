import { useEffect } from "react";
import { request } from "../../api.ts";
import { accessToken, isTokenAccepted } from "../../auth.ts";

/** A disabled person is signed out within ten seconds, also in an idle tab (docs/decisions/055). */
const INTERVAL_MS = 7_000;

/**
 * Notices in an idle tab that the session has ended. A hidden tab checks when it becomes visible, and takes a new token
 * then, because the role may be different.
 */
export function useSessionCheck(): void {
  useEffect(() => {
    let checking = false;
    const run = async (work: () => Promise<unknown>) => {
      if (checking || document.hidden || !navigator.onLine) return;
      checking = true;
      // Without a response nothing is known. If the session has ended, the calls below have reported it.
      await work().catch(() => {});
      checking = false;
    };
    const checkAndRenew = () =>
      run(async () => (await endIfRevoked()) || accessToken({ forceRefresh: true }));
    const timer = setInterval(() => run(endIfRevoked), INTERVAL_MS);
    document.addEventListener("visibilitychange", checkAndRenew);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", checkAndRenew);
    };
  }, []);
}

/** Asks the user pool first, which is free. If it refuses, asks our server, which knows the reason. */
async function endIfRevoked(): Promise<boolean> {
  if (await isTokenAccepted()) return false;
  await request("GET /api/v1/staff/me", {});
  await accessToken({ forceRefresh: true });
  return true;
}
