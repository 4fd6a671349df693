import { queryOptions } from "@tanstack/react-query";
import { request } from "../../api.ts";
import { keyOf } from "./cache.ts";

/** Those to whom work can be given, by name. They come and go rarely. */
export const colleagues = queryOptions({
  queryKey: keyOf("staff"),
  queryFn: async ({ signal }) => (await request("GET /api/v1/staff", {}, signal)).staff,
  staleTime: 600_000,
});
