import { queryOptions } from "@tanstack/react-query";
import type { PreviewRequest } from "../../../shared/clients/account.ts";
import { request } from "../../api.ts";
import { keyOf } from "./cache.ts";

/** What a payment of a client would do. */
export const previewOf = (id: string, body: PreviewRequest) =>
  queryOptions({
    queryKey: keyOf("preview", id, JSON.stringify(body)),
    // What is open is looked up again for each dialog.
    gcTime: 0,
    queryFn: ({ signal }) =>
      request("POST /api/v1/clients/{id}/payments/preview", { params: { id }, body }, signal),
  });

export const previewFailed = [
  "Failed to look up what is open",
  "An error occurred while looking up what is open",
] as const;
