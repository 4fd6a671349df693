import type { AllRoutes } from "../../../../shared/api/api.ts";
import type { ResponseOf } from "../../../../shared/route.ts";
import { keyOf } from "../../queries/cache.ts";
import { queryOf } from "../../queries/query-of.ts";

export type Dashboard = ResponseOf<AllRoutes["GET /api/v1/dashboard/stats"]>;

/** As in screens.ts, which requests it before the screen has loaded. */
const query = { rows: "50" };

export const dashboardStats = queryOf(keyOf("dashboard"), "GET /api/v1/dashboard/stats", { query });
