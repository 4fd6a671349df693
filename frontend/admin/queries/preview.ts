import type { PreviewRequest } from "../../../shared/payments/client-account.ts";
import type { SubscriptionChange } from "../../../shared/subscriptions/subscription.ts";
import { keyOf } from "./cache.ts";
import { queryOf } from "./query-of.ts";

export const previewOf = (id: string, body: PreviewRequest) => ({
  ...queryOf(keyOf("preview", id, JSON.stringify(body)), "POST /api/v1/clients/{id}/payments/preview", {
    params: { id },
    body,
  }),
  // Each dialog looks up the open charges again.
  gcTime: 0,
});

export const previewOfChange = (id: string, body: SubscriptionChange) => ({
  ...queryOf(keyOf("preview", id, JSON.stringify(body)), "POST /api/v1/subscriptions/{id}/preview", {
    params: { id },
    body,
  }),
  gcTime: 0,
});

export const previewFailed = [
  "Failed to look up what is open",
  "An error occurred while looking up what is open",
] as const;
