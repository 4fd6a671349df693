import { settingsRoutes } from "../../shared/settings.ts";
import { serve } from "../http.ts";
import { logFailure } from "../log.ts";
import { getUser } from "../user-pool.ts";
import * as store from "./store.ts";
import { tell } from "./tell.ts";

export const handler = serve(settingsRoutes, {
  "GET /api/v1/settings": async () => told(await store.read()),
  "POST /api/v1/settings": async ({ body, token, now, today }) => {
    const by = async () => {
      const { called, email } = await getUser(token);
      return called === email ? email : `${called} (${email})`;
    };
    return told(await store.save(body, by, { now, today }));
  },
});

/**
 * Sees that those concerned are told of changes, and then gives the settings. What could not be told stays with the
 * settings, and is told when they are asked for next.
 */
async function told({ settings, untold }: store.Stored) {
  if (untold.length > 0) {
    try {
      await tell(untold);
      await store.forget(settings.version);
    } catch (error) {
      logFailure("change of settings not told", error);
    }
  }
  return { settings };
}
