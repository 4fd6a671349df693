import { queryOptions } from "@tanstack/react-query";
import type { AllRoutes } from "../../../shared/api/api.ts";
import type { RequestOf } from "../../../shared/route.ts";
import { request } from "../../api.ts";

/** The response of one route. */
export const queryOf = <K extends keyof AllRoutes & string>(
  queryKey: readonly string[],
  route: K,
  input: RequestOf<AllRoutes[K]>,
) => queryOptions({ queryKey, queryFn: ({ signal }) => request(route, input, signal) });
