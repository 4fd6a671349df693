import { useEffect } from "react";
import { request } from "../../api.ts";
import { accessToken, isTaken } from "../../auth.ts";

/** Milliseconds: whoever is shut out is out within ten seconds, also where nothing is done (ADR 055). */
const interval = 7_000;

/** Finds out that the session is over in a tab that only stands open. One that nobody sees is asked once it is looked at. */
export function useWatch(): void {
  useEffect(() => {
    let looking = false;
    const look = async () => {
      if (looking || document.hidden || !navigator.onLine) return;
      looking = true;
      await leaveIfOver().finally(() => {
        looking = false;
      });
    };
    const timer = setInterval(look, interval);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
}

/** The user pool is asked, which costs nothing; our server, which knows why, only where it refuses. */
async function leaveIfOver(): Promise<void> {
  try {
    if (await isTaken()) return;
    await request("GET /api/v1/staff/me", {});
    await accessToken({ forceRefresh: true });
  } catch {
    // Being unable to ask tells nothing; a session that is over has been told of.
  }
}
