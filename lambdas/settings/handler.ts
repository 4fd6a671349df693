import { settingsRoutes } from "../../shared/settings.ts";
import { serve } from "../http.ts";
import * as store from "./store.ts";

export const handler = serve(settingsRoutes, {
  "GET /api/v1/settings": async () => ({ settings: await store.get() }),
  "POST /api/v1/settings": async ({ body }) => ({ settings: await store.save(body) }),
});
