import { settingsRoutes } from "../../shared/settings.ts";
import { serve } from "../http.ts";
import { occasionOf } from "../occasion.ts";
import { colleagues } from "./staff.ts";
import * as store from "./store.ts";
import { told } from "./tell.ts";

export const handler = serve(settingsRoutes, {
  "GET /api/v1/staff": async () => ({ staff: await colleagues() }),
  "GET /api/v1/settings": async () => told(await store.read()),
  "POST /api/v1/settings": async ({ body, ...request }) =>
    told(await store.save(body, await occasionOf(request))),
});
