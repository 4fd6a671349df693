import { useState } from "react";
import { request } from "../../api.ts";
import { deleteTokens } from "../../auth.ts";
import { dropDraftsOfOthers } from "../components/form/draft.ts";
import { useSession } from "./SessionProvider.tsx";

/**
 * Signs out in this browser, or everywhere, and opens the site.
 * @throws when the other sessions could not be ended.
 */
export function useSignOut() {
  const { leave } = useSession();
  const [busy, setBusy] = useState(false);
  async function signOut({ everywhere = false } = {}) {
    if (busy) return;
    if (everywhere) {
      setBusy(true);
      try {
        await request("POST /api/v1/staff/me/sign-out", {});
      } finally {
        setBusy(false);
      }
    }
    deleteTokens();
    dropDraftsOfOthers(undefined);
    // Until the site is there, the page shows nothing of this person.
    leave();
    window.location.assign("/");
  }
  return { signOut, busy };
}
