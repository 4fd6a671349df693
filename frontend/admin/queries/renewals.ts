import { queryOptions } from "@tanstack/react-query";
import { request } from "../../api.ts";
import { keyOf } from "./cache.ts";

/** The recorded payments of one subscription, newest first. */
export const renewalsOf = (id: string) =>
  queryOptions({
    queryKey: keyOf("renewals", id),
    queryFn: ({ signal }) =>
      request("GET /api/v1/subscriptions/{id}/renewals", { params: { id } }, signal).then(
        (answer) => answer.renewals,
      ),
  });
