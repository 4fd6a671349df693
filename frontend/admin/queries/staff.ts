import { queryOptions } from "@tanstack/react-query";
import { request } from "../../api.ts";
import { keyOf } from "./cache.ts";

/** The staff that messages can be assigned to, by name. The list rarely changes. */
export const colleagues = queryOptions({
  queryKey: keyOf("staff"),
  queryFn: async ({ signal }) => (await request("GET /api/v1/staff", {}, signal)).staff,
  staleTime: 600_000,
});
