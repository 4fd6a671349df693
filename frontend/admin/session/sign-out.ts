import { signOut as endHere } from "aws-amplify/auth";
import { useState } from "react";
import { request } from "../../api.ts";
import { inTime } from "../../auth.ts";
import { dropDraftsOfOthers } from "../components/form/draft.ts";

/**
 * Ends the session on this machine, or on all of them, and leaves for the site.
 * @throws when the sessions elsewhere could not be ended.
 */
export function useSignOut() {
  const [busy, setBusy] = useState(false);
  async function signOut({ everywhere = false } = {}) {
    if (busy) return;
    setBusy(true);
    try {
      if (everywhere) await request("POST /api/v1/staff/me/sign-out", {});
      await inTime(endHere());
    } catch (error) {
      if (everywhere) {
        setBusy(false);
        throw error;
      }
    }
    dropDraftsOfOthers(undefined);
    window.location.assign("/");
  }
  return { signOut, busy };
}
