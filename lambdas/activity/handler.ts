import { activityRoutes } from "../../shared/activity.ts";
import { serve } from "../http.ts";
import { listActivity } from "./list.ts";

export const handler = serve(activityRoutes, {
  "GET /api/v1/activity": async ({ query, today }) => ({ ...(await listActivity(query, today)), today }),
});
