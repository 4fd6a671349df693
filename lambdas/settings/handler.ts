import { settingsRoutes } from "../../shared/settings.ts";
import { serve } from "../http.ts";
import { getUser } from "../user-pool.ts";
import * as store from "./store.ts";
import { told } from "./tell.ts";

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
