import { dashboardRoutes } from "../../shared/dashboard/dashboard.ts";
import { serve } from "../platform/http/serve.ts";
import { statsOf } from "./stats.ts";

export const handler = serve(dashboardRoutes, {
  "GET /api/v1/dashboard/stats": ({ now, today, query: { rows } }) => statsOf({ now, today }, rows),
});
