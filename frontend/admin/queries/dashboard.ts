import { queryOptions } from "@tanstack/react-query";
import type { AllRoutes } from "../../../shared/api.ts";
import type { ResponseOf } from "../../../shared/route.ts";
import { request } from "../../api.ts";
import { keyOf } from "./cache.ts";

export type Dashboard = ResponseOf<AllRoutes["GET /api/v1/dashboard/stats"]>;

/** As in screens.ts, which requests it before the screen has loaded. */
const query = { rows: "50" };

export const dashboardStats = queryOptions({
  queryKey: keyOf("dashboard"),
  queryFn: ({ signal }) => request("GET /api/v1/dashboard/stats", { query }, signal),
});
