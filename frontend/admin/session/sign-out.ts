import { signOut as signOutHere } from "aws-amplify/auth";
import { useState } from "react";
import { request } from "../../api.ts";
import { withTimeout } from "../../auth.ts";
import { dropDraftsOfOthers } from "../components/form/draft.ts";

/**
 * Signs out in this browser, or everywhere, and opens the site.
 * @throws when the other sessions could not be ended.
 */
export function useSignOut() {
  const [busy, setBusy] = useState(false);
  async function signOut({ everywhere = false } = {}) {
    if (busy) return;
    setBusy(true);
    try {
      if (everywhere) await request("POST /api/v1/staff/me/sign-out", {});
      await withTimeout(signOutHere());
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
